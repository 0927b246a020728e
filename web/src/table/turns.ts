// Moves by turns: what one player did in a row.
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

/** How the key of the line ends that tells how a round began. */
export const BEGINS = ".round_begins";

/** Whoever ends a round and begins the next one has two turns. */
export const endsRound = ({ lines = [] }: AnyMove): boolean => lines.some(({ key }) => key.endsWith(BEGINS));

/** `isAside` says which actions players also take in somebody else's turn: they belong to that turn. */
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

/** The last move of one's own last turn, if there was one, and the turns of the others since. */
export interface Others<Move> {
  before: Move | null;
  turns: Turn<Move>[];
}

/** `isHalf` says of which moves nothing is decided yet: who made only such ones has not had their turn. */
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

/** Of everything that happened at a table, the moves that were not taken back. */
export function standing(events: readonly TableEvent[]): TableEvent[] {
  const moves: TableEvent[] = [];
  for (const event of events) {
    if (event.kind === "moved") moves.push(event);
    else if (event.kind === "undone") moves.splice(-Number(event.text || 1));
  }
  return moves;
}
