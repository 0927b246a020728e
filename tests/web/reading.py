"""The legibility of a page: finds text that is cut, hidden in a box that scrolls, or too small."""

from typing import Any

from tests.web.playing import Scripted

SMALLEST = 11
"""Pixels: no text anywhere is lower than this."""
READ = """async ([within, smallest]) => {
  // What has just been put there finds its size with the next picture.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const wrong = [];
  const texts = [];
  for (const root of document.querySelectorAll(within)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node);
  }
  const isSeen = (node) => {
    for (let each = node; each; each = each.parentElement) {
      const { visibility, opacity, display, clipPath } = getComputedStyle(each);
      if (visibility === "hidden" || opacity === "0" || display === "none" || clipPath !== "none") return false;
    }
    return true;
  };
  for (const node of texts) {
    const parent = node.parentElement;
    const said = node.data.trim();
    const unread = ".unseen, title, desc, script, style, option, [popover]:not(:popover-open)";
    if (!said || !parent || parent.closest(unread)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // A range knows nothing of letters that are set narrower.
    const drawn = parent.hasAttribute("textLength") ? parent : range;
    const boxes = [...drawn.getClientRects()].filter(({ width }) => width > 0);
    if (!boxes.length || !isSeen(parent)) continue;
    const name = JSON.stringify(said.slice(0, 40));
    const scale = parent instanceof SVGElement ? Math.abs(parent.getScreenCTM()?.a ?? 1) : 1;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size < smallest - 0.05) wrong.push(`${name} is ${size.toFixed(1)} px`);
    const [left, right] = [Math.min(...boxes.map((each) => each.left)), Math.max(...boxes.map((each) => each.right))];
    const [top, bottom] = [Math.min(...boxes.map((each) => each.top)), Math.max(...boxes.map((each) => each.bottom))];
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, overflowClipMargin, position } = getComputedStyle(box);
      if (box instanceof SVGElement && !(box instanceof SVGSVGElement)) continue;
      const edge = box.getBoundingClientRect();
      const beyond = (overflow) => (overflow === "clip" && parseFloat(overflowClipMargin)) || 0;
      if (overflowY !== "visible" && edge.height < 1) break;  // folded away as a whole
      const side = 1.5 + beyond(overflowX);
      const slack = size * 0.3 + beyond(overflowY);  // what hangs below a line has no ink in most letters
      if (overflowX !== "visible" && (left < edge.left - side || right > edge.right + side)) {
        wrong.push(`${name} is cut at the side by ${box.className.baseVal ?? box.className}`);
        break;
      }
      if (overflowY !== "visible" && (top < edge.top - slack || bottom > edge.bottom + slack)) {
        wrong.push(`${name} is cut below by ${box.className.baseVal ?? box.className}`);
        break;
      }
      if (position === "fixed") break;
    }
  }
  return [...new Set(wrong)];
}"""


def misread(page: Scripted, within: str) -> list[str]:
    """What cannot be read whole in these parts of a page, with the reason."""
    found: Any = page.evaluate(READ, [within, SMALLEST])
    return list(found)
