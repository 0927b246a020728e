// English words of the market.
import type { AnyView } from "../../../wire/types";
import type { GameWords } from "../../game";
import { capital, either } from "../../phrases";
import { readRules } from "../../rules";
import { splitTarget } from "../../target";
import { boardOf, signed, type Tile } from "../market";
import { around, inHand, plus, possible, RETOLD, type Labels } from "./parts";
import { SENTENCES, TITLES } from "../sign";
import { hintIn } from "./hint";
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

const number = (value: unknown) => new Intl.NumberFormat("en").format(Number(value));
const name = (tile: string) => TILES[tile] ?? tile;
const valued = (tile: string | number | undefined, value: string | number | undefined) =>
  Number(value) ? `the ${name(String(tile))} (${signed(Number(value))})` : `the ${name(String(tile))}`;
const wanted = (tile: Tile | null) =>
  tile ? `the ${name(tile.name)}${tile.value ? `, ${signed(tile.value)}` : ""}` : "the tile";

function prompt(view: AnyView, picked: readonly string[]): string {
  const board = boardOf(view);
  if (board.stage === "place") return `Choose a cell for ${wanted(board.drawn)}.`;
  const [kind, rank] = splitTarget(picked[0] ?? "");
  if (kind === "rank") return `Choose a cell for your stall of rank ${rank}.`;
  if (kind === "secret") return `Choose a cell for your secret tile: ${wanted(board.secret)}.`;
  const can = possible(view);
  const ways = [
    can.stall && "put up a stall",
    can.draw && "draw a tile",
    can.secret && "play your secret tile",
  ].filter((way) => way !== false);
  if (!ways.length) return "You can do nothing more this round: pass.";
  return `${capital(either("en", ways))}.`;
}

const words: GameWords = {
  title: TITLES.en,
  sentence: SENTENCES.en,
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
  prompt,
  action: (action, view) => {
    const board = boardOf(view);
    const drawn = board.drawn ? valued(board.drawn.name, board.drawn.value) : "the tile";
    const at = splitTarget(action.targets.at(-1) ?? "")[1];
    if (action.kind === "stall")
      return `put up a stall of rank ${splitTarget(action.targets[0] ?? "")[1]} on ${at}`;
    if (action.kind === "draw") return "draw a tile";
    if (action.kind === "place") return `put ${drawn} on ${at}`;
    if (action.kind === "secret") return `play the secret tile on ${at}`;
    return "Pass";
  },
  logLine: ({ key, arguments: args }, nameOf) => {
    const who = nameOf(Number(args["seat"] ?? 0));
    const amount = Number(args["amount"] ?? 0);
    switch (key) {
      case "poule.stall":
        return `${who} puts up a stall of rank ${args["rank"]} on ${args["cell"]}.`;
      case "poule.draw":
        return `${who} draws ${valued(args["tile"], args["value"])}.`;
      case "poule.place":
        return `${who} puts ${valued(args["tile"], args["value"])} on ${args["cell"]}.`;
      case "poule.secret":
        return `${who} puts the secret tile on ${args["cell"]}: ${valued(args["tile"], args["value"])}.`;
      case "poule.pass":
        return `${who} can do nothing and passes.`;
      case "poule.round_paid":
        return `Round ${args["round"]} is paid out.`;
      case "poule.gain":
        return amount < 0
          ? `${who} pays ${words.score(-amount)} and now has ${number(args["money"])}.`
          : `${who} gets ${words.score(amount)} and now has ${number(args["money"])}.`;
      case "poule.round_begins":
        return `Round ${args["round"]}: ${who} begins.`;
      case "poule.wins":
        return `${who} wins with ${words.score(Number(args["money"]))}.`;
      default:
        return key;
    }
  },
  retold: RETOLD,
  change: ({ amount }, name) =>
    name === null ? `${plus(amount)}${words.score(amount)} for you` : `${name} ${signed(amount)}`.trim(),
  target: (target, view) => {
    const board = boardOf(view);
    const [kind, which] = splitTarget(target);
    if (kind === "cell") return `Cell ${which}: row ${around(view, which).join(", column ")}`;
    if (kind === "rank") return `Stall of rank ${which}, ${inHand(view, which)} in hand`;
    if (kind === "stack") return `Stack: draw the top tile, ${board.stack} left`;
    return `Your secret tile: ${wanted(board.secret)}`;
  },
  score: (points) =>
    `${points < 0 ? "\u2212" : ""}${number(Math.abs(points))} ${Math.abs(points) === 1 ? "écu" : "écus"}`,
  hint: hintIn("en"),
  rules: readRules(rules),
};

export const labels: Labels = {
  square: "The market square",
  round: (round, of) => `Round ${round} of ${of}`,
  begins: (who) => `${who} began`,
  stack: "Stack",
  left: (count) => (count ? `${count} left` : "empty"),
  openStack: "Still to come, in this order",
  unseen: "Still hidden, in the stack or in a hand",
  secret: "secret",
  secretGone: "played",
  holdsSecret: "still holds a secret tile",
  hands: "What everybody holds",
  standing: "if paid out now",
  tile: (tile) => capital(name(tile)),
  effect: (tile, value) =>
    EFFECTS[tile] ??
    (value > 0 ? "Buys in its whole row and its whole column." : "Robs its whole row and its whole column."),
  stall: (rank, owner) => `${owner}’s stall, rank ${rank}`,
  forYou: (gain) => `for you ${gain}`,
  skip: "Skip the count",
  empty: (cell) => `${cell}: empty`,
  line: (line) => line.replace("row", "Row").replace("column", "Column"),
  worth: (line, value) => `${line} is worth ${value}.`,
  paid: (round) => `Accounts of round ${round}`,
  goOn: (round) => `On to round ${round}`,
  value: "Value",
  rows: "Rows",
  columns: "Columns",
  total: "Total",
  before: "At the start",
  stretch: (line, from, to) => (from === to ? `${line}, ${from}` : `${line}, ${from} to ${to}`),
  how: "Line by line",
};

export default words;
