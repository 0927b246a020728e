// The chances in a game from one point of view: the choice of a curve, its figures, and its lines in pixels.
// Draws nothing.
import type { Curve, Review } from "../wire";

/** Points of view without a seat. */
export const EVERYBODY = -1;
export const OPEN_CARDS = -2;

/** The chances from a point of view; from another while the review is incomplete. */
export const curveOf = ({ curves }: Pick<Review, "curves">, view: number): Curve | undefined =>
  curves.find((each) => each.view === view) ?? curves[0];

/** The chances of all seats in whole percents that add up to 100: the rest goes to the largest remainders. */
export function wholePercents(shares: readonly number[]): number[] {
  const percents = shares.map((share) => Math.floor(100 * share));
  const missing = 100 - percents.reduce((sum, each) => sum + each, 0);
  const remainder = (at: number) => 100 * (shares[at] ?? 0) - (percents[at] ?? 0);
  const order = shares.map((_, at) => at).sort((one, two) => remainder(two) - remainder(one) || one - two);
  for (const at of order.slice(0, missing)) percents[at] = (percents[at] ?? 0) + 1;
  return percents;
}

/** The part of a picture that a curve fills. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Dash patterns of the lines, so that nobody depends on colours. */
export const DASHES = ["", "7 4", "2 3", "10 3 2 3", "5 2", "1 4", "12 4", "8 2 2 2 2 2", "4 4", "3 1"];

export const dashOf = (seat: number): string => DASHES[seat % DASHES.length] ?? "";

export const across = (box: Box, ply: number, last: number): number =>
  box.left + (last ? (box.width * ply) / last : 0);

export const down = (box: Box, value: number, [low, high]: readonly [number, number]): number =>
  box.top + box.height * (1 - (value - low) / (high - low || 1));

const shortly = (pixels: number): string => String(Math.round(pixels * 10) / 10);

/** A line through values, starting before the first action. */
export function pathOf(box: Box, values: readonly number[], range: readonly [number, number]): string {
  const last = values.length - 1;
  return values
    .map(
      (value, ply) =>
        `${ply ? "L" : "M"}${shortly(across(box, ply, last))} ${shortly(down(box, value, range))}`,
    )
    .join("");
}

/** The action nearest to a position. */
export function plyAt(box: Box, x: number, last: number): number {
  const ply = Math.round(((x - box.left) / (box.width || 1)) * last);
  return Math.max(0, Math.min(last, ply));
}

/** From the smallest to the largest value; never an empty range. */
export function rangeOf(values: readonly (readonly number[])[]): [number, number] {
  const all = values.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return low === high ? [low - 1, high + 1] : [low, high];
}

/** Marks at these heights, moved apart as little as needed so that none overlap or leave the box. */
export function spread(box: Box, heights: readonly number[], gap: number): number[] {
  const order = heights.map((_, at) => at).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0) || a - b);
  const placed = [...heights];
  let least = box.top;
  for (const at of order) {
    placed[at] = Math.max(placed[at] ?? 0, least);
    least = (placed[at] ?? 0) + gap;
  }
  let most = box.top + box.height;
  for (const at of order.reverse()) {
    placed[at] = Math.min(placed[at] ?? 0, most);
    most = (placed[at] ?? 0) - gap;
  }
  return placed;
}
