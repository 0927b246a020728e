// English words of the market.
import { capital, type InAnyLanguage, type Sentences } from "../../phrases";
import { readRules } from "../../rules";
import { numberIn, type LogGaps, type ReasonGaps } from "./parts";
import rules from "./rules.en.md?raw";

const TILES: Record<string, string> = {
  farmhand: "farmhand",
  maid: "maid",
  farmer: "farmer",
  farmeress: "farmer’s wife",
  burgher: "burgher",
  burgheress: "burgher’s wife",
  knight: "knight",
  lady: "lady",
  bishop: "bishop",
  abbess: "abbess",
  king: "king",
  queen: "queen",
  beggar: "beggar",
  quack: "charlatan",
  thief: "thief",
  cardsharp: "cardsharp",
  preacher: "preacher",
  tax_collector: "tax collector",
  purse: "double purse",
  fire: "fire",
  curse: "curse",
  wizard: "wizard",
};
const EFFECTS: Record<string, string> = {
  purse: "Doubles its row and its column, gains and losses alike.",
  fire: "Cuts its row and its column: nothing crosses the fire.",
  curse: "Drives all buyers from its row and its column; the rogues stay.",
  wizard: "Stalls right beside it count as one rank higher.",
};

const nameOf = (tile: string) => TILES[tile] ?? tile;

