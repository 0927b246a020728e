// A second place to point at something that has its own place for keyboard and screen reader: a ghost, a chip.
import type { Choice } from "../../table/choice.svelte";

interface Reach {
  choice: Choice;
  target: string;
}

/** `use:reach={{ choice, target }}`: mouse and finger only. */
export function reach(node: HTMLElement | SVGElement, given: Reach) {
  let { choice, target } = given;
  let isFinger = false;
  const notice = (event: Event) => {
    isFinger = event instanceof PointerEvent && event.pointerType === "touch";
  };
  const handlers: [string, (event: Event) => void][] = [
    ["pointerdown", notice],
    [
      "pointerenter",
      (event) => {
        notice(event);
        if (!isFinger) choice.consider(target);
      },
    ],
    [
      "pointerleave",
      () => {
        if (!isFinger && choice.considered === target) choice.consider(null);
      },
    ],
    [
      "click",
      (event) => {
        event.stopPropagation();
        // A finger cannot hover: its first tap shows what would happen, its second does it.
        if (isFinger && choice.considered !== target && choice.can(target) && choice.hold(target)) return;
        choice.point(target);
      },
    ],
  ];
  for (const [name, handler] of handlers) node.addEventListener(name, handler);
  return {
    update(next: Reach) {
      ({ choice, target } = next);
    },
    destroy() {
      for (const [name, handler] of handlers) node.removeEventListener(name, handler);
    },
  };
}
