// Drag and drop on top of a choice: dragging picks, hovering considers, dropping points.
import type { Choice } from "./choice.svelte";

export interface Drag {
  choice: Choice;
  /** The target picked when the drag begins; null if the drop alone decides. */
  target: string | null;
  /** Whether the pick completes the action: a drop anywhere but at the origin counts. */
  isWhole?: boolean;
  /** A selector of the moving parts, if not all move. */
  only?: string;
  /** The place meant by a pointer that is over none; null if none is. */
  guess?: (pointer: PointerEvent) => string | null;
  /** Called after a drop on no valid place. */
  onmiss?: (pointer: PointerEvent) => void;
}

/** The distance in pixels at which a tap becomes a drag. */
const SLACK = 6;
type DragElement = HTMLElement | SVGElement;

/**
 * `use:drag={{ choice, target }}`, beside `use:touch`, which still handles taps and keys. Places are found by
 * `data-target`; sets data-draggable.
 */
export function drag(node: DragElement, given: Drag) {
  let choice = $state.raw(given.choice);
  let target = $state.raw(given.target);
  let { only, guess, onmiss, isWhole = false } = given;
  let start: PointerEvent | null = null;
  let shadow: HTMLElement | null = null;
  let dragging = new AbortController();

  /** Whether its pick needs a further target, or none is needed at all. */
  const canBegin = () =>
    target === null
      ? choice.legal.length > 0
      : choice.legal.some((action) => action.targets[0] === target && action.targets.length > 1 !== isWhole);

  function placeUnder(pointer: PointerEvent): string | null {
    let place = document
      .elementFromPoint(pointer.clientX, pointer.clientY)
      ?.closest<DragElement>("[data-target]");
    if (isWhole) return place === node ? null : target;
    // The target can be a pub or a space in it.
    while (place && !choice.can(place.dataset["target"] ?? ""))
      place = place.parentElement?.closest<DragElement>("[data-target]");
    return place?.dataset["target"] ?? guess?.(pointer) ?? null;
  }

  /** The copy under the pointer, as large as the original, even if that is part of a drawing. */
  function copyOf(): Element {
    const copy = node.cloneNode(true) as DragElement;
    for (const name of ["data-target", "data-touchable", "data-picked"]) copy.removeAttribute(name);
    if (only) copy.replaceChildren(...[...node.querySelectorAll(only)].map((part) => part.cloneNode(true)));
    if (!(node instanceof SVGGraphicsElement)) return copy;
    const { x, y, width, height } = node.getBBox();
    const drawing = document.createElementNS(node.namespaceURI, "svg");
    drawing.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    copy.removeAttribute("transform");
    drawing.append(copy);
    return drawing;
  }

  function begin(event: PointerEvent): void {
    if (choice.asked) choice.cancel();
    if (target !== null && !isWhole && !choice.isPicked(target)) choice.point(target);
    node.setPointerCapture(event.pointerId);
    const box = node.getBoundingClientRect();
    shadow = document.createElement("div");
    shadow.append(copyOf());
    shadow.inert = true;
    shadow.popover = "manual";
    shadow.style.cssText = `position: fixed; inset: auto; left: ${box.x}px; top: ${box.y}px;
      width: ${box.width}px; height: ${box.height}px; margin: 0; padding: 0; border: 0; background: none;
      overflow: visible; pointer-events: none; opacity: 0.85`;
    // Beside the original, so that the board's styles apply, and above everything.
    (node instanceof SVGElement ? node.ownerSVGElement : node)?.parentElement?.append(shadow);
    shadow.showPopover();
  }

  function move(event: PointerEvent): void {
    if (!start) return;
    const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!shadow && Math.hypot(across, down) < SLACK) return;
    if (!shadow) begin(event);
    if (shadow) shadow.style.transform = `translate(${across}px, ${down}px) scale(0.9)`;
    choice.consider(placeUnder(event));
  }

  function end(): void {
    start = null;
    shadow?.remove();
    shadow = null;
    dragging.abort();
  }

  function cancel(): void {
    if (shadow && target !== null && choice.isPicked(target)) choice.point(target);
    choice.consider(null);
    end();
  }

  /** The following click belongs to the drag: it must not drop or pick the piece again. */
  function swallowClick(): void {
    const swallow = (click: Event) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, true));
  }

  function drop(event: PointerEvent): void {
    if (!shadow) return end();
    const place = placeUnder(event);
    swallowClick();
    if (place === null) {
      cancel();
      return onmiss?.(event);
    }
    end();
    choice.point(place);
  }

  function escape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !shadow) return;
    event.stopPropagation();
    cancel();
    addEventListener("pointerup", swallowClick, { once: true });
    const forget = () => removeEventListener("pointerup", swallowClick);
    addEventListener("pointerdown", forget, { capture: true, once: true });
  }

  function press(event: Event): void {
    if (!(event instanceof PointerEvent) || !event.isPrimary || event.button !== 0 || !canBegin()) return;
    start = event;
    dragging = new AbortController();
    const { signal } = dragging;
    addEventListener("keydown", escape, { capture: true, signal });
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", cancel, { signal });
  }
  const refuse = (event: Event) => event.preventDefault();

  node.style.webkitUserSelect = "none"; // WebKit needs the prefix; the others accept it
  node.addEventListener("pointerdown", press);
  node.addEventListener("dragstart", refuse);
  // A drag must not scroll the page.
  const stopWatching = $effect.root(() => {
    $effect(() => {
      node.style.touchAction = canBegin() ? "none" : "";
      node.toggleAttribute("data-draggable", canBegin());
    });
  });

  return {
    update(next: Drag) {
      ({ choice, target, only, guess, onmiss, isWhole = false } = next);
    },
    destroy() {
      stopWatching();
      end();
      node.removeEventListener("pointerdown", press);
      node.removeEventListener("dragstart", refuse);
    },
  };
}
