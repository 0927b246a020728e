// Les mots français de la rue.
import { de, typeset } from "../../../words/french";
import { capital, either } from "../../phrases";
import { readRules } from "../../rules";
import type { Whom } from "../prompt";
import type { Kind } from "../street";
import type { Lexicon } from "./en";
import { numbered } from "./parts";
import rules from "./rules.fr.md?raw";

const squares = (count: number) => (count === 1 ? "d’une case" : `de ${count} cases`);
const cardCount = (count: number) => (count < 2 ? `${count} carte` : `${count} cartes`);
const or = (items: string[]) => either("fr", items);
const COLOURS = { green: "verte", grey: "grise", yellow: "jaune", red: "rouge" };
const MEANINGS = { lola: "Lola", green: "Brilli-Lilli", grey: "les gardes", yellow: "Hans" };
const WHOM: Record<Whom, string> = {
  lilli: "Brilli-Lilli",
  w: "le garde côté Delta",
  e: "le garde côté Carré",
  hans: "Hans le Blond",
  lola: "Lola la Rouge",
  charly: "Champagne Charly",
  court: "Lilli et ses deux gardes",
  we: "les deux gardes",
  guard: "un garde",
};
const CARDS: Record<Kind, string> = {
  lilli: "Lilli",
  guard1: "Garde 1",
  guard2: "Gardes 1+1 ou 2",
  flank: "Gardes près de Lilli",
  ...numbered(
    (number) => `Hans ${number}`,
    (number) => `Lola ${number}`,
  ),
  lola0: "Lola, plaque d’égout",
};

