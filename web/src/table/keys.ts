// Keyboard control of the table: arrows move between touchable elements, and the focus is never lost. A move
// can remove the focused card or target; then the focus moves nearby, or waits at the prompt above the board.

type Stop = HTMLElement | SVGElement;
type Point = readonly [x: number, y: number];

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** The stops of the arrow keys; other candidates can be reached with Tab. */
const STOPS = "[data-touchable], [data-picked], button[data-action]";
const PIECES = "[data-target], button[data-action]";
const SENTENCE = ".wanted";
/** A piece that keeps the focus but is no longer touchable; and the resting place of the focus. */
const IDLE = `[data-target]:not([role="button"]), ${SENTENCE}`;

function middle(element: Element): Point {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** `use:keys` around the whole game. */
export function keys(table: HTMLElement) {
  let isByKeys = false;
  let isKept = false;
  let place: Point = [0, 0];
  /** The target picked before a cancel: the focus returns there. */
  let wish = "";
  let frame = 0;

  const stops = () => [...table.querySelectorAll<Stop>(STOPS)];

  /** The nearest stop, in a direction if one is given. */
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

  /** Puts the focus somewhere valid, once all marks are set. */
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
    // Escape during a mouse drag does not switch to keyboard play.
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

  // The DOM updates a little later than the choice itself.
  const observer = new MutationObserver(schedule);
  observer.observe(table, {
    subtree: true,
    childList: true,
    attributeFilter: ["data-touchable", "disabled", "inert"],
  });
  const away = new AbortController();
  const { signal } = away;
  // Before other listeners: Escape changes the picks.
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
