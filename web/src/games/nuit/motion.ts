// How things of this game move: short, and not at all for those who want it so.
import { settings } from "../../settings.svelte";

export const FLIGHT = 340;
export const STEP = 280;

/** A Svelte transition: becomes visible after a while, with a small bounce. */
export function appear(_node: Element, { delay = 0 }: { delay?: number }) {
  if (settings.isStill) return { duration: 0 };
  return { delay, duration: 140, css: (done: number) => `opacity: ${done}` };
}
