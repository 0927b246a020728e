// What lies over a table for a moment: one at a time, and gone with Escape or a touch elsewhere.

export interface Popover {
  close: () => void;
  /** A selector: touches there leave it open, because that is what it is about. */
  keeps?: string;
}

/** The one that is open. */
let current: Popover | null = null;
/** Whoever opened it closes it without help. */
const OPENER = '[aria-expanded="true"]';

/** `use:popover={{ close }}` on what is there as long as it is open. */
export function popover(node: HTMLElement, given: Popover) {
  current?.close();
  current = given;
  const away = new AbortController();
  const early = { capture: true, signal: away.signal };
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      event.stopPropagation();
      given.close();
    },
    early,
  );
  addEventListener(
    "pointerdown",
    ({ target }) => {
      const keeps = given.keeps ? `${OPENER}, ${given.keeps}` : OPENER;
      if (target instanceof Element && !node.contains(target) && !target.closest(keeps)) given.close();
    },
    early,
  );
  // What the browser itself opens over the page: a list, a dialog.
  document.addEventListener(
    "toggle",
    ({ target, newState }) => {
      const isManual = target instanceof HTMLElement && target.popover === "manual";
      if (newState === "open" && !isManual && !node.contains(target as Node)) given.close();
    },
    early,
  );
  return {
    destroy() {
      if (current === given) current = null;
      away.abort();
    },
  };
}
