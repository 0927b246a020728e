// English words of the street.
import { capital, either } from "../../phrases";
import { readRules } from "../../rules";
import { SENTENCES, TITLES } from "../sign";
import rules from "./rules.en.md?raw";
import { wordsFrom, type Lexicon } from "./lexicon";

const squares = (count: number) => (count === 1 ? "one square" : `${count} squares`);
const cardCount = (count: number) => (count === 1 ? "1 card" : `${count} cards`);
const or = (items: string[]) => either("en", items);
const COLOURS = { green: "green", grey: "grey", yellow: "yellow", red: "red" };
const MEANINGS = { lola: "Lola", green: "Brilli-Lilli", grey: "the guards", yellow: "Hans" };
const WHOM: Lexicon["subjects"] = {
  lilli: "Brilli-Lilli",
  w: "the Delta guard",
  e: "the Carré guard",
  hans: "Blond Hans",
  lola: "Red Lola",
  charly: "Champagne Charly",
  court: "Lilli with both guards",
  we: "both guards",
  guard: "one guard",
};
const CARDS: Lexicon["cards"] = {
  lilli: "Lilli",
  guard1: "Guard 1",
  guard2: "Guards 1+1 or 2",
  flank: "Guards to Lilli",
  hans1: "Hans 1",
  hans2: "Hans 2",
  hans3: "Hans 3",
  lola1: "Lola 1",
  lola2: "Lola 2",
  lola3: "Lola 3",
  lola4: "Lola 4",
  lola5: "Lola 5",
  lola0: "Lola to the manhole",
};
const lola = (count: number) => `Lola moves ${squares(count)} towards you; as a joker, somebody else does.`;

