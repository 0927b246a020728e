// What is written under the pictures of the rules.
import { typeset } from "../../../words/french";
import type { Language } from "../../../words/language.svelte";
import type { InAnyLanguage } from "../../phrases";

const en = {
  start: "Before the first turn: here Hans stands on the side of the Delta, so its owner begins.",
  cards: "All 55 cards. The star marks the red ones that can be jokers.",
  court:
    "Two Lilli cards together, played by the owner of the Delta: Lilli and both guards move one square closer.",
  joker:
    "Lola (5) stands between Lilli (8) and the Delta: its owner may move Lilli three squares with a Lola 3.",
  charm: "Hans draws Lilli from 10 to his square 6: that is still between her guards on 4 and 12.",
  charly:
    "The owner of the Delta ends a turn: 1 for the guard on the entrance, 1 for Hans on it, 1 for the whole court on the Delta’s half. Charly comes 1 + 1 + 1 = 3 squares closer.",
  before: "Before the turn",
  after: "After it",
  example:
    "Two cards together and two single ones: guards 2 → 1 and 9 → 8, Lilli 7 → 6 → 5 → 4. Then Charly, 1 + 1: 9 → 7.",
};

export const captions: Record<Language, InAnyLanguage<typeof en>> = {
  en,
  fr: typeset({
    start: "Avant le premier tour : ici, Hans est du côté du Delta, dont le propriétaire commence.",
    cards: "Les 55 cartes. L’étoile marque les rouges qui peuvent servir de joker.",
    court:
      "Deux cartes Lilli ensemble, jouées par le propriétaire du Delta : Lilli et ses deux gardes avancent d’une case.",
    joker:
      "Lola (5) se trouve entre Lilli (8) et le Delta : son propriétaire peut faire avancer Lilli de trois cases avec une Lola 3.",
    charm: "Hans attire Lilli de la case 10 sur la sienne, la 6 : elle reste entre ses gardes, en 4 et 12.",
    charly:
      "Le propriétaire du Delta finit son tour : 1 pour le garde à l’entrée, 1 pour Hans, qui s’y trouve aussi, 1 pour le groupe entier dans sa moitié. Charly avance de 1 + 1 + 1 = 3 cases.",
    before: "Avant le tour",
    after: "Après",
    example:
      "Deux cartes ensemble et deux seules : gardes 2 → 1 et 9 → 8, Lilli 7 → 6 → 5 → 4. Puis Charly, 1 + 1 : 9 → 7.",
  }),
  de: {
    start: "Vor dem ersten Zug: Hier steht Hans auf der Seite des Delta, also beginnt, wem es gehört.",
    cards: "Alle 55 Karten. Der Stern steht auf den roten, die Joker sein können.",
    court:
      "Zwei Lilli-Karten zusammen, gespielt von der Seite des Delta: Lilli und beide Leibwächter kommen ein Feld näher.",
    joker:
      "Lola (5) steht zwischen Lilli (8) und dem Delta: Wem es gehört, der darf mit einer Lola 3 Lilli drei Felder bewegen.",
    charm:
      "Hans zieht Lilli von 10 auf sein Feld 6: Das liegt immer noch zwischen ihren Leibwächtern auf 4 und 12.",
    charly:
      "Wem das Delta gehört, der beendet seinen Zug: 1 für den Leibwächter im Eingang, 1 für Hans, der auch dort steht, 1 für die ganze Gruppe in der eigenen Hälfte. Charly kommt 1 + 1 + 1 = 3 Felder näher.",
    before: "Vor dem Zug",
    after: "Danach",
    example:
      "Zwei Karten zusammen und zwei einzelne: Leibwächter 2 → 1 und 9 → 8, Lilli 7 → 6 → 5 → 4. Dann Charly, 1 + 1: 9 → 7.",
  },
};
