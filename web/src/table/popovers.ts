// Popovers over a table: one at a time, closed by Escape or a touch elsewhere.

export interface Popover {
  close: () => void;
  /** A selector: touches on its subject leave it open. */
  keeps?: string;
}

/** The open popover. */
let current: Popover | null = null;
/** Its opener closes it without help. */
const OPENER = '[aria-expanded="true"]';

/** `use:popover={{ close }}` on an element that exists while open. */
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
  // The browser's own overlays: a list, a dialog.
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
