// `use:whole`: shrinks a sentence that is too long for its box, as far as it stays legible. Nothing around it
// moves, and no word is lost.

/** In pixels. */
const SMALLEST = 11;

/** With `texts`, writes the first that fits into the node: the same in ever fewer words. */
export function whole(node: HTMLElement, texts: readonly string[] | null = null) {
  /** Whether it fits, as large as possible; if a shorter text follows, it hardly shrinks. */
  function shrink(hasNext = false): boolean {
    node.style.fontSize = "";
    let size = parseFloat(getComputedStyle(node).fontSize);
    const smallest = hasNext ? Math.max(SMALLEST, size - 1) : SMALLEST;
    const isTooLong = () => node.scrollHeight > node.clientHeight;
    while (size > smallest && isTooLong()) {
      size = Math.max(smallest, size - 1);
      node.style.fontSize = `${size}px`;
    }
    return !isTooLong();
  }
  /**
   * Rows use fewer words, the longest first, then drop what is told elsewhere; small letters are the last
   * resort.
   */
  function shorten(): void {
    const rows = [...node.children].filter((row) => row.querySelector("[data-told]"));
    rows.sort((one, other) => (other.textContent ?? "").length - (one.textContent ?? "").length);
    for (const left of ["first", "none"]) {
      for (const row of rows) {
        row.setAttribute("data-short", left);
        if (shrink(true)) return;
      }
    }
    shrink();
  }
  function fit(): void {
    if (!texts) {
      for (const row of node.querySelectorAll("[data-short]")) row.removeAttribute("data-short");
      if (!shrink(true)) shorten();
      return;
    }
    for (const [at, text] of texts.entries()) {
      node.textContent = text;
      // The last fits anywhere, at a cost.
      if (shrink(at < texts.length - 2)) break;
    }
    writes.takeRecords();
  }
  const resizes = new ResizeObserver(fit);
  // Before the first paint.
  const writes = new MutationObserver(fit);
  resizes.observe(node);
  writes.observe(node, { subtree: true, childList: true, characterData: true });
  if (texts) fit();
  return {
    update(next: readonly string[] | null) {
      if (!next || next.join() === texts?.join()) return;
      texts = next;
      fit();
    },
    destroy() {
      resizes.disconnect();
      writes.disconnect();
    },
  };
}
