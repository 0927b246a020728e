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

export function middle(root: HTMLElement, place: string): Point | null {
  const box = root.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect();
  if (!box?.width) return null;
  const corner = root.getBoundingClientRect();
  return { x: box.x + box.width / 2 - corner.x, y: box.y + box.height / 2 - corner.y };
}
