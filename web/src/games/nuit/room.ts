// How the pubs, the market and the hand share the room that the table has.

/** `around`: one's own pub in the middle; `stack`: one above the other; `low`: a phone on its side. */
export type Room = "around" | "stack" | "low";

const WIDE = 832;
const LOW = 420;
const NARROW = 600;

export function arrange(width: number, height: number): Room {
  if (height < LOW && width > height) return "low";
  return width >= WIDE && width > height ? "around" : "stack";
}

/** Whether the market needs two rows. */
export const isNarrow = (width: number, room: Room): boolean => room === "low" || width < NARROW;

/** Where a large pub has its cards: beside its plan, above it, or below its head and beside its plan. */
export type Form = "beside" | "above" | "tight";

/** A plan is half as wide again as it is high: what else belongs to the pub stands where room is left over. */
export function formOf(width: number, height: number, isTight: boolean): Form {
  return isTight ? "tight" : width < 1.62 * height ? "above" : "beside";
}
