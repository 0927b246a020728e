// What a game's folder gives to the page: a board that draws a view, words in three languages, and nothing about legality.
import type { Component } from "svelte";
import type { Choice } from "../table/choice.svelte";
import type { Action, AnyView, Character, LogLine } from "../wire/types";
import type { Language } from "../words/language.svelte";
import type { Change, OthersTurn } from "./since";

/** Somebody at the table, as a board needs them. */
export interface Player {
  seat: number;
  name: string;
  isYou: boolean;
  isHouse: boolean;
  /** How well the house plays there, in a word. */
  level?: string;
  /** Who of the house plays there; left out for a person, also for one whose seat the house has taken over. */
  character?: Character;
}

export interface BoardProps {
  /** What the viewer may know. A board narrows `view.board` to its own type. */
  view: AnyView;
  /** The view before the last events, for animation; null when there is none. */
  before: AnyView | null;
  /** The view before the last action, as whoever watched then saw it; null when there is none. */
  earlier?: AnyView | null;
  players: Player[];
  /** What can be touched now: `choice.can(target)`, `choice.point(target)`, `choice.consider(target)`, `choice.preview`. */
  choice: Choice;
  /** Targets of the last actions of others and oneself, to be highlighted: `cell:c4`. */
  recent: ReadonlySet<string>;
  /** The turns of the others since the viewer last acted, to be outlined; null if there were none. */
  since?: readonly OthersTurn[] | null;
  words: GameWords;
  /** Every line of the log that was not taken back, for an account of it; empty as long as some are missing. */
  lines?: readonly LogLine[];
  /** Asks for the lines that are missing. */
  recall?: () => void;
  /** On a big screen nobody holds anything; with the board there, a phone shows the hand and its choices large. */
  place?: "table" | "screen" | "hand";
  /** What to call as soon as the board has shown what `GameFace.holds` asked for; null or left out if nothing waits. */
  release?: (() => void) | null;
}

export interface OptionWords {
  label: string;
  text: string;
  /** Names of values, where the value does not say it itself. */
  values?: Record<string, string>;
}

export interface RuleText {
  /** Number of the rule: `P3.4`. */
  number: string;
  text: string;
  /** Whether the house settled this, because the rulebook is silent. */
  isRuling: boolean;
}

export interface RuleChapter {
  title: string;
  rules: RuleText[];
}

/** What the house says when it is asked. */
export interface HintWords {
  /** What somebody would be ahead in, and when. */
  leadText: string;
  /** By how much, with the unit: `+24 écus`. */
  lead: (amount: number) => string;
  /** A whole turn in words; if it is left out, its actions one after the other. */
  turn?: (actions: readonly Action[], view: AnyView) => string;
  /** Why a turn is better than another; empty for what is no reason of this game. `name` gives the name of a seat. */
  reason: (reason: LogLine, name: (seat: number) => string) => string;
}

export interface GameWords {
  options: Record<string, OptionWords>;
  /** What is wanted from the viewer now, in one sentence; `picked` is what they have pointed at already. */
  prompt: (view: AnyView, picked: readonly string[]) => string;
  /** An action in words, for buttons, hints and screen readers. */
  action: (action: Action, view: AnyView) => string;
  /** A line of the log. `name` gives the name of a seat. */
  logLine: (line: LogLine, name: (seat: number) => string) => string;
  /** Lines of the log, by their keys, that the next action of the same player tells again; then they are left out. */
  retold?: readonly string[];
  /** Lines of the log, by their keys, that go without saying where the same action has more to tell. */
  implied?: readonly string[];
  /** The line of the log, by its key, that says what a board shows while it is held. */
  held?: string;
  /** One line for two that follow each other in one player's actions; null if each is told for itself. */
  join?: (line: LogLine, next: LogLine) => LogLine | null;
  /** Lines of the log, by their keys, that a folded turn leaves out. */
  minor?: readonly string[];
  /** Something that a turn changed, in a few words; `name` is of whom it concerns, null for the viewer, empty for who did it. */
  change?: (change: Change, name: string | null) => string;
  /** What a turn was, part by part, from the lines of its log: where there is no room for sentences. */
  brief?: (lines: readonly LogLine[]) => string[];
  /** What the log says of an action for which the game has no line; if it is left out, nothing. */
  unlogged?: (action: string, name: string) => string;
  /** The name of a target: `cell:c4`. */
  target: (target: string, view: AnyView) => string;
  /** Money or points, with their unit. */
  score: (points: number) => string;
  /** Left out where the house can only tell the chances. */
  hint?: HintWords;
  rules: RuleChapter[];
}

