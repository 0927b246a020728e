// Which tiles are still to come, for whoever does not want to count them.
import type { AnyView } from "../../wire/types";
import { boardOf, type Tile } from "./market";
import { BUYERS, ROGUES, valueOf } from "./rules/pieces";

const NAMES = [...BUYERS.flat().reverse(), ...ROGUES, "purse", "fire", "fire", "curse", "wizard"];

/** The tiles that the viewer has not seen this round (P1.2, P6.6): in the stack, or somebody's secret. */
export function hiddenFrom(view: AnyView): Tile[] {
  const board = boardOf(view);
  const own = view.seat !== null && board.holds_secret[view.seat] ? board.secret : null;
  const secrets = board.holds_secret.filter(Boolean).length - (own ? 1 : 0);
  const left: string[] = [...NAMES];
  for (const tile of [...board.pieces.map((piece) => piece.tile), board.drawn, own])
    if (tile) left.splice(left.indexOf(tile.name), 1);
  // Whether the wizard is in the game shows only in how many tiles there are; it comes last.
  return left.slice(0, board.stack + secrets).map((name) => ({ name, value: valueOf(name) }));
}
