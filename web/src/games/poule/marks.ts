// What the others did since the viewer's turn, on the square: whose it was, in which order, and what it is worth to all.
import type { AnyView } from "../../wire/types";
import { marksOf, type Change, type Mark, type OthersTurn } from "../since";
import { boardOf, totals } from "./market";

/** By cell. What lay on a square that has been paid since is not there any more, and its turns are not counted. */
export function marksSince(turns: readonly OthersTurn[], view: AnyView): Map<string, Mark> {
  const { pieces, round } = boardOf(view);
  const lying = new Set(pieces.map(({ cell }) => cell));
  const current = turns.filter(({ was }) => boardOf(was).round === round);
  return new Map([...marksOf(current, newCells)].filter(([cell]) => lying.has(cell)));
}

function newCells({ was, view }: OthersTurn): string[] {
  const [before, after] = [boardOf(was), boardOf(view)];
  const old = new Set(before.round === after.round ? before.pieces.map(({ cell }) => cell) : []);
  return after.pieces.map(({ cell }) => cell).filter((cell) => !old.has(cell));
}

/** Where the last piece was put, for whoever has no turn of their own to look back to. */
export function lastMark(
  recent: ReadonlySet<string>,
  view: AnyView,
  before: AnyView | null,
): Map<string, Mark> {
  const { first, pieces } = boardOf(view);
  const cell = [...recent].at(-1)?.replace("cell:", "");
  const piece = pieces.find((each) => each.cell === cell);
  if (!piece) return new Map();
  const mover = before && before.ply < view.ply ? before.to_move : null;
  // At the end nobody is to move; as a rule everybody has put down one piece after the other.
  const next = view.to_move ?? first + pieces.length;
  const seat = piece.seat ?? mover ?? (next + view.players - 1) % view.players;
  return new Map([[piece.cell, { seat, order: 0 }]]);
}

/** What everybody has gained or lost by a turn, if the square were paid as it is. */
export function changesOf({ was, view }: OthersTurn): Change[] {
  // Whoever ended a round and began the next: the first was counted for all to see, and its square is gone.
  if (boardOf(was).round !== boardOf(view).round && boardOf(view).pieces.length) return [];
  const worth = (each: AnyView) => {
    const { money, segments, stage } = boardOf(each);
    // The last square still lies there when it has been paid.
    const due = totals(stage === "over" ? [] : segments, each.players);
    return due.map((total, seat) => total + (money[seat] ?? 0));
  };
  const before = worth(was);
  return worth(view)
    .map((now, seat) => ({ key: "worth", seat, amount: now - (before[seat] ?? 0) }))
    .filter(({ amount }) => amount);
}
