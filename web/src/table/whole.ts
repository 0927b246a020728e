// `use:whole`: a sentence that is too long for its box is set smaller, as far as it is still read with ease. Nothing around
// it moves, and no word is lost.

/** In pixels. */
const SMALLEST = 11;

export function whole(node: HTMLElement) {
  function fit(): void {
    node.style.fontSize = "";
    let size = parseFloat(getComputedStyle(node).fontSize);
    while (size > SMALLEST && node.scrollHeight > node.clientHeight) {
      size = Math.max(SMALLEST, size - 1);
      node.style.fontSize = `${size}px`;
    }
  }
  const resizes = new ResizeObserver(fit);
  resizes.observe(node);
  // Before anything is painted.
  const writes = new MutationObserver(fit);
  writes.observe(node, { subtree: true, childList: true, characterData: true });
  return {
    destroy() {
      resizes.disconnect();
      writes.disconnect();
    },
  };
}
