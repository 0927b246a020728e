// Moves by turns: one player's moves in a row.
import type { TableEvent } from "../wire";

export interface Turn<Move> {
  seat: number;
  moves: Move[];
}

interface AnyMove {
  seat: number | null;
  text?: string;
  lines?: readonly { key: string }[];
}

/** The suffix of the key of a line that begins a round. */
export const BEGINS = ".round_begins";

/** A move that ends a round and begins the next splits a turn. */
export const endsRound = ({ lines = [] }: AnyMove): boolean => lines.some(({ key }) => key.endsWith(BEGINS));

/** `isAside`: which actions players also take in another's turn: they belong to that turn. */
export function turnsOf<Move extends AnyMove>(
  moves: readonly Move[],
  isAside: (action: string) => boolean = () => false,
): Turn<Move>[] {
  const turns: Turn<Move>[] = [];
  for (const move of moves) {
    const last = turns.at(-1);
    const isSame = last?.seat === move.seat && !endsRound(last.moves.at(-1)!);
    if (last && (isSame || isAside(move.text ?? ""))) last.moves.push(move);
    else turns.push({ seat: move.seat ?? 0, moves: [move] });
  }
  return turns;
}

/** The last move of the viewer's last turn, if any, and the others' turns since. */
export interface Others<Move> {
  before: Move | null;
  turns: Turn<Move>[];
}

/** `isHalf`: which moves decide nothing yet: a turn of only such moves does not count. */
export function othersSince<Move>(
  turns: readonly Turn<Move>[],
  isOwn: (seat: number) => boolean,
  isHalf: (move: Move) => boolean,
): Others<Move> {
  const last = turns.at(-1);
  const whole = last && isOwn(last.seat) && last.moves.every(isHalf) ? turns.slice(0, -1) : turns;
  const own = whole.findLastIndex(({ seat }) => isOwn(seat));
  return { before: whole[own]?.moves.at(-1) ?? null, turns: whole.slice(own + 1) };
}

/** The moves of a table that were not undone. */
export function standing(events: readonly TableEvent[]): TableEvent[] {
  const moves: TableEvent[] = [];
  for (const event of events) {
    if (event.kind === "moved") moves.push(event);
    else if (event.kind === "undone") moves.splice(-Number(event.text || 1));
  }
  return moves;
}
