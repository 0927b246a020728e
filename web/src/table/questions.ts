// Questions about pieces: hovering, touching an idle one, a long press, or `?` on a piece asks for its
// explanation.

export interface Question {
  of: string;
  /** Its place on the screen. */
  box: DOMRect;
  /** Whether it is playable now: the board previews the move meanwhile. */
  isPlayable: boolean;
}

export interface Listener {
  /** Whether the piece has an explanation. */
  knows: (of: string) => boolean;
  /** Whether hovering asks: not while the player is placing a piece. */
  canRest: () => boolean;
  /** Whether the explanation is far from the piece: the way there takes longer. */
  isFar?: () => boolean;
  /** Called with null when the explanation should close. */
  ask: (question: Question | null) => void;
}

type Piece = HTMLElement | SVGElement;

/** In milliseconds. Hovering over a playable piece is more likely to be thought. */
const REST = 700;
const REST_ON_TOUCHABLE = 1300;
const LONG = 450;
/** The time to get from a piece to its explanation. */
const LINGER = 300;
const LINGER_FAR = 1200;
/** The tolerance in pixels of a long press. */
const SLACK = 8;

const NAMED = "[data-about], [data-target]";
/** Hovering over a large area asks nothing. */
const AREA = "data-area";
const PRESSED = '[role="button"], button, a, input, summary, label';
/** The explanation: hovering over it keeps it open. */
const SAID = ".about";

const closest = (target: EventTarget | null, places: string): Piece | null =>
  target instanceof Element ? target.closest<Piece>(places) : null;
const isIn = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent): boolean =>
  left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
const isPlayable = (piece: Piece): boolean => closest(piece, "[data-touchable]") !== null;
const nameOf = ({ dataset }: Piece): string => dataset["about"] ?? dataset["target"] ?? "";

/** `use:questions={{ knows, canRest, ask }}` around all pieces with explanations. */
export function questions(node: HTMLElement, given: Listener) {
  let { knows, canRest, isFar, ask } = given;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;
  let answered: DOMRect | null = null;
  /** A pressed finger. */
  let pressed: PointerEvent | null = null;
  let isLong = false;

  /** The innermost piece with an explanation. */
  function around(target: EventTarget | null): Piece | null {
    let piece = closest(target, NAMED);
    while (piece && !knows(nameOf(piece))) piece = piece.parentElement?.closest<Piece>(NAMED) ?? null;
    return piece;
  }

  /** The same at a point; includes idle pieces that let the pointer through. */
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

  /** On the way to the explanation, or elsewhere. */
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
    // Releasing a long press plays nothing.
    if (isLong) {
      isLong = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const piece = event.detail && !closest(event.target, PRESSED) ? find(event) : null;
    if (piece) put(piece);
  }

  /** Suppresses the browser's own menu. */
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
