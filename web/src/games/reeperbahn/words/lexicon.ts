// Turns what the server says into gaps of sentences, the same way for every language.
import type { Action, AnyView } from "../../../wire/types";
import type { Language } from "../../../words/language.svelte";
import type { GameWords, OptionWords, RuleChapter } from "../../game";
import { capital } from "../../phrases";
import { endOf } from "../effects";
import { promptOf, cardOf, drawsOf, whomOf, type Prompt, type Whom } from "../prompt";
import { splitTarget } from "../../target";
import { isFigure, isKind, narrow, numberOf, type Kind } from "../street";
import { hintIn } from "./hint";

/** What stands in the gaps of a log line. */
export interface LogGaps {
  who: string;
  /** The name of the card. */
  card: string;
  kind: Kind;
  /** Whoever moved, as subject and as object of a sentence. */
  figure: string;
  object: string;
  square: number;
  w: number;
  lilli: number;
  e: number;
  count: number;
  stack: number;
  steps: number;
  by: "lilli" | "charly" | "stack";
}

// prettier-ignore
export const LOG_KEYS = [
  "lilli", "court", "guard", "guards", "flank", "hans", "lola", "joker", "charm", "discard", "end", "draw", "refill",
  "charly", "wins", "tie",
] as const;
/** What matters little once a turn is over. */
const MINOR: readonly string[] = ["discard", "end", "draw"].map((key) => `reeperbahn.${key}`);
export type LogKey = (typeof LOG_KEYS)[number];

/** How a turn ends the game, for whoever ends it. */
export type Result = "victory" | "defeat" | "draw";

/** What is written on the board itself. */
export interface Labels {
  stack: string;
  first: string;
  second: string;
  secondText: string;
  discards: string;
  swap: string;
  swapCards: string;
  /** What a move brings: how far towards one, where somebody would stand, and how far Charly would come at the end of the turn. */
  gain: (gain: { square: number | null; steps: number; charly: number }) => string;
  /** The other's cards, as a button. */
  otherHand: (count: number, known: number) => string;
  cards: (count: number) => string;
  thisTurn: string;
  charlyText: (steps: number) => string;
  counting: string;
  kind: string;
  discarded: string;
  unseen: string;
  unseenText: string;
  knownText: string;
  together: string;
  red: Record<"lola" | "green" | "grey" | "yellow", string>;
  account: {
    ended: Record<"lilli" | "charly" | "stack", string>;
    stands: (figure: string, square: number) => string;
    entrance: (name: string) => string;
    half: (name: string) => string;
    centre: string;
    decides: string;
    notNeeded: string;
    wins: (name: string) => string;
    draw: string;
  };
}

export interface Lexicon {
  title: string;
  sentence: string;
  options: Record<string, OptionWords>;
  rules: RuleChapter[];
  score: (points: number) => string;
  /** Somebody as the subject of a sentence, and as its object. */
  subjects: Record<Whom, string>;
  objects: Record<Whom, string>;
  /** The name of a card, and what it does. */
  cards: Record<Kind, string>;
  effects: Record<Kind, string>;
  prompt: (prompt: Prompt) => string;
  logLines: Record<LogKey, (gaps: LogGaps) => string>;
  action: {
    move: (whom: Whom, steps: number) => string;
    joker: (card: string, move: string) => string;
    charm: (whom: Whom) => string;
    discard: (card: string) => string;
    end: (draws: number, charly: number, result: Result | null) => string;
  };
  /** How far somebody has come towards the viewer, or gone away from them. */
  came: (figure: string, squares: number, isCloser: boolean) => string;
  /** With the space that this language puts before it. */
  semicolon: string;
  target: {
    card: (name: string, count: number, effect: string) => string;
    figure: (name: string, square: number) => string;
    discards: (count: number) => string;
  };
  labels: Labels;
}

export interface ReeperbahnWords
  extends GameWords, Pick<Lexicon, "subjects" | "cards" | "effects" | "labels"> {}

/** The words of this game, for its own pieces of the page. */
export const narrowWords = (words: GameWords): ReeperbahnWords => words as ReeperbahnWords;