const lexicon: Lexicon = {
  rules: readRules(rules),
  score: (points) => (points === 1 ? "victoire" : points > 0 ? "égalité" : ""),
  options: {
    edition: {
      label: "Édition",
      text: "Royal Visit a une carte Lola 3 de moins, et Charly avance avant la pioche.",
      values: { reeperbahn: "Auf der Reeperbahn", royal_visit: "Royal Visit" },
    },
  },
  subjects: WHOM,
  objects: WHOM,
  cards: CARDS,
  effects: {
    lilli: "Brilli-Lilli avance d’une case vers vous ; deux cartes ensemble emmènent aussi ses deux gardes.",
    guard1: "Un garde avance d’une case vers vous.",
    guard2: "Les deux gardes avancent d’une case chacun vers vous, ou l’un d’eux de 2 cases.",
    flank: "Les deux gardes rejoignent les cases voisines de Lilli.",
    ...numbered(
      (count) => `Hans avance ${squares(count)} vers vous.`,
      (count) => `Lola avance ${squares(count)} vers vous ; en joker, quelqu’un d’autre à sa place.`,
    ),
    lola0: "Lola va sur la plaque d’égout, d’où qu’elle vienne.",
  },
  prompt: (prompt) => {
    switch (prompt.stage) {
      case "fresh":
        return `${capital(
          or([
            ...(prompt.canPlay ? ["jouez des cartes d’une couleur"] : []),
            prompt.canPlay ? "échangez-en" : "échangez des cartes",
            ...(prompt.canCharm ? ["charmez avec Hans"] : []),
          ]),
        )}.`;
      case "card": {
        const name = CARDS[prompt.kind];
        if (!prompt.whom.length) return `${name} : injouable pour l’instant. L’échanger ?`;
        if (prompt.whom.length > 2)
          return `Qui déplacer avec ${name} ?${prompt.canSwap ? " Ou échangez la carte." : ""}`;
        const whom = prompt.whom.includes("court")
          ? "Lilli seule ou avec ses deux gardes"
          : or(prompt.whom.map((each, at) => (at && each === "we" ? "les deux" : WHOM[each])));
        return `Déplacez ${whom}${prompt.canSwap ? ", ou échangez la carte" : ""}.`;
      }
      case "charm":
        return "Qui Hans attire-t-il sur sa case ?";
      case "more":
        if (!prompt.isPossible) return "Plus rien à jouer : terminez votre tour.";
        if (prompt.meaning && prompt.meaning !== "lola")
          return `Le rouge déplace ${MEANINGS[prompt.meaning]} : encore une carte rouge, ou terminez.`;
        return `Jouez encore une carte ${COLOURS[prompt.colour]}, ou terminez votre tour.`;
      case "swap":
        if (prompt.isFirst) return "Échangez des cartes : touchez-les l’une après l’autre.";
        return prompt.isPossible
          ? "Échangez d’autres cartes, ou terminez votre tour et piochez."
          : "Terminez votre tour et piochez.";
    }
  },
  logLines: {
    lilli: ({ who, square }) => `${who} joue Lilli : Brilli-Lilli va en ${square}.`,
    court: ({ who, w, lilli, e }) =>
      `${who} joue deux cartes Lilli : Brilli-Lilli va en ${lilli}, ses gardes en ${w} et ${e}.`,
    guard: ({ who, card, figure, square }) => `${who} joue ${card} : ${figure} va en ${square}.`,
    guards: ({ who, w, e }) => `${who} joue Gardes 1+1 : ils vont en ${w} et ${e}.`,
    flank: ({ who, w, e }) => `${who} rappelle les deux gardes près de Lilli, en ${w} et ${e}.`,
    hans: ({ who, card, square }) => `${who} joue ${card} : Hans va en ${square}.`,
    lola: ({ who, card, kind, square }) =>
      kind === "lola0"
        ? `${who} envoie Lola sur la plaque d’égout.`
        : `${who} joue ${card} : Lola va en ${square}.`,
    joker: ({ who, card, figure, square }) => `${who} joue ${card} en joker : ${figure} va en ${square}.`,
    charm: ({ who, object, square }) =>
      `${who} fait jouer le charme de Hans : il attire ${object} en ${square}.`,
    discard: ({ who, card }) => `${who} échange ${card}.`,
    end: ({ who }) => `${who} termine son tour.`,
    draw: ({ who, count, stack }) =>
      `${who} pioche ${cardCount(count)} ; ${stack ? `il en reste ${stack}` : "la pioche est épuisée"}.`,
    refill: ({ stack }) => `La défausse devient la seconde et dernière pioche : ${cardCount(stack)}.`,
    charly: ({ who, steps, square }) => `Charly avance ${squares(steps)} vers ${who}, en ${square}.`,
    wins: ({ who, by }) =>
      by === "lilli"
        ? `Brilli-Lilli arrive à l’entrée ${de(who)}, qui gagne la partie.`
        : by === "charly"
          ? `Charly arrive à l’entrée ${de(who)}, qui gagne la partie.`
          : `La dernière carte est piochée : l’avantage est à ${who}, qui gagne la partie.`,
    tie: () => "La dernière carte est piochée, Lilli et Charly sont sur la plaque d’égout : égalité.",
  },
  action: {
    move: (whom, steps) =>
      whom === "court"
        ? "déplacer Lilli et ses deux gardes d’une case chacun"
        : whom === "we"
          ? steps
            ? "déplacer les deux gardes d’une case chacun"
            : "rappeler les deux gardes près de Lilli"
          : whom === "lola" && !steps
            ? "envoyer Lola sur la plaque d’égout"
            : `déplacer ${WHOM[whom]} ${squares(steps)}`,
    joker: (cards, move) => `${cards.join(", ")} en joker : ${move}`,
    charm: (whom) => `attirer ${WHOM[whom]} par le charme de Hans`,
    discard: (card) => `échanger ${card}`,
    end: (draws, charly, result) =>
      (result
        ? ["Fin du tour", { victory: "vous gagnez", defeat: "vous perdez", draw: "égalité" }[result]]
        : ["Fin du tour", draws ? `piocher ${draws}` : "", charly ? `Charly +${charly}` : ""]
      )
        .filter(Boolean)
        .join(" · "),
  },
  semicolon: " ;",
  came: (figure, count, isCloser) => `${figure} ${isCloser ? "se rapproche" : "s’éloigne"} ${squares(count)}`,
  brief: {
    cards: (count, colour) => `joue ${cardCount(count)} ${COLOURS[colour]}${count > 1 ? "s" : ""}`,
    charm: "fait jouer le charme de Hans",
    swap: (count) => `échange ${cardCount(count)}`,
    charly: (steps) => `Charly +${steps}`,
  },
  target: {
    card: (name, count, effect) => `Carte ${name}${count > 1 ? `, ${count} en main` : ""}. ${effect}`,
    figure: (name, square) => `${name}, case ${square}`,
    discards: (count) => `Défausse, ${cardCount(count)} : échanger des cartes`,
  },
  hint: {
    leadText: "de combien Lilli et Charly seront venus vers vous dans quelques tours, en cases",
    unit: (amount) => (Math.abs(amount) < 2 ? "case" : "cases"),
    reasons: {
      wins: ({ by }) =>
        ({
          lilli: "C’est gagné : Brilli-Lilli arrive à votre entrée.",
          charly: "C’est gagné : Charly arrive à votre entrée.",
          stack: "C’est gagné : la dernière carte est piochée, et l’avantage est à vous.",
        })[by],
      threat: ({ by, figure, now, other }) =>
        by === "stack"
          ? `La dernière carte vous fait bientôt gagner dans ${now} des cas, sinon dans ${other}.`
          : `${figure} arrive bientôt chez vous dans ${now} des cas, sinon dans ${other}.`,
      danger: ({ who, by, figure, now, other }) =>
        by === "stack"
          ? `La dernière carte fait bientôt gagner ${who} dans ${now} des cas, sinon dans ${other}.`
          : `${figure} arrive bientôt chez ${who} dans ${now} des cas, sinon dans ${other}.`,
      closer: ({ figure, count }) =>
        `Dans quelques tours, ${figure} sera plus près de vous ${squares(count)}.`,
    },
  },
  labels: {
    stack: "Pioche",
    first: "la première",
    second: "la dernière",
    secondText: "La partie s’arrête avec sa dernière carte.",
    discards: "Défausse",
    swap: "Échanger",
    gain: ({ square, steps, charly }) =>
      [
        steps ? `avance ${squares(steps)} vers vous` : "",
        square ? `jusqu’à la case ${square}` : "",
        charly ? `puis Charly +${charly}` : "Charly ne bouge pas",
      ]
        .filter(Boolean)
        .join(", "),
    otherHand: (count, known) =>
      `${cardCount(count)}, dont ${known} ${known > 1 ? "connues" : "connue"} : compter les cartes`,
    cards: cardCount,
    thisTurn: "Ce tour",
    charlyText: (steps) =>
      steps
        ? `À la fin du tour, Charly avancerait ici ${squares(steps)}.`
        : "À la fin du tour, Charly ne bougerait pas d’ici.",
    counting: "Compter les cartes",
    kind: "Carte",
    discarded: "Défaussées",
    unseen: "Encore cachées",
    unseenText: "Dans la pioche, ou dans une main que vous ne voyez pas.",
    knownText: "À coup sûr dans l’autre main",
    together: "À coup sûr dans l’une des mains",
    red: {
      lola: "Le rouge déplace Lola.",
      green: "Le rouge déplace Brilli-Lilli.",
      grey: "Le rouge déplace les gardes.",
      yellow: "Le rouge déplace Hans.",
    },
    account: {
      ended: {
        lilli: "Brilli-Lilli est arrivée à une entrée.",
        charly: "Charly est arrivé à une entrée.",
        stack: "La dernière carte de la seconde pioche est prise.",
      },
      stands: (figure, square) => `${figure} est en ${square}`,
      entrance: (name) => `l’entrée ${de(name)}`,
      half: (name) => `la moitié ${de(name)}`,
      centre: "la plaque d’égout",
      decides: "c’est ce qui décide",
      notNeeded: "ne compte plus",
      wins: (name) => `${name} remporte la soirée.`,
      draw: "Aucune boîte ne remporte la soirée : égalité.",
    },
  },
};

export default typeset(lexicon);
