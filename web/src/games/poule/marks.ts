// What the others did since the viewer's turn, on the square: whose it was, and in which order.
import type { AnyView, PouleBoard } from "../../wire/types";
import { boardOf } from "./market";

export interface Mark {
  seat: number;
  /** 1 for the first; 0 for the last move, where nothing is known of the others. */
  order: number;
}

type Moves = readonly { seat: number; targets: readonly string[] }[];

/** By cell. What lay on a square that has been paid since is not there any more. */
export function marksOf(moves: Moves, board: PouleBoard): Map<string, Mark> {
  const lying = new Set(board.pieces.map((piece) => `cell:${piece.cell}`));
  const placed = moves.flatMap(({ seat, targets }) => {
    const target = targets.at(-1);
    return target && lying.has(target) ? [{ seat, cell: target.replace("cell:", "") }] : [];
  });
  return new Map(placed.map(({ seat, cell }, at) => [cell, { seat, order: at + 1 }]));
}

/** Where the last piece was put, for whoever has no turn of their own to look back to. */
export function lastMark(
  recent: ReadonlySet<string>,
  view: AnyView,
  before: AnyView | null,
): Map<string, Mark> {
  const next = view.to_move ?? 0;
  const seat = before?.to_move ?? (next + view.players - 1) % view.players;
  const marks = marksOf([{ seat, targets: [...recent] }], boardOf(view));
  return new Map([...marks].map(([cell, mark]) => [cell, { ...mark, order: 0 }]));
}
