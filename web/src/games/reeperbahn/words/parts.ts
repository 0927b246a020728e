// What sentences of the street are made of, in every language.
import type { Kind } from "../street";

/** How a game ends. */
export type End = "lilli" | "charly" | "stack";
/** How a turn ends the game, for whoever ends it. */
export type Result = "victory" | "defeat" | "draw";
/** What a move brings; `square` is null where several people move. */
export type Gain = { square: number | null; steps: number; charly: number };

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
  by: End;
}

/** What stands in the gaps of a reason; `count` is how many squares more than with the other turn. */
export interface ReasonGaps extends Pick<LogGaps, "who" | "figure" | "by" | "count"> {
  /** In how many cases with this turn, and with the other one. */
  now: string;
  other: string;
}

/** The cards that say how far somebody goes: one sentence each for Hans and Lola, with another number. */
export const numbered = (hans: (steps: number) => string, lola: (steps: number) => string) => ({
  ...{ hans1: hans(1), hans2: hans(2), hans3: hans(3) },
  ...{ lola1: lola(1), lola2: lola(2), lola3: lola(3), lola4: lola(4), lola5: lola(5) },
});
