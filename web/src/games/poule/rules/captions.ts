// What is written under the pictures of the rules.
import { typeset } from "../../../words/french";
import type { Language } from "../../../words/language.svelte";
import type { InAnyLanguage } from "../../phrases";

const en = {
  square: "The square before the first turn. The cell that is lit is c4.",
  buyers: "Buyers, two of each value",
  rogues: "Rogues",
  wonders: "Two fires, a double purse, a curse",
  stalls: "The stalls of one player. Only rank I depends on how many play.",
  forPlayers: (count: number) => `${count} players`,
  secret: "your secret",
  stack: "stack",
  deal: "With three players: a secret tile each, the other 19 are the stack. You alone know that yours is the queen.",
  row: "The row is worth 6 − 3 + 2 = 5. The red stall of rank II gets 2 × 5 écus, the blue one of rank I gets 1 × 5.",
  fire: "A fire in the middle: as if there were two rows. The king counts for red only, the beggar for blue only.",
  curse: "The curse drives the queen away: only the charlatan counts.",
  purse: "The double purse doubles what is left after gains and losses: (5 − 1) × 2.",
  wizard: "Beside the wizard rank I counts as two: 2 × 4 instead of 1 × 4.",
  exampleRow: "The row of the example: 3 − 6 = −3, times 4 + 1.",
  exampleColumn: "The column of the example, laid on its side: the lady counts for nothing, the thief twice.",
};

export const captions: Record<Language, InAnyLanguage<typeof en>> = {
  en,
  fr: typeset({
    square: "La place avant le premier tour. La case éclairée est c4.",
    buyers: "Les acheteurs, deux de chaque valeur",
    rogues: "Les brigands",
    wonders: "Deux incendies, une double bourse, un mauvais sort",
    stalls: "Les échoppes d’un joueur. Seul le nombre d’échoppes I dépend du nombre de joueurs.",
    forPlayers: (count) => `à ${count}`,
    secret: "votre secret",
    stack: "pioche",
    deal: "À trois : une tuile secrète chacun, les 19 autres forment la pioche. Personne d’autre ne sait que la vôtre est la reine.",
    row: "Le rang vaut 6 − 3 + 2 = 5. L’échoppe rouge de valeur II rapporte 2 × 5 écus, la bleue de valeur I 1 × 5.",
    fire: "Un incendie au milieu, et c’est comme s’il y avait deux rangs. Le roi ne compte que pour les rouges, le mendiant que pour les bleus.",
    curse: "Le mauvais sort chasse la reine : seul le charlatan compte.",
    purse: "La double bourse double ce qui reste, gains et pertes réunis : (5 − 1) × 2.",
    wizard: "À côté de l’enchanteur, une échoppe I compte pour deux : 2 × 4 au lieu de 1 × 4.",
    exampleRow: "Le rang de l’exemple : 3 − 6 = −3, fois 4 + 1.",
    exampleColumn: "L’allée de l’exemple, couchée : la dame ne compte pas, le voleur compte deux fois.",
  }),
  de: {
    square: "Der Platz vor dem ersten Zug. Das helle Feld ist c4.",
    buyers: "Käufer, je zwei von jedem Wert",
    rogues: "Gauner",
    wonders: "Zwei Feuer, ein doppelter Geldbeutel, ein Fluch",
    stalls:
      "Die Stände einer Person. Nur wie viele vom Rang I es sind, hängt davon ab, wie viele mitspielen.",
    forPlayers: (count) => `zu ${["", "", "zweit", "dritt", "viert"][count] ?? count}`,
    secret: "dein Geheimnis",
    stack: "Stapel",
    deal: "Zu dritt: jeder ein geheimes Plättchen, die anderen 19 sind der Stapel. Nur du weißt, dass deines die Königin ist.",
    row: "Die Reihe ist 6 − 3 + 2 = 5 wert. Der rote Stand vom Rang II bekommt 2 × 5 Heller, der blaue vom Rang I 1 × 5.",
    fire: "Ein Feuer in der Mitte, und es sind gleichsam zwei Reihen. Der König zählt nur für Rot, der Bettler nur für Blau.",
    curse: "Der Fluch vertreibt die Königin: Nur der Scharlatan zählt.",
    purse: "Der doppelte Geldbeutel verdoppelt, was nach Gewinn und Verlust bleibt: (5 − 1) × 2.",
    wizard: "Neben dem Zauberer zählt Rang I wie zwei: 2 × 4 statt 1 × 4.",
    exampleRow: "Die Reihe des Beispiels: 3 − 6 = −3, mal 4 + 1.",
    exampleColumn: "Die Gasse des Beispiels, quer gelegt: Die Edelfrau zählt nichts, der Dieb doppelt.",
  },
};
