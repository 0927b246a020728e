// The keyboard at the table: arrows go from one thing that can be touched to the next, and the focus is never lost. A move
// takes away what had it, a card or a way to go; then it goes on nearby, or waits at the sentence above the board.

type Stop = HTMLElement | SVGElement;
type Point = readonly [x: number, y: number];

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Where arrows lead; other things that could be picked instead have Tab. */
const STOPS = "[data-touchable], [data-picked], button[data-action]";
const PIECES = "[data-target], button[data-action]";
const SENTENCE = ".wanted";
/** A piece that can no longer be touched, though it still has the focus; and where the focus waits. */
const IDLE = `[data-target]:not([role="button"]), ${SENTENCE}`;

function middle(element: Element): Point {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** `use:keys` around everything of a game. */
export function keys(table: HTMLElement) {
  let isByKeys = false;
  let isKept = false;
  let place: Point = [0, 0];
  /** What was picked before it was put back: there the focus goes on. */
  let wish = "";
  let frame = 0;

  const stops = () => [...table.querySelectorAll<Stop>(STOPS)];

  /** The nearest in a direction; in any, if none is given. */
  function nearest(from: Point, direction: Point | null, except: Element | null = null): Stop | null {
    let best: Stop | null = null;
    let shortest = Infinity;
    for (const each of stops()) {
      if (each === except) continue;
      const to = middle(each);
      const [across, down] = [to[0] - from[0], to[1] - from[1]];
      const [x, y] = direction ?? [0, 0];
      const along = across * x + down * y;
      if (direction && along <= 1) continue;
      const distance = direction
        ? along + 2 * (Math.abs(across * y) + Math.abs(down * x))
        : Math.hypot(across, down);
      if (distance < shortest) [best, shortest] = [each, distance];
    }
    return best;
  }

  /** Sees to it that the focus is on something, once all marks are set. */
  function keep(): void {
    frame = 0;
    const active = document.activeElement;
    const isLost = active === document.body && isKept;
    if (!isByKeys || document.querySelector("dialog[open]") || !(isLost || active?.matches(IDLE))) return;
    const wished = stops().find((each) => each.dataset["target"] === wish);
    const next =
      wished ?? nearest(place, null) ?? (isLost ? table.querySelector<HTMLElement>(SENTENCE) : null);
    if (next && next !== active) next.focus({ preventScroll: next.matches(SENTENCE) });
  }

  function schedule(): void {
    frame ||= requestAnimationFrame(keep);
  }

  function press(event: KeyboardEvent): void {
    const active = document.activeElement;
    // Who drags with the mouse has Escape, too, and does not begin to play with keys.
    if (event.key === "Escape") {
      wish = [...table.querySelectorAll<Stop>("[data-picked]")].at(-1)?.dataset["target"] ?? "";
      return;
    }
    isByKeys = true;
    wish = "";
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    const isOnBoard = active?.matches(`${PIECES}, ${SENTENCE}`);
    if (!isOnBoard && active !== document.body) return;
    const next = active?.matches(PIECES) ? nearest(middle(active), arrow, active) : nearest(place, null);
    if (next || isOnBoard) event.preventDefault();
    next?.focus();
  }

  function remember({ target }: FocusEvent): void {
    isKept = target instanceof Element && table.contains(target);
    if (isKept && target instanceof Element && !target.matches(SENTENCE)) place = middle(target);
  }

  // What is touched, and what is there at all, is known a little later than the choice itself.
  const observer = new MutationObserver(schedule);
  observer.observe(table, {
    subtree: true,
    childList: true,
    attributeFilter: ["data-touchable", "disabled", "inert"],
  });
  const away = new AbortController();
  const { signal } = away;
  // Before anybody else: Escape changes what is picked.
  addEventListener("keydown", press, { capture: true, signal });
  addEventListener("pointerdown", () => (isByKeys = false), { signal });
  document.addEventListener("focusin", remember, { signal });
  return {
    destroy() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      away.abort();
    },
  };
}
