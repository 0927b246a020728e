// What is written on the square itself, in any language, and what its words ask of a view.
import type { AnyView } from "../../../wire/types";
import { boardOf, signed } from "../market";

export interface Labels {
  square: string;
  round: (round: number, of: number) => string;
  begins: (name: string) => string;
  stack: string;
  left: (count: number) => string;
  openStack: string;
  /** What is in the stack or somebody's secret. */
  unseen: string;
  secret: string;
  secretGone: string;
  holdsSecret: string;
  hands: string;
  /** What the square would pay as it is. */
  standing: string;
  tile: (name: string) => string;
  /** What a tile does, in one sentence. */
  effect: (name: string, value: number) => string;
  stall: (rank: string, owner: string) => string;
  /** What a move would bring the viewer. */
  forYou: (gain: string) => string;
  /** Ends the count of a round. */
  skip: string;
  empty: (cell: string) => string;
  line: (line: string) => string;
  /** What a stretch of a line is worth, for screen readers. */
  worth: (line: string, value: string) => string;
  paid: (round: number) => string;
  goOn: (round: number) => string;
  value: string;
  rows: string;
  columns: string;
  total: string;
  /** What everybody had before the first round. */
  before: string;
  stretch: (line: string, from: string, to: string) => string;
  how: string;
}

/** Whoever has drawn a tile puts it down next, and then the log names it again. */
export const RETOLD: readonly string[] = ["poule.draw"];

/** The sign of a gain, before an amount that has only that of a loss. */
export const plus = (amount: number): string => (amount > 0 ? "+" : "");

/** What kinds of action the viewer may choose from. */
export function possible(view: AnyView): Record<"stall" | "draw" | "secret", boolean> {
  const can = (kind: string) => view.legal.some((text) => text.split(" ")[0] === kind);
  return { stall: can("stall"), draw: can("draw"), secret: can("secret") };
}

/** How many stalls of a rank whoever moves has in hand. */
export function inHand(view: AnyView, rank: string): number {
  return boardOf(view).stalls[view.to_move ?? 0]?.[rank] ?? 0;
}

/** What the row and the column of an empty cell are worth, as far as fires let them reach it. */
export function around(view: AnyView, cell: string): [row: string, column: string] {
  const values = boardOf(view).segments.filter((segment) => segment.cells.includes(cell));
  return [signed(values[0]?.value ?? 0), signed(values[1]?.value ?? 0)];
}