const lexicon: Lexicon = {
  title: TITLES.en,
  sentence: SENTENCES.en,
  rules: readRules(rules),
  score: (points) => (points === 1 ? "victory" : points > 0 ? "draw" : ""),
  options: {
    edition: {
      label: "Edition",
      text: "Royal Visit has one Lola 3 fewer, and Charly moves before cards are drawn.",
      values: { reeperbahn: "Auf der Reeperbahn", royal_visit: "Royal Visit" },
    },
  },
  subjects: WHOM,
  objects: WHOM,
  cards: CARDS,
  effects: {
    lilli: "Brilli-Lilli moves one square towards you; two cards together bring both guards along.",
    guard1: "One guard moves one square towards you.",
    guard2: "Both guards move one square each towards you, or one guard moves two.",
    flank: "Both guards go to the squares next to Lilli.",
    hans1: "Hans moves one square towards you.",
    hans2: "Hans moves 2 squares towards you.",
    hans3: "Hans moves 3 squares towards you.",
    lola1: lola(1),
    lola2: lola(2),
    lola3: lola(3),
    lola4: lola(4),
    lola5: lola(5),
    lola0: "Lola goes to the manhole, from either side.",
  },
  prompt: (prompt) => {
    switch (prompt.stage) {
      case "fresh":
        return `${capital(
          or([
            ...(prompt.canPlay ? ["play cards of one colour"] : []),
            ...(prompt.canCharm ? ["let Hans charm somebody"] : []),
            "swap cards",
          ]),
        )}.`;
      case "card": {
        const name = CARDS[prompt.kind];
        const whom = or(prompt.whom.map((each) => WHOM[each]));
        if (!prompt.whom.length) return `${name} cannot be played now; swap it?`;
        return `${name}: move ${whom}${prompt.canSwap ? ", or swap the card" : ""}.`;
      }
      case "charm":
        return `Whom does Hans charm to his square: ${or(prompt.whom.map((each) => WHOM[each]))}?`;
      case "more": {
        if (!prompt.isPossible) return "Nothing more can be played: end your turn.";
        if (prompt.meaning && prompt.meaning !== "lola")
          return `Red moves ${MEANINGS[prompt.meaning]} in this turn: another red card, or end your turn.`;
        return `Another ${COLOURS[prompt.colour]} card, or end your turn.`;
      }
      case "swap":
        if (prompt.isFirst) return "Swap cards: touch them one after the other.";
        return prompt.isPossible ? "Swap more cards, or end your turn and draw." : "End your turn and draw.";
    }
  },
  logLines: {
    lilli: ({ who, square }) => `${who} plays Lilli: Brilli-Lilli goes to ${square}.`,
    court: ({ who, w, lilli, e }) =>
      `${who} plays two Lilli cards: Brilli-Lilli goes to ${lilli}, her guards to ${w} and ${e}.`,
    guard: ({ who, card, figure, square }) => `${who} plays ${card}: ${figure} goes to ${square}.`,
    guards: ({ who, w, e }) => `${who} plays Guards 1+1: they go to ${w} and ${e}.`,
    flank: ({ who, w, e }) => `${who} calls both guards to Lilli’s side, to ${w} and ${e}.`,
    hans: ({ who, card, square }) => `${who} plays ${card}: Hans goes to ${square}.`,
    lola: ({ who, card, kind, square }) =>
      kind === "lola0"
        ? `${who} sends Lola to the manhole.`
        : `${who} plays ${card}: Lola goes to ${square}.`,
    joker: ({ who, card, figure, square }) => `${who} plays ${card} as a joker: ${figure} goes to ${square}.`,
    charm: ({ who, object, square }) => `${who} lets Hans charm ${object}, who comes to ${square}.`,
    discard: ({ who, card }) => `${who} swaps ${card}.`,
    end: ({ who }) => `${who} ends the turn.`,
    draw: ({ who, count, stack }) =>
      `${who} draws ${cardCount(count)}; ${stack ? `${stack} ${stack === 1 ? "is" : "are"} left` : "the stack is empty"}.`,
    refill: ({ stack }) => `The discards become the second and last stack: ${cardCount(stack)}.`,
    charly: ({ who, steps, square }) => `Charly strolls ${squares(steps)} towards ${who}, to ${square}.`,
    wins: ({ who, by }) =>
      by === "lilli"
        ? `Brilli-Lilli steps onto ${who}’s entrance: ${who} wins.`
        : by === "charly"
          ? `Charly reaches ${who}’s entrance: ${who} wins.`
          : `The last card is drawn, and the street leans towards ${who}, who wins.`,
    tie: () => "The last card is drawn with Lilli and Charly at the manhole: a draw.",
  },
  action: {
    move: (whom, steps) =>
      whom === "court"
        ? "move Lilli and both guards one square each"
        : whom === "we"
          ? steps
            ? "move both guards one square each"
            : "call both guards to Lilli’s side"
          : whom === "lola" && !steps
            ? "send Lola to the manhole"
            : `move ${WHOM[whom]} ${squares(steps)}`,
    joker: (card, move) => `${card} as a joker: ${move}`,
    charm: (whom) => `let Hans charm ${WHOM[whom]}`,
    discard: (card) => `swap ${card}`,
    end: (draws, charly, result) =>
      (result
        ? ["End turn", { victory: "you win", defeat: "you lose", draw: "a draw" }[result]]
        : ["End turn", draws ? `draw ${draws}` : "", charly ? `Charly +${charly}` : ""]
      )
        .filter(Boolean)
        .join(" · "),
  },
  semicolon: ";",
  came: (figure, count, isCloser) => `${figure} ${squares(count)} ${isCloser ? "closer" : "further away"}`,
  target: {
    card: (name, count, effect) => `Card ${name}${count > 1 ? `, ${count} in hand` : ""}. ${effect}`,
    figure: (name, square) => `${name}, on square ${square}`,
    discards: (count) => `Discards, ${cardCount(count)}: swap cards`,
  },
  labels: {
    stack: "Stack",
    first: "first of two",
    second: "the last one",
    secondText: "With its last card the game ends.",
    discards: "Discards",
    swap: "swap",
    swapCards: "Swap cards",
    gain: ({ square, steps, charly }) =>
      [
        steps ? `${squares(steps)} towards you` : "",
        square ? `to square ${square}` : "",
        charly ? `then Charly +${charly}` : "Charly stays",
      ]
        .filter(Boolean)
        .join(", "),
    otherHand: (count, known) => `${cardCount(count)}, ${known} of them known: count the cards`,
    cards: cardCount,
    thisTurn: "This turn",
    charlyText: (steps) =>
      steps
        ? `At the end of this player’s turn Charly would come ${squares(steps)} closer.`
        : "At the end of this player’s turn Charly would stay.",
    counting: "Count the cards",
    kind: "Card",
    discarded: "Discarded",
    unseen: "Unseen",
    unseenText: "In the stack, or in hands you cannot see.",
    knownText: "Certainly in the other hand",
    together: "Certainly in one of the hands",
    red: {
      lola: "Red moves Lola.",
      green: "Red moves Brilli-Lilli.",
      grey: "Red moves guards.",
      yellow: "Red moves Hans.",
    },
    account: {
      ended: {
        lilli: "Brilli-Lilli stepped onto an entrance.",
        charly: "Charly reached an entrance.",
        stack: "The last card of the second stack was drawn.",
      },
      stands: (figure, square) => `${figure} stands on ${square}`,
      entrance: (name) => `${name}’s entrance`,
      half: (name) => `${name}’s half`,
      centre: "the manhole",
      decides: "this decides",
      notNeeded: "no longer counts",
      wins: (name) => `${name} wins the evening.`,
      draw: "Nobody gets the better of the street: a draw.",
    },
  },
};

export default wordsFrom("en", lexicon);