export function wordsFrom(language: Language, lexicon: Lexicon): ReeperbahnWords {
  const { subjects, objects, cards, effects, action: acts, target: targets } = lexicon;
  const isWhom = (text: string): text is Whom => text in subjects;
  const subject = (text: unknown) => (typeof text === "string" && isWhom(text) ? subjects[text] : "");
  const object = (text: unknown) => (typeof text === "string" && isWhom(text) ? objects[text] : "");

  const action = ({ text }: Action, view: AnyView): string => {
    const { board, to_move } = narrow(view);
    const [verb = ""] = text.split(" ");
    if (verb === "end") {
      const winner = endOf(view);
      const result =
        winner === null || winner === "draw" ? winner : winner === to_move ? "victory" : "defeat";
      return acts.end(drawsOf(view), board.pull[to_move ?? 0] ?? 0, result);
    }
    const whom = whomOf(text);
    if (verb === "charm") return acts.charm(whom);
    const kind = cardOf(text);
    if (!kind) return text;
    if (verb === "discard") return acts.discard(cards[kind]);
    const steps = whom === "we" && verb !== "flank" ? 1 : numberOf(kind);
    const move = acts.move(whom, steps);
    return verb.startsWith("joker") ? acts.joker(cards[kind], move) : move;
  };

  /** Cards that move the same figure one after the other are one way, cards that are swapped one swap. */
  const turn = (actions: readonly Action[], view: AnyView): string => {
    const parts: { key: string; steps: number; names: string[]; text: string }[] = [];
    for (const each of actions) {
      const verb = each.text.split(" ")[0] ?? "";
      if (verb === "end" && actions.length > 1) continue;
      const kind = cardOf(each.text);
      const whom = whomOf(each.text);
      const steps = kind && !verb.startsWith("joker") && isFigure(whom) ? numberOf(kind) : 0;
      const isSwap = verb === "discard" && kind !== null;
      const key = isSwap ? verb : steps ? whom : each.text;
      const last = parts.at(-1);
      const part = last?.key === key ? last : { key, steps: 0, names: [], text: "" };
      if (part !== last) parts.push(part);
      part.steps += steps;
      part.names.push(kind ? cards[kind] : "");
      const times = part.names.length > 1 ? `${part.names.length} × ` : "";
      if (isSwap) part.text = acts.discard(part.names.join(", "));
      else part.text = steps ? acts.move(whom, part.steps) : `${times}${action(each, view)}`;
    }
    return parts.map(({ text }) => text).join(`${lexicon.semicolon} `);
  };

  return {
    title: lexicon.title,
    sentence: lexicon.sentence,
    options: lexicon.options,
    rules: lexicon.rules,
    score: lexicon.score,
    subjects,
    cards,
    effects,
    labels: lexicon.labels,
    minor: MINOR,
    change: ({ key, amount }) => lexicon.came(subject(key), Math.abs(amount), amount > 0),
    prompt: (view, picked) => lexicon.prompt(promptOf(view, picked)),
    action,
    hint: { ...hintIn(language), turn },
    target: (target, view) => {
      const { board } = narrow(view);
      const [what, name] = splitTarget(target);
      if (what === "card" && isKind(name)) {
        return targets.card(cards[name], board.hand?.[name] ?? 0, effects[name]);
      }
      if (what === "figure") return targets.figure(capital(subject(name)), board.figures[name] ?? 0);
      if (what === "figures") return capital(subject(name));
      return targets.discards(Object.values(board.discards).reduce((sum, count) => sum + count, 0));
    },
    logLine: ({ key, arguments: gaps }, name) => {
      const short = key.replace("reeperbahn.", "");
      if (!(LOG_KEYS as readonly string[]).includes(short)) return key;
      const number = (gap: string) => Number(gaps[gap] ?? 0);
      const card = String(gaps["card"] ?? "");
      const kind: Kind = isKind(card) ? card : "lilli";
      const whom = gaps["figure"] ?? gaps["guard"];
      return capital(
        lexicon.logLines[short as LogKey]({
          who: typeof gaps["seat"] === "number" ? name(gaps["seat"]) : "",
          card: cards[kind],
          kind,
          figure: subject(whom),
          object: object(whom),
          square: number("square"),
          w: number("w"),
          lilli: number("lilli"),
          e: number("e"),
          count: number("count"),
          stack: number("stack"),
          steps: number("steps"),
          by: String(gaps["by"]) as LogGaps["by"],
        }),
      );
    },
  };
}
