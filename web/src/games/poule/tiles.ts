// The tiles of a round, and which of them are still to come, for whoever does not want to count them.
import type { AnyView } from "../../wire/types";
import { boardOf, type Tile } from "./market";

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
/** Every tile, the wizard last; there are two fires. */
export const TILES: readonly string[] = [
  ...BUYERS.flat().reverse(),
  ...ROGUES,
  ...["purse", "fire", "fire", "curse", "wizard"],
];

export function valueOf(tile: string): number {
  const buyer = BUYERS.findIndex((pair) => pair.some((each) => each === tile));
  const rogue = ROGUES.findIndex((each) => each === tile);
  return buyer >= 0 ? buyer + 1 : rogue >= 0 ? -1 - rogue : 0;
}

/** The tiles that the viewer has not seen this round (P1.2, P6.6): in the stack, or somebody's secret. */
export function hiddenFrom(view: AnyView): Tile[] {
  const board = boardOf(view);
  const own = view.seat !== null && board.holds_secret[view.seat] ? board.secret : null;
  const secrets = board.holds_secret.filter(Boolean).length - (own ? 1 : 0);
  const left = [...TILES];
  for (const tile of [...board.pieces.map((piece) => piece.tile), board.drawn, own])
    if (tile) left.splice(left.indexOf(tile.name), 1);
  // Whether the wizard is in the game shows only in how many tiles there are; it comes last.
  return left.slice(0, board.stack + secrets).map((name) => ({ name, value: valueOf(name) }));
}
