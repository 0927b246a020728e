// What the others did since the viewer's own turn, as the table gives it to a game.
import type { AnyView } from "../wire/types";

/** A turn of somebody else. */
export interface OthersTurn {
  seat: number;
  /** What was pointed at, in that order. */
  targets: readonly string[];
  /** How it looked before, and afterwards. */
  was: AnyView;
  view: AnyView;
}

/** Something that a turn changed. */
export interface Change {
  /** For which words the game has it. */
  key: string;
  /** Whom it concerns. */
  seat: number;
  /** What it brought them, in the game's unit. */
  amount: number;
  /** How many it was, where that can be counted. */
  count?: number;
  /** Its number on the board, where it has one of its own. */
  order?: number;
}

/** Whose turn changed something on the board, and which turn since the viewer's own that was, from 1. */
export interface Mark {
  seat: number;
  order: number;
}

/** By place: whoever changed it last. */
export function marksOf(
  turns: readonly OthersTurn[],
  changed: (turn: OthersTurn) => Iterable<string>,
): Map<string, Mark> {
  return new Map(
    turns.flatMap((turn, at) =>
      [...changed(turn)].map((place): [string, Mark] => [place, { seat: turn.seat, order: at + 1 }]),
    ),
  );
}
