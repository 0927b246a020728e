// English words of the street.
import { capital, either, type InAnyLanguage, type Sentences } from "../../phrases";
import { readRules } from "../../rules";
import type { Prompt, Whom } from "../prompt";
import type { Colour, Kind } from "../street";
import { numbered, type Gain, type LogGaps, type ReasonGaps, type Result } from "./parts";
import rules from "./rules.en.md?raw";

const squares = (count: number) => (count === 1 ? "one square" : `${count} squares`);
const cardCount = (count: number) => (count === 1 ? "1 card" : `${count} cards`);
const or = (items: string[]) => either("en", items);
const COLOURS = { green: "green", grey: "grey", yellow: "yellow", red: "red" };
const MEANINGS = { lola: "Lola", green: "Brilli-Lilli", grey: "the guards", yellow: "Hans" };
const WHOM: Record<Whom, string> = {
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
const CARDS: Record<Kind, string> = {
  lilli: "Lilli",
  guard1: "Guard 1",
  guard2: "Guards 1+1 or 2",
  flank: "Guards to Lilli",
  ...numbered(
    (number) => `Hans ${number}`,
    (number) => `Lola ${number}`,
  ),
  lola0: "Lola to the manhole",
};

const lexicon = {
  rules: readRules(rules),
  score: (points: number) => (points === 1 ? "victory" : points > 0 ? "draw" : ""),
  options: {
    edition: {
      label: "Edition",
      text: "Royal Visit has one Lola 3 fewer, and Charly moves before cards are drawn.",
      values: { reeperbahn: "Auf der Reeperbahn", royal_visit: "Royal Visit" },
    },
  },
  /** Somebody as the subject of a sentence, and as its object. */
  subjects: WHOM,
  objects: WHOM,
  /** The name of a card, and what it does. */
  cards: CARDS,
  effects: {
    lilli: "Brilli-Lilli moves one square towards you; two cards together bring both guards along.",
    guard1: "One guard moves one square towards you.",
    guard2: "Both guards move one square each towards you, or one guard moves two.",
    flank: "Both guards go to the squares next to Lilli.",
    ...numbered(
      (count) => `Hans moves ${squares(count)} towards you.`,
      (count) => `Lola moves ${squares(count)} towards you; as a joker, somebody else does.`,
    ),
    lola0: "Lola goes to the manhole, from either side.",
  },
  prompt: (prompt: Prompt) => {
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
        if (!prompt.whom.length) return `${name} cannot be played now; swap it?`;
        // A joker has many ways: they are lit.
        if (prompt.whom.length > 2)
          return `Whom do you move with ${name}?${prompt.canSwap ? " Or swap the card." : ""}`;
        const whom = prompt.whom.includes("court")
          ? "Lilli alone or with both guards"
          : or(prompt.whom.map((each, at) => (at && each === "we" ? "both" : WHOM[each])));
        return `Move ${whom}${prompt.canSwap ? ", or swap the card" : ""}.`;
      }
      case "charm":
        return "Whom does Hans charm to his square?";
      case "more": {
        if (!prompt.isPossible) return "Nothing more can be played: end your turn.";
        if (prompt.meaning && prompt.meaning !== "lola")
          return `Red moves ${MEANINGS[prompt.meaning]}: play another red card, or end your turn.`;
        return `Play another ${COLOURS[prompt.colour]} card, or end your turn.`;
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
          : `The last card is drawn, and ${who} is ahead in the street and wins.`,
    tie: () => "The last card is drawn with Lilli and Charly at the manhole: a draw.",
  } satisfies Sentences<LogGaps>,
  action: {
    move: (whom: Whom, steps: number) =>
      whom === "court"
        ? "move Lilli and both guards one square each"
        : whom === "we"
          ? steps
            ? "move both guards one square each"
            : "call both guards to Lilli’s side"
          : whom === "lola" && !steps
            ? "send Lola to the manhole"
            : `move ${WHOM[whom]} ${squares(steps)}`,
    joker: (cards: string[], move: string) =>
      `${cards.join(", ")} as ${cards.length > 1 ? "jokers" : "a joker"}: ${move}`,
    charm: (whom: Whom) => `let Hans charm ${WHOM[whom]}`,
    discard: (card: string) => `swap ${card}`,
    end: (draws: number, charly: number, result: Result | null) =>
      (result
        ? ["End turn", { victory: "you win", defeat: "you lose", draw: "a draw" }[result]]
        : ["End turn", draws ? `draw ${draws}` : "", charly ? `Charly +${charly}` : ""]
      )
        .filter(Boolean)
        .join(" · "),
  },
  /** With the space that this language puts before it. */
  semicolon: ";",
  /** How far somebody has come towards the viewer, or gone away from them. */
  came: (figure: string, count: number, isCloser: boolean) =>
    `${figure} ${squares(count)} ${isCloser ? "closer" : "further away"}`,
  /** What somebody has done, in as few words as can be. */
  brief: {
    cards: (count: number, colour: Colour) =>
      `plays ${count} ${COLOURS[colour]} ${count === 1 ? "card" : "cards"}`,
    charm: "uses Hans’s charm",
    swap: (count: number) => `swaps ${cardCount(count)}`,
    charly: (steps: number) => `Charly +${steps}`,
  },
  target: {
    card: (name: string, count: number, effect: string) =>
      `Card ${name}${count > 1 ? `, ${count} in hand` : ""}. ${effect}`,
    figure: (name: string, square: number) => `${name}, on square ${square}`,
    discards: (count: number) => `Discards, ${cardCount(count)}: swap cards`,
  },
  hint: {
    leadText: "how far Lilli and Charly will have come towards you a few turns on, in squares",
    unit: (amount: number) => (Math.abs(amount) === 1 ? "square" : "squares"),
    reasons: {
      wins: ({ by }) =>
        ({
          lilli: "It wins: Brilli-Lilli steps onto your entrance.",
          charly: "It wins: Charly reaches your entrance.",
          stack: "It wins: the last card is drawn, and you are ahead in the street.",
        })[by],
      threat: ({ by, figure, now, other }) =>
        by === "stack"
          ? `With the last card you soon win in ${now} of cases, otherwise in ${other}.`
          : `${figure} soon reaches your entrance in ${now} of cases, otherwise in ${other}.`,
      danger: ({ who, by, figure, now, other }) =>
        by === "stack"
          ? `With the last card ${who} soon wins in ${now} of cases, otherwise in ${other}.`
          : `${figure} soon reaches ${who}’s entrance in ${now} of cases, otherwise in ${other}.`,
      closer: ({ figure, count }) => `In a few turns ${figure} will be ${squares(count)} closer to you.`,
    } satisfies Sentences<ReasonGaps>,
  },
  labels: {
    stack: "Stack",
    first: "first of two",
    second: "the last one",
    secondText: "With its last card the game ends.",
    discards: "Discards",
    swap: "Swap",
    /** What a move brings: how far towards one, where somebody would stand, and how far Charly would come. */
    gain: ({ square, steps, charly }: Gain) =>
      [
        steps ? `${squares(steps)} towards you` : "",
        square ? `to square ${square}` : "",
        charly ? `then Charly +${charly}` : "Charly stays",
      ]
        .filter(Boolean)
        .join(", "),
    /** The other's cards, as a button. */
    otherHand: (count: number, known: number) =>
      `${cardCount(count)}, ${known} of them known: count the cards`,
    cards: cardCount,
    thisTurn: "This turn",
    charlyText: (steps: number) =>
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
      stands: (figure: string, square: number) => `${figure} stands on ${square}`,
      entrance: (name: string) => `${name}’s entrance`,
      half: (name: string) => `${name}’s half`,
      centre: "the manhole",
      decides: "this decides",
      notNeeded: "no longer counts",
      wins: (name: string) => `${name} wins the evening.`,
      draw: "Neither club wins the evening: a draw.",
    },
  },
};

/** What every language has to say. */
export type Lexicon = InAnyLanguage<typeof lexicon>;
export default lexicon;
