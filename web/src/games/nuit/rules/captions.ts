// What is written under the pictures of the rules.
import { typeset } from "../../../words/french";
import type { Language } from "../../../words/language.svelte";
import type { InAnyLanguage } from "../../phrases";

const en = {
  pub: "A pub: inside 1 to 7, terrace T1 to T3. Number 4 touches no wall.",
  seats: (count: number) => `${count} seats`,
  group: "one group",
  guests: "What a guest of each colour spends.",
  guestCard: "Three guests who ask for a dance floor; together they are worth 60 marks.",
  cardFrom: "Guests get up from the bar. Where they go is for you to say. They pay.",
  cardTo: "Guests from anywhere look for billiards. They pay.",
  cardUnpaid: "The note is crossed out: these guests leave without paying.",
  barGood: "Right: the bar begins at a wall and reaches the middle.",
  barBad: "Wrong: a bar in the middle with no bar beside it.",
  you: "Your pub",
  other: "Another pub",
  tip: "tip",
  collect:
    "You turn up a cash card with a tip of 50 marks. Every owner gets the value of their guests, and you get the tip as well.",
  getUp: "1. A red and a blue guest get up from a table and look for a bar. Here the bar is full.",
  isFull: "2. Next pub clockwise: one free seat at the bar. They stay together, so on they go.",
  fits: "3. Room for both: here they sit down.",
  moving: "They left the first pub, so its owner is paid at once: 20 + 30 = 50 marks.",
};

export const captions: Record<Language, InAnyLanguage<typeof en>> = {
  en,
  fr: typeset({
    pub: "Un pub : l’intérieur de 1 à 7, la terrasse de T1 à T3. Le 4 ne touche aucun mur.",
    seats: (count) => `${count} places`,
    group: "un seul groupe",
    guests: "Ce que dépense un client de chaque couleur.",
    guestCard: "Trois clients qui demandent une piste de danse ; ensemble, ils valent 60 marks.",
    cardFrom: "Des clients quittent le comptoir. À vous de dire où ils vont. Ils paient.",
    cardTo: "Des clients, d’où que ce soit, cherchent un billard. Ils paient.",
    cardUnpaid: "Le billet est barré : ces clients partent sans payer.",
    barGood: "Bien : le comptoir part d’un mur et va jusqu’au milieu.",
    barBad: "Pas permis : un comptoir au milieu, sans autre comptoir à côté.",
    you: "Votre pub",
    other: "Un autre pub",
    tip: "pourboire",
    collect:
      "Vous retournez une carte d’encaissement avec 50 marks de pourboire. Chaque patron touche la valeur de ses clients, et vous le pourboire en plus.",
    getUp: "1. Un client rouge et un bleu quittent une table et cherchent un comptoir. Ici, il est complet.",
    isFull: "2. Pub suivant : une seule place au comptoir. Ils restent ensemble et continuent.",
    fits: "3. De la place pour deux : ils s’installent ici.",
    moving: "Ils ont quitté le premier pub : son patron est payé aussitôt, 20 + 30 = 50 marks.",
  }),
  de: {
    pub: "Eine Kneipe: Raum 1 bis 7, Terrasse T1 bis T3. Die 4 berührt keine Wand.",
    seats: (count) => `${count} Plätze`,
    group: "eine Gruppe",
    guests: "So viel bringt ein Gast jeder Farbe.",
    guestCard: "Drei Gäste, die auf eine Tanzfläche wollen; zusammen sind sie 60 Mark wert.",
    cardFrom: "Gäste stehen von der Theke auf. Wohin sie gehen, sagst du. Sie zahlen.",
    cardTo: "Gäste von irgendwo suchen einen Billardtisch. Sie zahlen.",
    cardUnpaid: "Der Schein ist durchgestrichen: Diese Gäste gehen, ohne zu zahlen.",
    barGood: "Richtig: Die Theke beginnt an einer Wand und reicht bis in die Mitte.",
    barBad: "Falsch: eine Theke in der Mitte, und keine andere daneben.",
    you: "Deine Kneipe",
    other: "Eine andere Kneipe",
    tip: "Trinkgeld",
    collect:
      "Du deckst eine Kassierkarte mit 50 Mark Trinkgeld auf. Alle bekommen den Wert ihrer Gäste, du dazu das Trinkgeld.",
    getUp:
      "1. Ein roter und ein blauer Gast stehen von einem Tisch auf und suchen eine Theke. Hier ist sie voll.",
    isFull:
      "2. Nächste Kneipe im Uhrzeigersinn: nur ein freier Platz. Sie bleiben zusammen und gehen weiter.",
    fits: "3. Platz für beide: Hier setzen sie sich.",
    moving: "Sie haben die erste Kneipe verlassen, also wird ihr Wirt sofort bezahlt: 20 + 30 = 50 Mark.",
  },
};
