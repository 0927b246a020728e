// Deutsche Wörter der Straße.
import { capital, either } from "../../phrases";
import { readRules } from "../../rules";
import type { Whom } from "../prompt";
import type { Kind } from "../street";
import type { Lexicon } from "./en";
import { numbered } from "./parts";
import rules from "./rules.de.md?raw";

const squares = (count: number) => (count === 1 ? "ein Feld" : `${count} Felder`);
const cardCount = (count: number) => (count === 1 ? "1 Karte" : `${count} Karten`);
const or = (items: string[]) => either("de", items);
const COLOURS = { green: "grüne", grey: "graue", yellow: "gelbe", red: "rote" };
const MEANINGS = { lola: "Lola", green: "Brilli-Lilli", grey: "die Leibwächter", yellow: "Hans" };
const SUBJECTS: Record<Whom, string> = {
  lilli: "Brilli-Lilli",
  w: "der Delta-Leibwächter",
  e: "der Carré-Leibwächter",
  hans: "der blonde Hans",
  lola: "die rote Lola",
  charly: "Champagner-Charly",
  court: "Lilli mit beiden Leibwächtern",
  we: "beide Leibwächter",
  guard: "ein Leibwächter",
};
const OBJECTS: Record<Whom, string> = {
  ...SUBJECTS,
  w: "den Delta-Leibwächter",
  e: "den Carré-Leibwächter",
  hans: "den blonden Hans",
  guard: "einen Leibwächter",
};
const CARDS: Record<Kind, string> = {
  lilli: "Lilli",
  guard1: "Leibwächter 1",
  guard2: "Leibwächter 1+1 oder 2",
  flank: "Leibwächter zu Lilli",
  ...numbered(
    (number) => `Hans ${number}`,
    (number) => `Lola ${number}`,
  ),
  lola0: "Lola zum Gully",
};

