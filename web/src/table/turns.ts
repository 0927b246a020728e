// Moves by turns: what one player did in a row.
export interface Turn<Move> {
  seat: number;
  moves: Move[];
}

export function turnsOf<Move extends { seat: number | null }>(moves: readonly Move[]): Turn<Move>[] {
  const turns: Turn<Move>[] = [];
  for (const move of moves) {
    const last = turns.at(-1);
    if (last && last.seat === move.seat) last.moves.push(move);
    else turns.push({ seat: move.seat ?? 0, moves: [move] });
  }
  return turns;
}