const lexicon = {
  options: {
    rounds: { label: "Rounds", text: "How many market days are played; usually three." },
    stalls_return: {
      label: "Returning stalls",
      text: "Usually only rank I comes back after a round, and every higher stall is used once in the game.",
      values: { rank_one: "rank I", all: "all of them", none: "none" },
    },
    end: {
      label: "The game ends",
      text: "With “with the last stall”, the first round in which somebody runs out of stalls is the last; the number of rounds is then only the limit.",
      values: { rounds: "after these rounds", last_stall: "with the last stall" },
    },
    tiles: {
      label: "Tiles",
      text: "Open: nobody has a secret tile, and the stack lies face up in its order.",
      values: { secret: "with a secret tile each", open: "all open" },
    },
    wizard: {
      label: "Wizard",
      text: "One more tile: stalls right beside the wizard count as one rank higher.",
    },
    purse_start: {
      label: "Écus at the start",
      text: "What everybody owns before the first round; usually 50.",
    },
  },
  rules: readRules(rules),
  score: (points: number) => `${numberIn("en", points)} ${Math.abs(points) === 1 ? "écu" : "écus"}`,
  /** A tile in a sentence, by itself, and where nobody knows which. */
  tile: (name: string) => `the ${nameOf(name)}`,
  alone: (name: string) => `the ${nameOf(name)}`,
  someTile: "the tile",
  prompt: {
    place: (tile: string) => `Choose a cell for ${tile}.`,
    lastCell: (tile: string) => `Only one cell is left for ${tile}.`,
    rank: (rank: string) => `Choose a cell for your stall of rank ${rank}.`,
    secret: (tile: string) => `Choose a cell for your secret tile: ${tile}.`,
    /** `secretToo` follows the other tile. */
    ways: {
      stall: "put up a stall",
      draw: "draw a tile",
      secret: "play your secret tile",
      secretToo: "play your secret one",
    },
    only: (way: string) => `You can do nothing else: ${way}.`,
    pass: "You can do nothing more this round: pass.",
  },
  action: {
    stall: (rank: string, cell: string) => `put up a stall of rank ${rank} on ${cell}`,
    draw: "draw a tile",
    place: (tile: string, cell: string) => `put ${tile} on ${cell}`,
    secret: (cell: string) => `play the secret tile on ${cell}`,
    pass: "Pass",
  },
  logLines: {
    stall: ({ who, rank, cell }) => `${who} puts up a stall of rank ${rank} on ${cell}.`,
    draw: ({ who, tile }) => `${who} draws ${tile}.`,
    place: ({ who, tile, cell }) => `${who} puts ${tile} on ${cell}.`,
    secret: ({ who, tile, cell }) => `${who} puts the secret tile on ${cell}: ${tile}.`,
    pass: ({ who }) => `${who} can do nothing and passes.`,
    round_paid: ({ round }) => `Round ${round} is paid out.`,
    gain: ({ who, amount, isLoss, money }) =>
      `${who} ${isLoss ? "pays" : "gets"} ${amount} and now has ${money}.`,
    round_begins: ({ who, round }) => `Round ${round}: ${who} begins.`,
    wins: ({ who, total }) => `${who} wins with ${total}.`,
  } satisfies Sentences<LogGaps>,
  forYou: (amount: string) => `${amount} for you`,
  /** What was put where, in as few words as can be: a tile, or the rank of a stall. */
  /** What somebody has done, in as few words as can be. */
  brief: {
    stall: (rank: string, cell: string) => `puts ${rank} on ${cell}`,
    tile: (tile: string, cell: string) => `puts ${tile} on ${cell}`,
  },
  target: {
    cell: (cell: string, row: string, column: string) => `Cell ${cell}: row ${row}, column ${column}`,
    rank: (rank: string, count: number) => `Stall of rank ${rank}, ${count} in hand`,
    stack: (count: number) => `Stack: draw the top tile, ${count} left`,
    secret: (tile: string) => `Your secret tile${tile && `: ${tile}`}`,
  },
  hint: {
    leadText: "your lead over the best of the others at the end of the round, in écus",
    unit: (amount: number) => (Math.abs(amount) === 1 ? "écu" : "écus"),
    line: (line: string) => line.replace("row", "Row").replace("column", "Column"),
    reasons: {
      wins: () => "It wins the game.",
      earns: ({ amount }) => `By the end of the round you earn ${amount} more.`,
      earns_line: ({ line, amount }) => `${line} earns you ${amount} more by the end of the round.`,
      costs: ({ who, amount }) => `By the end of the round ${who} earns ${amount} less.`,
      costs_line: ({ who, line, amount }) => `${line} earns ${who} ${amount} less by the end of the round.`,
      keeps: ({ rank }) => `Your stall of rank ${rank} is left for a later round more often.`,
      spends: ({ who, rank }) => `${who}’s stall of rank ${rank} is left for a later round less often.`,
    } satisfies Sentences<ReasonGaps>,
  },
  /** What is written on the square itself. */
  labels: {
    square: "The market square",
    round: (round: number, of: number) => `Round ${round} of ${of}`,
    begins: (who: string) => `${who} starts`,
    stack: "Stack",
    left: (count: number) => (count ? `${count} left` : "empty"),
    openStack: "Still to come, in this order",
    /** What is in the stack or somebody's secret. */
    unseen: "Still hidden, in the stack or in a hand",
    secret: "secret",
    secretGone: "played",
    holdsSecret: "still holds a secret tile",
    hands: "What everybody holds",
    /** What the square would pay as it is. */
    standing: "if paid out now",
    tile: (tile: string) => capital(nameOf(tile)),
    /** What a tile does, in one sentence. */
    effect: (tile: string, value: number) =>
      EFFECTS[tile] ??
      (value > 0
        ? "Buys in its whole row and its whole column."
        : "Robs its whole row and its whole column."),
    stall: (rank: string, owner: string) => `${owner}’s stall, rank ${rank}`,
    /** What a move would bring the viewer. */
    forYou: (gain: string) => `for you ${gain}`,
    /** Ends the count of a round. */
    skip: "Skip the count",
    empty: (cell: string) => `${cell}: empty`,
    line: (line: string) => line.replace("row", "Row").replace("column", "Column"),
    /** What a stretch of a line is worth, for screen readers. */
    worth: (line: string, value: string) => `${line} is worth ${value}.`,
    accounts: "Accounts",
    paid: (round: number) => `Accounts of round ${round}`,
    goOn: (round: number) => `On to round ${round}`,
    value: "Value",
    rows: "Rows",
    columns: "Columns",
    total: "Total",
    /** What everybody had before the first round. */
    before: "At the start",
    stretch: (line: string, from: string, to: string) =>
      from === to ? `${line}, ${from}` : `${line}, ${from} to ${to}`,
    how: "Line by line",
  },
};

/** What every language has to say. */
export type Lexicon = InAnyLanguage<typeof lexicon>;
export default lexicon;
