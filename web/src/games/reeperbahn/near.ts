// Where a card falls on the street: nobody has to hit a square.

/** How many pixels away from somebody, or from where they would stand, a card may fall. */
const NEAR = 90;

interface Point {
  clientX: number;
  clientY: number;
}

/** How far a point is from a box, in pixels; 0 inside. */
function distance({ left, right, top, bottom }: DOMRect, { clientX, clientY }: Point): number {
  const across = Math.max(left - clientX, 0, clientX - right);
  const down = Math.max(top - clientY, 0, clientY - bottom);
  return Math.hypot(across, down);
}

export const isOver = (street: Element, point: Point): boolean =>
  distance(street.getBoundingClientRect(), point) === 0;

/** What a card means that falls on the street: the one thing that it can do there, or whoever is nearest; null if nobody is near. */
export function placeNear(street: Element, point: Point, touchable: ReadonlySet<string>): string | null {
  if (!isOver(street, point)) return null;
  const meant = [...touchable].filter((target) => target.startsWith("figure"));
  if (meant.length < 2) return meant[0] ?? null;
  const [nearest] = [...street.querySelectorAll<SVGElement>("[data-target^='figure:']")]
    .flatMap((place) => {
      const target = place.dataset["target"] ?? "";
      return meant.includes(target) ? { target, away: distance(place.getBoundingClientRect(), point) } : [];
    })
    .sort((one, other) => one.away - other.away);
  return nearest && nearest.away <= NEAR ? nearest.target : null;
}
