// Where squares and figures are drawn: left to right on a wide screen, top to bottom on a phone. The viewer’s own club is left, or below.
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
  /** The kerb that Charly walks along. */
  kerb: Box;
  /** All 17 squares. */
  paving: Box;
  /** How large figures are drawn. */
  scale: number;
  /** Across the street: where each figure has its feet. */
  lanes: Record<FigureName, number>;
  /** What a finger hits of a figure, from its feet. */
  hitBox: Box;
}

export const WIDE: Plan = {
  isUpright: false,
  width: 1000,
  height: 404,
  kerb: { x: 58, y: 96, width: 884, height: 62 },
  paving: { x: 58, y: 164, width: 884, height: 228 },
  scale: 0.8,
  lanes: { charly: 150, hans: 222, w: 288, lilli: 296, e: 288, lola: 364 },
  hitBox: { x: -25, y: -80, width: 50, height: 86 },
};

export const UPRIGHT: Plan = {
  isUpright: true,
  width: 360,
  height: 434,
  kerb: { x: 8, y: 30, width: 54, height: 374 },
  paving: { x: 66, y: 30, width: 286, height: 374 },
  scale: 0.48,
  lanes: { charly: 35, hans: 102, w: 157, lilli: 207, e: 257, lola: 308 },
  hitBox: { x: -24, y: -46, width: 48, height: 51 },
};

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