export interface LessonWords {
  /** What one plays for, in one line. */
  aim: string;
  /** The same in three lines: what one wants, what a turn is, when it ends. */
  gist: readonly [string, string, string];
  /** What is said at each step of the first lesson, by its key. */
  steps: Record<string, string>;
}

/** What somebody is told who asks about a piece. */
export interface About {
  name: string;
  /** What it does, in a sentence or two. */
  text: string;
  /** How many are left or still unseen, in a few words. */
  left?: string;
  /** Whose it is: of somebody of the house, the page adds how they play. */
  seat?: number;
  /** Number of the rule that says so. */
  rule: string;
}

export interface Explanations {
  /** How it looks; draws nothing for what has no shape of its own. */
  Portrait: Component<{ of: string; view: AnyView }>;
  /** `of` is what an element says in `data-about`, or else in `data-target`; null if there is nothing to say. */
  about: (of: string, view: AnyView, players: readonly Player[], language: Language) => About | null;
}

/** Pictures of the rules page. */
export interface RulePictures {
  /** What several pictures draw from. */
  Shared?: Component;
  /** What stands under a rule, by its number; nothing under most. */
  Picture: Component<{ rule: string; language: Language }>;
}

/** A lot among so many; or a shuffle of so many cards, one of which may be left out, or of several such piles. */
export type DealPart = { among: number } | { cards: number; without?: number; times?: number };

export interface GameFace {
  Board: Component<BoardProps>;
  /** How the points came about, at the end; left out where nothing is known of that. */
  Account?: Component<BoardProps>;
  words: Record<Language, GameWords>;
  /** Left out where nobody teaches the game. */
  lesson?: Record<Language, LessonWords>;
  /** Loaded by whoever reads the rules; left out where there are none to read. */
  pictures?: () => Promise<RulePictures>;
  /** Loaded with the table; left out where the pieces do not explain themselves. */
  explanations?: () => Promise<Explanations>;
  /** How many milliseconds people need to follow what happened between two views. */
  pace: (before: AnyView, view: AnyView) => number;
  /** Whether the board shows something between two views first, and calls `release`: what is newer waits for that, and the crown. */
  holds?: (before: AnyView, view: AnyView) => boolean;
  /** What somebody else's turn changed, as far as it matters to the viewer. */
  changes?: (turn: OthersTurn, viewer: number) => Change[];
  /** Whether these seats see nothing that others may not: who shares a device need not hand it on. */
  isOpen?: (view: AnyView, seats: readonly number[]) => boolean;
  /** Which actions players also take in somebody else's turn. */
  isAside?: (action: string) => boolean;
  /** What is left to point at, where some of it goes without saying. */
  shorten?: (legal: Action[], view: AnyView) => Action[];
  /** Whether the board offers every action itself, also those that point at nothing. */
  listsActions?: boolean;
  /** Whether the board itself names everybody and says how they stand: then nothing beside it does again. */
  namesPlayers?: boolean;
  /** Number of the rule that matters now; empty if there are no rules to read. */
  rule: (view: AnyView) => string;
  /** All parts that a deal must have, by their names. Left out where the page does not know: then the server checks it. */
  deal?: (players: number, options: Record<string, unknown>) => Record<string, DealPart>;
}

/** What the first page needs before a game is loaded. */
export interface GameCard {
  name: string;
  /** Whether it is shown on the board that suits any game: it has no rules to read, and comes with a text drawing. */
  isGeneric?: boolean;
  /** How long it takes; null if nobody knows. */
  minutes: number | null;
  /** For how few and how many it is. */
  seats: readonly [number, number];
  /** How many seats a quick game has. */
  players: number;
  /** Whether there is a first lesson. */
  hasLesson?: boolean;
  /** Whether there are puzzles. */
  hasPuzzles?: boolean;
  Picture: Component;
  /** Other names by which people know it. */
  aliases?: readonly string[];
  titles: Record<Language, string>;
  sentences: Record<Language, string>;
  load: () => Promise<GameFace>;
}
