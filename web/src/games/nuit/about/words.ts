// What furniture, guests and cards say of themselves; what the rules say as well is said in their words.
import { typeset } from "../../../words/french";
import type { Language } from "../../../words/language.svelte";
import type { InAnyLanguage } from "../../phrases";

const en = {
  furniture: {
    terrace: "3 seats, on the terrace only.",
    table: "2 seats, inside.",
    dance: "4 seats, inside.",
    bar: "2 seats. It begins at a wall; up to three bars may be joined.",
    foosball: "For a single group of 1 to 4 guests who come together.",
    billiards: "For a single group of 1 to 4 guests who come together.",
  },
  unseen: (count: number) => (count === 0 ? "No more of these to come." : `${count} more still hidden.`),
  guestName: { yellow: "Yellow guest", red: "Red guest", blue: "Blue guest" },
  guest: (money: string) =>
    `Brings the owner ${money} whenever somebody collects, and as much again on leaving the pub, unless the card says “without paying”.`,
  inTown: (count: number) => (count === 1 ? "1 is in town." : `${count} are in town.`),
  guestCardName: "Guest card",
  guestCard: (guests: string, kind: string) =>
    `Brings ${guests}: they ask for ${kind}, and room for all of them in your pub.`,
  from: "All guests of one such tile get up, in the pub of your choice; you say what they look for.",
  to: "All guests of one tile get up, in the pub of your choice, and look for this furniture.",
  isPaying: { yes: "If they leave the pub, its owner is paid.", no: "They leave without paying." },
  hiddenCard: "Only its owner knows it.",
  stackName: "Stack of action cards",
  cashName: "Cash cards",
  till: (owner: string) => `Till: ${owner}`,
  guests: (owner: string) => `Guests: ${owner}`,
};

const words: Record<Language, InAnyLanguage<typeof en>> = {
  fr: typeset({
    furniture: {
      terrace: "3 places, en terrasse seulement.",
      table: "2 places, à l’intérieur.",
      dance: "4 places, à l’intérieur.",
      bar: "2 places. Il commence le long d’un mur ; jusqu’à trois comptoirs peuvent se suivre.",
      foosball: "Pour un seul groupe de 1 à 4 clients, qui arrive ensemble.",
      billiards: "Pour un seul groupe de 1 à 4 clients, qui arrive ensemble.",
    },
    unseen: (count) =>
      count === 0
        ? "Il n’en reste plus à venir."
        : count === 1
          ? "Encore 1 cachée."
          : `Encore ${count} cachées.`,
    guestName: { yellow: "Client jaune", red: "Client rouge", blue: "Client bleu" },
    guest: (money) =>
      `Rapporte ${money} à son patron chaque fois que l’on encaisse, et encore autant s’il quitte le pub, sauf avec une carte « sans payer ».`,
    inTown: (count) => (count > 1 ? `${count} sont en ville.` : `${count} est en ville.`),
    guestCardName: "Carte de clients",
    guestCard: (guests, kind) =>
      `Amène ${guests} : il leur faut ${kind}, et de la place pour tous dans votre pub.`,
    from: "Tous les clients d’une telle tuile se lèvent, dans le pub de votre choix ; vous dites ce qu’ils cherchent.",
    to: "Tous les clients d’une tuile se lèvent, dans le pub de votre choix, et cherchent cet équipement.",
    isPaying: {
      yes: "S’ils quittent le pub, son patron est payé.",
      no: "Ils partent sans payer.",
    },
    hiddenCard: "Seul son propriétaire la connaît.",
    stackName: "Pioche des cartes d’action",
    cashName: "Cartes d’encaissement",
    till: (owner) => `Caisse : ${owner}`,
    guests: (owner) => `Clients : ${owner}`,
  }),
  en,
  de: {
    furniture: {
      terrace: "3 Plätze, nur auf der Terrasse.",
      table: "2 Plätze, drinnen.",
      dance: "4 Plätze, drinnen.",
      bar: "2 Plätze. Sie beginnt an einer Wand; bis zu drei Theken dürfen aneinanderliegen.",
      foosball: "Für eine einzige Gruppe von 1 bis 4 Gästen, die zusammen kommt.",
      billiards: "Für eine einzige Gruppe von 1 bis 4 Gästen, die zusammen kommt.",
    },
    unseen: (count) => (count === 0 ? "Mehr davon kommen nicht." : `Noch ${count} verdeckt.`),
    guestName: { yellow: "Gelber Gast", red: "Roter Gast", blue: "Blauer Gast" },
    guest: (money) =>
      `Bringt dem Wirt ${money}, sooft jemand kassiert, und noch einmal so viel, wenn er die Kneipe verlässt, außer mit einer Karte „ohne Bezahlen“.`,
    inTown: (count) => (count === 1 ? "1 ist in der Stadt." : `${count} sind in der Stadt.`),
    guestCardName: "Gästekarte",
    guestCard: (guests, kind) =>
      `Bringt ${guests}: Sie wollen ${kind} und alle in deiner Kneipe Platz finden.`,
    from: "Alle Gäste eines solchen Plättchens stehen auf, in einer Kneipe deiner Wahl; du sagst, was sie suchen.",
    to: "Alle Gäste eines Plättchens stehen auf, in einer Kneipe deiner Wahl, und suchen diese Einrichtung.",
    isPaying: {
      yes: "Verlassen sie die Kneipe, bekommt ihr Wirt Geld.",
      no: "Sie gehen, ohne zu zahlen.",
    },
    hiddenCard: "Nur wer sie hat, kennt sie.",
    stackName: "Stapel der Aktionskarten",
    cashName: "Kassierkarten",
    till: (owner) => `Kasse: ${owner}`,
    guests: (owner) => `Gäste: ${owner}`,
  },
};
export default words;
