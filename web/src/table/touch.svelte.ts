// Makes an element of a board touchable by mouse, finger, keyboard and screen reader, in HTML and SVG.
import type { Choice } from "./choice.svelte";

/** A target to point at. */
export interface Reach {
  choice: Choice;
  target: string;
}

export interface Touch extends Reach {
  /** The accessible name. */
  label: string;
}

type TouchElement = HTMLElement | SVGElement;

/** A possible break in a long word: not read aloud. */
const SOFT_HYPHEN = "\u00ad";

/** Adds a handler for each event until the returned function is called. */
function listen(node: TouchElement, handlers: Record<string, (event: Event) => void>): () => void {
  const away = new AbortController();
  for (const [name, handler] of Object.entries(handlers))
    node.addEventListener(name, handler, { signal: away.signal });
  return () => away.abort();
}

/**
 * `use:reach={{ choice, target }}`: mouse and finger only, for a second place of a target that has its own
 * for keyboard and screen reader: a ghost, a chip.
 */
export function reach(node: TouchElement, given: Reach) {
  let { choice, target } = given;
  let isFinger = false;
  const notice = (event: Event) => {
    isFinger = event instanceof PointerEvent && event.pointerType === "touch";
  };
  const stop = listen(node, {
    // A finger cannot hover: while it is down, the move is previewed; lifting plays it, sliding away cancels
    // it.
    pointerdown: (event) => {
      notice(event);
      choice.consider(target);
    },
    pointerenter: (event) => {
      notice(event);
      if (!isFinger) choice.consider(target);
    },
    pointerleave: () => {
      if (choice.considered === target) choice.consider(null);
    },
    click: (event) => {
      event.stopPropagation();
      choice.point(target);
    },
  });
  return {
    update(next: Reach) {
      ({ choice, target } = next);
    },
    destroy: stop,
    get isFinger() {
      return isFinger;
    },
  };
}

/** `use:touch={{ choice, target, label }}`; sets data-target, and data-touchable, data-picked and data-considered for styles. */
export function touch(node: TouchElement, given: Touch) {
  let choice = $state.raw(given.choice);
  let target = $state.raw(given.target);
  let label = $state.raw(given.label);
  const pointer = reach(node, given);

  const stopMarking = $effect.root(() => {
    $effect(() => {
      const isTouchable =
        choice.can(target) ||
        choice.isPicked(target) ||
        choice.legal.some((each) => each.targets[0] === target);
      node.dataset["target"] = target;
      node.toggleAttribute("data-touchable", choice.can(target));
      node.toggleAttribute("data-picked", choice.isPicked(target));
      node.toggleAttribute("data-considered", choice.considered === target);
      node.toggleAttribute("data-hinted", choice.isHinted(target));
      if (isTouchable) {
        node.setAttribute("role", "button");
        node.setAttribute("tabindex", "0");
        node.setAttribute("aria-label", label.replaceAll(SOFT_HYPHEN, ""));
        node.setAttribute("aria-pressed", String(choice.isPicked(target)));
      } else {
        for (const name of ["role", "aria-label", "aria-pressed"]) node.removeAttribute(name);
        // Never without it: the focus would fall to the page, and pieces of a drawing would be unnamed stops.
        node.setAttribute("tabindex", "-1");
      }
    });
  });
  const stopListening = listen(node, {
    focus: () => {
      if (!pointer.isFinger) choice.consider(target);
    },
    blur: () => {
      if (!pointer.isFinger && choice.considered === target) choice.consider(null);
    },
    keydown: (event) => {
      if (!(event instanceof KeyboardEvent)) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        choice.point(target);
      }
    },
  });

  return {
    update(next: Touch) {
      ({ choice, target, label } = next);
      pointer.update(next);
    },
    destroy() {
      stopMarking();
      stopListening();
      pointer.destroy();
    },
  };
}
