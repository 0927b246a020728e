// How things of this game move: short, and not at all for those who want it so.
import { settings } from "../../settings.svelte";

export const FLIGHT = 340;
export const STEP = 280;

/** A Svelte transition: becomes visible after a while, with a small bounce. */
export function appear(_node: Element, { delay = 0 }: { delay?: number }) {
  if (settings.isStill) return { duration: 0 };
  return { delay, duration: 140, css: (done: number) => `opacity: ${done}` };
}

/** Where a place of the table lies on the page, seen from the table's corner. */
export interface Point {
  x: number;
  y: number;
}

/** What stands for a place that is not to be seen: a space is behind its door, a hand and a door are in their pub. */
const behind = (place: string): string | null => {
  const [kind, pub] = place.split(/[ :]/);
  if (kind === "space") return `step ${pub}`;
  return kind === "step" || kind === "hand" ? `pub ${pub}` : null;
};

/** The point of a place that is so far down from its top, as a part of its height. */
function pointAt(root: HTMLElement, place: string, down: number): Point | null {
  const box = root.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect();
  const instead = behind(place);
  if (!box?.width) return instead === null ? null : pointAt(root, instead, down);
  const corner = root.getBoundingClientRect();
  return { x: box.x + box.width / 2 - corner.x, y: box.y + box.height * down - corner.y };
}
export const middle = (root: HTMLElement, place: string): Point | null => pointAt(root, place, 0.5);
export const top = (root: HTMLElement, place: string): Point | null => pointAt(root, place, 0);

/** Where something is after so many legs of its way from place to place; it sets out and arrives gently if there is only one. */
export function pointOn(
  path: readonly string[],
  legs: number,
  find: (place: string) => Point | null,
): Point | null {
  const last = path.length - 1;
  const leg = Math.min(Math.floor(legs), last - 1);
  const [from, to] = [find(path[leg] ?? ""), find(path[leg + 1] ?? "")];
  const part = Math.min(1, legs - leg);
  const done = last > 1 ? part : (1 - Math.cos(part * Math.PI)) / 2;
  if (!from || !to) return to ?? from;
  return { x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done };
}
