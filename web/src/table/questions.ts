// Whoever rests on a piece, touches one that does nothing now, presses it long, or presses `?` on it, asks what it is.

export interface Question {
  of: string;
  /** Where on the screen it is. */
  box: DOMRect;
  /** Whether it may be played now: what it would do is shown on the board meanwhile. */
  isPlayable: boolean;
}

export interface Listener {
  /** Whether there is something to say of it. */
  knows: (of: string) => boolean;
  /** Whether resting is asking: not while somebody is about to put something down. */
  canRest: () => boolean;
  /** Whether what is said stands far from the piece: the way there takes longer. */
  isFar?: () => boolean;
  /** Called with null when nobody wants to know any more. */
  ask: (question: Question | null) => void;
}

type Piece = HTMLElement | SVGElement;

/** In milliseconds. Whoever rests on what they may play is more likely to think about it. */
const REST = 700;
const REST_ON_TOUCHABLE = 1300;
const LONG = 450;
/** How long the way from a piece to its explanation may take. */
const LINGER = 300;
const LINGER_FAR = 1200;
/** How many pixels a finger that presses long may move. */
const SLACK = 8;

const NAMED = "[data-about], [data-target]";
/** Whoever rests on something large only looks at it. */
const AREA = "data-area";
const PRESSED = '[role="button"], button, a, input, summary, label';
/** What is said: whoever goes there still wants to know. */
const SAID = ".about";

const closest = (target: EventTarget | null, places: string): Piece | null =>
  target instanceof Element ? target.closest<Piece>(places) : null;
const isIn = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent): boolean =>
  left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
const isPlayable = (piece: Piece): boolean => closest(piece, "[data-touchable]") !== null;
const nameOf = ({ dataset }: Piece): string => dataset["about"] ?? dataset["target"] ?? "";

/** `use:questions={{ knows, canRest, ask }}` around everything that can be asked about. */
export function questions(node: HTMLElement, given: Listener) {
  let { knows, canRest, isFar, ask } = given;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;
  let answered: DOMRect | null = null;
  /** Where a finger is. */
  let pressed: PointerEvent | null = null;
  let isLong = false;

  /** The innermost of which something is known. */
  function around(target: EventTarget | null): Piece | null {
    let piece = closest(target, NAMED);
    while (piece && !knows(nameOf(piece))) piece = piece.parentElement?.closest<Piece>(NAMED) ?? null;
    return piece;
  }

  /** The same at a point; also a piece that lets the pointer through, because there is nothing to do with it. */
  function find(event: MouseEvent): Piece | null {
    const piece = around(event.target);
    if (piece && !piece.hasAttribute(AREA)) return piece;
    let smallest = Infinity;
    let found = piece;
    for (const each of node.querySelectorAll<Piece>(NAMED)) {
      const box = each.getBoundingClientRect();
      const size = box.width * box.height;
      if (size === 0 || size >= smallest || !isIn(box, event) || each.hasAttribute(AREA)) continue;
      if (knows(nameOf(each))) [found, smallest] = [each, size];
    }
    return found;
  }

  function put(piece: Piece): void {
    clearTimeout(closing);
    answered = piece.getBoundingClientRect();
    ask({ of: nameOf(piece), box: answered, isPlayable: isPlayable(piece) });
  }

  function forget(): void {
    clearTimeout(asking);
    clearTimeout(closing);
    answered = null;
    ask(null);
  }

  function rest(event: PointerEvent): void {
    const piece = find(event);
    if (!piece || piece.hasAttribute(AREA) || !canRest()) return;
    if (!isPlayable(piece)) return put(piece);
    asking = setTimeout(() => piece.isConnected && canRest() && put(piece), REST_ON_TOUCHABLE - REST);
  }

  function move(event: PointerEvent): void {
    if (event.pointerType !== "mouse") {
      const { clientX, clientY } = event;
      if (!pressed || Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) < SLACK) return;
      clearTimeout(asking);
      pressed = null;
      return;
    }
    clearTimeout(asking);
    if (answered && isIn(answered, event)) return;
    leave(event);
    if (!event.buttons) asking = setTimeout(() => rest(event), REST);
  }

  /** On the way to what is said, or to something else. */
  function leave({ pointerType, relatedTarget }: PointerEvent): void {
    if (pointerType !== "mouse") return;
    clearTimeout(asking);
    if (!answered) return;
    answered = null;
    if (!closest(relatedTarget, SAID)) closing = setTimeout(forget, isFar?.() ? LINGER_FAR : LINGER);
  }

  function press(event: PointerEvent): void {
    forget();
    isLong = false;
    pressed = event.pointerType === "mouse" ? null : event;
    const piece = pressed && find(event);
    if (!piece) return;
    asking = setTimeout(() => {
      isLong = true;
      put(piece);
    }, LONG);
  }

  function lift(): void {
    if (pressed) clearTimeout(asking);
    pressed = null;
  }

  function click(event: MouseEvent): void {
    // The end of a long press plays nothing.
    if (isLong) {
      isLong = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const piece = event.detail && !closest(event.target, PRESSED) ? find(event) : null;
    if (piece) put(piece);
  }

  /** A long press is ours, not the browser's. */
  function hold(event: MouseEvent): void {
    if (pressed && find(event)) event.preventDefault();
  }

  function type(event: KeyboardEvent): void {
    const piece = event.key === "?" && !closest(event.target, "input") ? around(event.target) : null;
    if (!piece) return;
    event.preventDefault();
    put(piece);
  }

  function leaveWhole(event: PointerEvent): void {
    if (!(event.relatedTarget instanceof Node && node.contains(event.relatedTarget))) leave(event);
  }

  function stay({ target }: PointerEvent): void {
    if (closest(target, SAID)) clearTimeout(closing);
  }

  const away = new AbortController();
  const { signal } = away;
  const early = { capture: true, signal };
  node.addEventListener("pointermove", move, early);
  node.addEventListener("pointerdown", press, early);
  node.addEventListener("pointerup", lift, early);
  node.addEventListener("pointercancel", lift, early);
  node.addEventListener("click", click, early);
  node.addEventListener("contextmenu", hold, early);
  node.addEventListener("keydown", type, early);
  node.addEventListener("pointerout", leaveWhole, { signal });
  addEventListener("pointerover", stay, { signal });

  return {
    update(next: Listener) {
      ({ knows, canRest, isFar, ask } = next);
    },
    destroy() {
      clearTimeout(asking);
      clearTimeout(closing);
      away.abort();
    },
  };
}
