// Of everything that happened at a table, the moves that were not taken back.
import type { TableEvent } from "../wire/types";

export function standing(events: readonly TableEvent[]): TableEvent[] {
  const moves: TableEvent[] = [];
  for (const event of events) {
    if (event.kind === "moved") moves.push(event);
    else if (event.kind === "undone") moves.splice(-Number(event.text || 1));
  }
  return moves;
}
