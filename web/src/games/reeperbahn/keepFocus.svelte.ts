// Who plays with the keyboard goes on where they were: a move takes away what had the focus, a card or a way to go.
import type { Choice } from "../../table/choice.svelte";

/** `use:keepFocus={choice}` on the board. */
export function keepFocus(board: HTMLElement, given: Choice) {
  let isByKeys = false;
  let inHand = 0;
  const cards = () => [...board.querySelectorAll<HTMLElement>(".hand [data-touchable]")];
  const notice = (event: Event) => {
    isByKeys = event.type === "keydown";
    const at = cards().findIndex((card) => card.contains(event.target as Node));
    if (at >= 0) inHand = at;
  };
  board.addEventListener("keydown", notice);
  board.addEventListener("pointerdown", notice);

  const stop = $effect.root(() => {
    $effect(() => {
      if (!given.legal.length) return;
      // What can be touched is marked by effects that come after this one.
      const frame = requestAnimationFrame(() => {
        if (!isByKeys || document.activeElement !== document.body) return;
        const left = cards();
        const next = left[Math.min(inHand, left.length - 1)];
        (next ?? board.querySelector<HTMLElement>("[data-action], [data-touchable]"))?.focus();
      });
      return () => cancelAnimationFrame(frame);
    });
  });
  return {
    destroy() {
      stop();
      board.removeEventListener("keydown", notice);
      board.removeEventListener("pointerdown", notice);
    },
  };
}
