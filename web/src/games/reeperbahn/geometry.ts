// Where squares and figures are drawn, in pixels of the space that there is: left to right on a wide screen, top to bottom on
// a phone. The viewer’s own club is left, or below.
import { SQUARES, type FigureName } from "./street";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Plan {
  isUpright: boolean;
  width: number;
  height: number;
  /** How high the houses behind a wide street are, or the sign at either end of an upright one. */
  sky: number;
  /** The kerb that Charly walks along. */
  kerb: Box;
  /** All 17 squares. */
  paving: Box;
  /** How large figures are drawn. */
  scale: number;
  /** Across the street: where each figure has its feet. */
  lanes: Record<FigureName, number>;
  /** How broad a lane is. */
  lane: number;
  /** What a finger hits of a figure, from its feet. */
  hitBox: Box;
}

/** How wide a club is, where it is 96 high. */
export const CLUB = 194;
/** A drawn figure is so high, to the top of a hat, and so wide. */
const TALL = 96;
const BROAD = 60;
/** The number of a square has a line of its own under the feet. */
const NUMBER = 20;
/** No street is shorter or narrower: where there is less room, the page is still being laid out. */
const [SHORTEST, NARROWEST] = [190, 120];
const between = (least: number, wanted: number, most: number) => Math.max(least, Math.min(wanted, most));

export function wideStreet(room: number, rise: number): Plan {
  const [width, height] = [Math.max(room, SHORTEST), Math.max(rise, NARROWEST)];
  const edge = between(12, width * 0.045, 58);
  const sky = between(30, height * 0.19, 110);
  const kerb = { x: edge, y: sky, width: width - 2 * edge, height: between(26, height * 0.15, 100) };
  const top = sky + kerb.height + 6;
  const paving = { x: edge, y: top, width: kerb.width, height: height - top - 8 };
  const down = (share: number) => paving.y + share * (paving.height - NUMBER);
  const scale = Math.min((paving.width / SQUARES / BROAD) * 1.25, (paving.height * 0.42) / TALL, 1.7);
  return {
    isUpright: false,
    width,
    height,
    sky,
    kerb,
    paving,
    scale,
    lanes: {
      charly: sky + kerb.height - 6,
      hans: down(0.28),
      w: down(0.62),
      lilli: down(0.67),
      e: down(0.62),
      lola: down(0.99),
    },
    lane: paving.height / 3,
    hitBox: {
      x: (-BROAD / 2) * scale,
      y: -(TALL + 4) * scale,
      width: BROAD * scale,
      height: (TALL + 10) * scale,
    },
  };
}

export function uprightStreet(room: number, rise: number, sign = 0): Plan {
  const [width, height] = [Math.max(room, NARROWEST), Math.max(rise, SHORTEST)];
  // Whoever stands on the far entrance needs room for a head.
  const above = sign || height / 14;
  const kerb = { x: 4, y: above, width: width * 0.15, height: height - above - (sign || 2) };
  const paving = { ...kerb, x: kerb.x + kerb.width + 5, width: width - kerb.width - 13 };
  const row = paving.height / SQUARES;
  const lane = (paving.width - 2 * NUMBER) / 5;
  const across = (place: number) => paving.x + lane * (place + 0.5);
  const scale = Math.min((row * 2.05) / TALL, (lane * 0.9) / BROAD);
  const high = Math.max(row * 2, 24);
  return {
    isUpright: true,
    width,
    height,
    sky: sign,
    kerb,
    paving,
    scale,
    lanes: {
      charly: kerb.x + kerb.width / 2 - 6,
      hans: across(0),
      w: across(1),
      lilli: across(2),
      e: across(3),
      lola: across(4),
    },
    lane,
    hitBox: { x: -lane / 2, y: 3 - high, width: lane, height: high },
  };
}

/** Counted from the near end of the street, 1 to 17. */
export const countFrom = (near: number, square: number): number =>
  near === 0 ? square : SQUARES + 1 - square;

/** A square, or the piece of the kerb beside it. */
export function squareBox(plan: Plan, near: number, square: number, strip: Box = plan.paving): Box {
  const from = countFrom(near, square) - 1;
  if (plan.isUpright) {
    const height = strip.height / SQUARES;
    return { x: strip.x, y: strip.y + (SQUARES - 1 - from) * height, width: strip.width, height };
  }
  const width = strip.width / SQUARES;
  return { x: strip.x + from * width, y: strip.y, width, height: strip.height };
}

/** The feet of a figure on a square. */
export function feet(plan: Plan, near: number, figure: FigureName, square: number): [x: number, y: number] {
  const box = squareBox(plan, near, square);
  const lane = plan.lanes[figure];
  return plan.isUpright ? [lane, box.y + box.height - 3] : [box.x + box.width / 2, lane];
}
