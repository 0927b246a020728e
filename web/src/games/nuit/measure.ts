// Where a place of the table lies on the page, seen from the table's corner.
export interface Point {
  x: number;
  y: number;
}

export function middle(root: HTMLElement, place: string): Point | null {
  const box = root.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect();
  if (!box?.width) return null;
  const corner = root.getBoundingClientRect();
  return { x: box.x + box.width / 2 - corner.x, y: box.y + box.height / 2 - corner.y };
}
