// Makes an element of a board touchable: mouse, finger, keyboard and screen reader, for HTML and SVG alike.
import type { Choice } from "./choice.svelte";

export interface Touch {
  choice: Choice;
  target: string;
  /** What a screen reader says. */
  label: string;
}

type TouchElement = HTMLElement | SVGElement;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** `use:touch={{ choice, target, label }}`; sets data-touchable, data-picked and data-considered for styles. */
export function touch(node: TouchElement, given: Touch) {
  let choice = $state.raw(given.choice);
  let target = $state.raw(given.target);
  let label = $state.raw(given.label);
  let finger = false;

  const stop = $effect.root(() => {
    $effect(() => {
      const isTouchable =
        choice.can(target) ||
        choice.isPicked(target) ||
        choice.legal.some((each) => each.targets[0] === target);
      node.toggleAttribute("data-touchable", choice.can(target));
      node.toggleAttribute("data-picked", choice.isPicked(target));
      node.toggleAttribute("data-considered", choice.considered === target);
      node.toggleAttribute("data-advised", choice.isAdvised(target));
      if (isTouchable) {
        node.setAttribute("role", "button");
        node.setAttribute("tabindex", "0");
        node.setAttribute("aria-label", label);
        node.setAttribute("aria-pressed", String(choice.isPicked(target)));
      } else {
        for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) node.removeAttribute(name);
      }
    });
  });

  const press = (event: Event) => {
    event.stopPropagation();
    // A finger cannot hover: its first tap shows what would happen, its second does it.
    if (finger && choice.considered !== target && choice.can(target) && choice.hold(target)) return;
    choice.point(target);
  };
  const enter = (event: Event) => {
    finger = event instanceof PointerEvent && event.pointerType === "touch";
    if (!finger) choice.consider(target);
  };
  const leave = () => {
    if (!finger && choice.considered === target) choice.consider(null);
  };
  const down = (event: Event) => {
    finger = event instanceof PointerEvent && event.pointerType === "touch";
  };
  const key = (event: Event) => {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      finger = false;
      choice.point(target);
    } else if (event.key === "Escape") {
      choice.back();
    } else if (ARROWS[event.key]) {
      event.preventDefault();
      neighbour(node, ARROWS[event.key] ?? [0, 0])?.focus();
    }
  };

  const handlers: [string, (event: Event) => void][] = [
    ["click", press],
    ["pointerdown", down],
    ["pointerenter", enter],
    ["pointerleave", leave],
    ["focus", () => !finger && choice.consider(target)],
    ["blur", leave],
    ["keydown", key],
  ];
  for (const [name, handler] of handlers) node.addEventListener(name, handler);

  return {
    update(next: Touch) {
      ({ choice, target, label } = next);
    },
    destroy() {
      stop();
      for (const [name, handler] of handlers) node.removeEventListener(name, handler);
    },
  };
}

/** The nearest other touchable element in a direction. */
function neighbour(from: TouchElement, [x, y]: [number, number]): TouchElement | null {
  const middle = (element: Element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const [fromX, fromY] = middle(from);
  let best: TouchElement | null = null;
  let shortest = Infinity;
  for (const each of document.querySelectorAll<TouchElement>("[data-touchable], [data-picked]")) {
    if (each === from) continue;
    const [toX, toY] = middle(each);
    const along = (toX - fromX) * x + (toY - fromY) * y;
    const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
    if (along <= 1) continue;
    const distance = along + 2 * aside;
    if (distance < shortest) [best, shortest] = [each, distance];
  }
  return best;
}