const lexicon: Lexicon = {
  rules: readRules(rules),
  score: (points) => (points === 1 ? "Sieg" : points > 0 ? "unentschieden" : ""),
  options: {
    edition: {
      label: "Ausgabe",
      text: "Royal Visit hat eine Lola 3 weniger, und Charly geht vor dem Nachziehen.",
      values: { reeperbahn: "Auf der Reeperbahn", royal_visit: "Royal Visit" },
    },
  },
  subjects: SUBJECTS,
  objects: OBJECTS,
  cards: CARDS,
  effects: {
    lilli: "Brilli-Lilli kommt ein Feld näher; zwei Karten zusammen bringen beide Leibwächter mit.",
    guard1: "Ein Leibwächter kommt ein Feld näher.",
    guard2: "Beide Leibwächter kommen je ein Feld näher, oder einer von ihnen 2 Felder.",
    flank: "Beide Leibwächter gehen auf die Felder neben Lilli.",
    ...numbered(
      (count) => `Hans kommt ${squares(count)} näher.`,
      (count) => `Lola kommt ${squares(count)} näher; als Joker tut es jemand anders.`,
    ),
    lola0: "Lola geht auf den Gully, von welcher Seite auch immer.",
  },
  prompt: (prompt) => {
    switch (prompt.stage) {
      case "fresh":
        return `${capital(
          or([
            ...(prompt.canPlay ? ["spiel Karten einer Farbe"] : []),
            ...(prompt.canCharm ? ["bezirze mit Hans"] : []),
            "tausche Karten",
          ]),
        )}.`;
      case "card": {
        const name = CARDS[prompt.kind];
        if (!prompt.whom.length) return `${name} lässt sich gerade nicht spielen. Tauschen?`;
        if (prompt.whom.length > 2)
          return `Wen bewegst du mit ${name}?${prompt.canSwap ? " Oder tausche die Karte." : ""}`;
        const whom = prompt.whom.includes("court")
          ? "Lilli allein oder mit den Leibwächtern"
          : or(prompt.whom.map((each, at) => (at && each === "we" ? "beide" : OBJECTS[each])));
        return `Bewege ${whom}${prompt.canSwap ? ", oder tausche die Karte" : ""}.`;
      }
      case "charm":
        return "Wen bezirzt Hans?";
      case "more":
        if (!prompt.isPossible) return "Mehr lässt sich nicht spielen: Beende deinen Zug.";
        if (prompt.meaning && prompt.meaning !== "lola")
          return `Rot bewegt ${MEANINGS[prompt.meaning]}: noch eine Karte, oder beende den Zug.`;
        return `Spiel noch eine ${COLOURS[prompt.colour]} Karte, oder beende deinen Zug.`;
      case "swap":
        if (prompt.isFirst) return "Karten tauschen: Berühre eine nach der anderen.";
        return prompt.isPossible
          ? "Tausche weitere Karten, oder beende den Zug und zieh nach."
          : "Beende den Zug und zieh nach.";
    }
  },
  logLines: {
    lilli: ({ who, square }) => `${who} spielt Lilli: Brilli-Lilli geht auf die ${square}.`,
    court: ({ who, w, lilli, e }) =>
      `${who} spielt zwei Lilli-Karten: Brilli-Lilli geht auf die ${lilli}, ihre Leibwächter auf ${w} und ${e}.`,
    guard: ({ who, card, figure, square }) =>
      `${who} spielt ${card}: ${capital(figure)} geht auf die ${square}.`,
    guards: ({ who, w, e }) => `${who} spielt Leibwächter 1+1: Sie gehen auf ${w} und ${e}.`,
    flank: ({ who, w, e }) => `${who} ruft beide Leibwächter an Lillis Seite, auf ${w} und ${e}.`,
    hans: ({ who, card, square }) => `${who} spielt ${card}: Hans geht auf die ${square}.`,
    lola: ({ who, card, kind, square }) =>
      kind === "lola0"
        ? `${who} schickt Lola auf den Gully.`
        : `${who} spielt ${card}: Lola geht auf die ${square}.`,
    joker: ({ who, card, figure, square }) =>
      `${who} spielt ${card} als Joker: ${capital(figure)} geht auf die ${square}.`,
    charm: ({ who, object, square }) => `${who} lässt Hans ${object} bezirzen und auf die ${square} locken.`,
    discard: ({ who, card }) => `${who} tauscht ${card}.`,
    end: ({ who }) => `${who} beendet den Zug.`,
    draw: ({ who, count, stack }) =>
      `${who} zieht ${cardCount(count)} nach; ${stack ? `${stack} ${stack === 1 ? "bleibt" : "bleiben"} im Stapel` : "der Stapel ist leer"}.`,
    refill: ({ stack }) => `Die Ablage wird zum zweiten und letzten Stapel: ${cardCount(stack)}.`,
    charly: ({ who, steps, square }) =>
      `Charly schlendert ${squares(steps)} auf ${who} zu, auf die ${square}.`,
    wins: ({ who, by }) =>
      by === "lilli"
        ? `Brilli-Lilli betritt den Eingang von ${who}: Sieg für ${who}.`
        : by === "charly"
          ? `Charly erreicht den Eingang von ${who}: Sieg für ${who}.`
          : `Die letzte Karte ist gezogen, und ${who} liegt auf der Straße vorn: Sieg für ${who}.`,
    tie: () => "Die letzte Karte ist gezogen, Lilli und Charly stehen auf dem Gully: unentschieden.",
  },
  action: {
    move: (whom, steps) =>
      whom === "court"
        ? "Lilli und beide Leibwächter je ein Feld bewegen"
        : whom === "we"
          ? steps
            ? "beide Leibwächter je ein Feld bewegen"
            : "beide Leibwächter zu Lilli rufen"
          : whom === "lola" && !steps
            ? "Lola auf den Gully schicken"
            : `${OBJECTS[whom]} ${squares(steps)} bewegen`,
    joker: (cards, move) => `${cards.join(", ")} als Joker: ${move}`,
    charm: (whom) => `Hans ${OBJECTS[whom]} bezirzen lassen`,
    discard: (card) => `${card} tauschen`,
    end: (draws, charly, result) =>
      (result
        ? ["Zug beenden", { victory: "du gewinnst", defeat: "du verlierst", draw: "unentschieden" }[result]]
        : ["Zug beenden", draws ? `${draws} ziehen` : "", charly ? `Charly +${charly}` : ""]
      )
        .filter(Boolean)
        .join(" · "),
  },
  semicolon: ";",
  came: (figure, count, isCloser) => `${figure} ${squares(count)} ${isCloser ? "näher" : "weiter weg"}`,
  brief: {
    cards: (count, colour) => `spielt ${count} ${COLOURS[colour]} ${count === 1 ? "Karte" : "Karten"}`,
    charm: "spielt Hans’ Charme aus",
    swap: (count) => `tauscht ${cardCount(count)}`,
    charly: (steps) => `Charly +${steps}`,
  },
  target: {
    card: (name, count, effect) => `Karte ${name}${count > 1 ? `, ${count} auf der Hand` : ""}. ${effect}`,
    figure: (name, square) => `${name}, auf Feld ${square}`,
    discards: (count) => `Ablage, ${cardCount(count)}: Karten tauschen`,
  },
  hint: {
    leadText: "wie weit Lilli und Charly dir in ein paar Zügen entgegengekommen sind, in Feldern",
    unit: (amount) => (Math.abs(amount) === 1 ? "Feld" : "Felder"),
    reasons: {
      wins: ({ by }) =>
        ({
          lilli: "Das gewinnt: Brilli-Lilli betritt deinen Eingang.",
          charly: "Das gewinnt: Charly erreicht deinen Eingang.",
          stack: "Das gewinnt: Die letzte Karte wird gezogen, und du liegst auf der Straße vorn.",
        })[by],
      threat: ({ by, figure, now, other }) =>
        by === "stack"
          ? `Mit der letzten Karte gewinnst du bald in ${now} der Fälle, sonst in ${other}.`
          : `${figure} erreicht deinen Eingang bald in ${now} der Fälle, sonst in ${other}.`,
      danger: ({ who, by, figure, now, other }) =>
        by === "stack"
          ? `Mit der letzten Karte gewinnt ${who} bald in ${now} der Fälle, sonst in ${other}.`
          : `${figure} erreicht ${who} bald in ${now} der Fälle, sonst in ${other}.`,
      closer: ({ figure, count }) => `In einigen Zügen steht ${figure} ${squares(count)} näher bei dir.`,
    },
  },
  labels: {
    stack: "Stapel",
    first: "der erste",
    second: "der letzte",
    secondText: "Mit seiner letzten Karte endet das Spiel.",
    discards: "Ablage",
    swap: "Tauschen",
    gain: ({ square, steps, charly }) =>
      [
        steps ? `${squares(steps)} näher` : "",
        square ? `auf Feld ${square}` : "",
        charly ? `danach Charly +${charly}` : "Charly bleibt stehen",
      ]
        .filter(Boolean)
        .join(", "),
    otherHand: (count, known) => `${cardCount(count)}, davon ${known} bekannt: Karten zählen`,
    cards: cardCount,
    thisTurn: "Dieser Zug",
    charlyText: (steps) =>
      steps
        ? `Am Ende des Zuges käme Charly hier ${squares(steps)} näher.`
        : "Am Ende des Zuges bliebe Charly hier stehen.",
    counting: "Karten zählen",
    kind: "Karte",
    discarded: "Abgelegt",
    unseen: "Noch verdeckt",
    unseenText: "Im Stapel oder auf einer Hand, die du nicht siehst.",
    knownText: "Sicher auf der anderen Hand",
    together: "Sicher auf einer der Hände",
    red: {
      lola: "Rot bewegt Lola.",
      green: "Rot bewegt Brilli-Lilli.",
      grey: "Rot bewegt Leibwächter.",
      yellow: "Rot bewegt Hans.",
    },
    account: {
      ended: {
        lilli: "Brilli-Lilli hat einen Eingang betreten.",
        charly: "Charly hat einen Eingang erreicht.",
        stack: "Die letzte Karte des zweiten Stapels ist gezogen.",
      },
      stands: (figure, square) => `${figure} steht auf ${square}`,
      entrance: (name) => `Eingang von ${name}`,
      half: (name) => `Hälfte von ${name}`,
      centre: "der Gully",
      decides: "das entscheidet",
      notNeeded: "zählt nicht mehr",
      wins: (name) => `Der Abend gehört ${name}.`,
      draw: "Der Abend bleibt ohne Sieger: unentschieden.",
    },
  },
};

export default lexicon;
