// Coins that fly from a line's margin to whom it pays, or back from whom it robs.
import { settings } from "../../settings.svelte";
import type { Segment } from "./market";

/** However much it is, no more than these are seen. */
const MOST = 6;

export function coins(root: HTMLElement, segment: Segment, duration: number): void {
  const margin = root.querySelector(`[data-stretch="${segment.line} ${segment.cells[0]}"]`);
  if (!margin || settings.isStill) return;
  segment.ranks.forEach((ranks, seat) => {
    const hand = root.querySelector(`[data-from="hand:${seat}"]`);
    const points = ranks * segment.value;
    if (!hand || !points) return;
    const [from, to] = points > 0 ? [margin, hand] : [hand, margin];
    const many = Math.min(MOST, Math.ceil(Math.abs(points) / 4));
    for (let at = 0; at < many; at++) throwCoin(root, from, to, duration, (at / many) * duration * 0.4);
  });
}

function throwCoin(root: HTMLElement, from: Element, to: Element, duration: number, delay: number): void {
  const start = root.getBoundingClientRect();
  const middle = (element: Element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2 - start.x, box.y + box.height / 2 - start.y] as const;
  };
  const [[fromX, fromY], [toX, toY]] = [middle(from), middle(to)];
  const coin = document.createElement("i");
  coin.className = "poule-coin";
  root.append(coin);
  const at = (x: number, y: number, scale: number) => `translate(${x - 8}px, ${y - 8}px) scale(${scale})`;
  coin.animate(
    [
      { transform: at(fromX, fromY, 0.4), opacity: 0 },
      { transform: at(fromX, fromY, 1), opacity: 1, offset: 0.15 },
      { transform: at((fromX + toX) / 2, Math.min(fromY, toY) - 24, 1.15), opacity: 1, offset: 0.6 },
      { transform: at(toX, toY, 0.7), opacity: 0.6 },
    ],
    { duration: duration * 0.9, delay, easing: "ease-in-out", fill: "backwards" },
  ).onfinish = () => coin.remove();
}
