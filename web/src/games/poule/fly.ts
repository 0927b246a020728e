// Lets a piece fly to its cell from where it lay before: the stack, a hand, somebody's side of the table.
import { settings } from "../../settings.svelte";

const DURATION = 380;

/** `use:fly={place}`: runs once, when the piece appears. A place is any element of the market with this `data-from`. */
export function fly(node: HTMLElement, place: string | null): void {
  const from =
    place && node.closest(".market")?.querySelector(`[data-from="${place}"]`)?.getBoundingClientRect();
  if (!from || settings.isStill) return;
  const to = node.getBoundingClientRect();
  const across = from.x + from.width / 2 - to.x - to.width / 2;
  const down = from.y + from.height / 2 - to.y - to.height / 2;
  node.animate(
    [
      { transform: `translate(${across}px, ${down}px) scale(0.8)`, zIndex: 6 },
      { transform: `translate(${across * 0.2}px, ${down * 0.2 - 12}px) scale(1.18)`, zIndex: 6, offset: 0.7 },
      { transform: "none", zIndex: 6 },
    ],
    { duration: DURATION, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)" },
  );
}
