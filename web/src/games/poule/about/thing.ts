// What lies where somebody points at on the market.
import type { AnyView } from "../../../wire/types";
import { splitTarget } from "../../target";
import { boardOf, RANKS, type Tile } from "../market";
import { TILES, valueOf } from "../tiles";

export type Thing =
  | { what: "tile"; tile: Tile }
  /** `seat` is null for one that is still in the viewer's hand. */
  | { what: "stall"; rank: string; seat: number | null }
  | { what: "line"; line: string }
  | { what: "purse"; seat: number }
  | { what: "stack" | "secret" | "nothing" };

/** `cell:c4`, `tile:king`, `rank:II`, `line:row 3`, `hand:0`, `stack`, `secret`. */
export function thingAt(of: string, view: AnyView): Thing {
  const board = boardOf(view);
  const [kind, name] = splitTarget(of);
  if (kind === "stack" || kind === "secret") return { what: kind };
  if (kind === "tile" && TILES.includes(name)) return { what: "tile", tile: { name, value: valueOf(name) } };
  if (kind === "rank" && RANKS.some((rank) => rank === name))
    return { what: "stall", rank: name, seat: null };
  if (kind === "line") return { what: "line", line: name };
  if (kind === "hand") return { what: "purse", seat: Number(name) };
  if (kind !== "cell") return { what: "nothing" };
  const piece = board.pieces.find(({ cell }) => cell === name);
  if (piece?.tile) return { what: "tile", tile: piece.tile };
  if (piece) return { what: "stall", rank: piece.rank ?? "I", seat: piece.seat ?? 0 };
  return { what: "nothing" };
}
