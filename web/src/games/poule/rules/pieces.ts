// The pieces as the rules page shows them: every tile once, and what lies in a row in short.
import { COLUMNS, type Piece } from "../market";

/** Two of each value, from 1 to 6. */
export const BUYERS = [
  ["farmhand", "maid"],
  ["farmer", "farmeress"],
  ["burgher", "burgheress"],
  ["knight", "lady"],
  ["bishop", "abbess"],
  ["king", "queen"],
] as const;
/** From −1 to −6. */
export const ROGUES = ["beggar", "quack", "thief", "cardsharp", "preacher", "tax_collector"] as const;
export const WONDERS = ["purse", "fire", "curse"] as const;

export function valueOf(tile: string): number {
  const buyer = BUYERS.findIndex((pair) => pair.some((each) => each === tile));
  const rogue = ROGUES.findIndex((each) => each === tile);
  return buyer >= 0 ? buyer + 1 : rogue >= 0 ? -1 - rogue : 0;
}

/** `queen`, or `0 III` for a stall of seat 0, or nothing for an empty cell: the pieces of row 1. */
export function lay(row: readonly string[]): Piece[] {
  return row.flatMap((text, at): Piece[] => {
    const cell = `${COLUMNS[at] ?? "a"}1`;
    const [seat = "", rank] = text.split(" ");
    if (!text) return [];
    if (rank) return [{ cell, tile: null, seat: Number(seat), rank }];
    return [{ cell, tile: { name: text, value: valueOf(text) }, seat: null, rank: null }];
  });
}
