// Where the spaces of a pub lie on its plan: in the same places wherever a pub is drawn, so that their numbers can be found.
import type { Point } from "./motion";

export const CELL = 100;
export const EDGE = 14;
/** Between the house and its terrace stands a wall. */
const FRONT = 18;
export const WIDTH = 4 * CELL + 2 * EDGE + FRONT;
export const HEIGHT = 3 * CELL + 2 * EDGE;

/** Column and row; the terrace is the last column. */
// prettier-ignore
const CELLS: Record<string, readonly [number, number]> = {
  i1: [0, 0], i2: [1, 0],             t1: [3, 0],
  i3: [0, 1], i4: [1, 1], i5: [2, 1], t2: [3, 1],
  i6: [0, 2], i7: [1, 2],             t3: [3, 2],
};

/** Upper left corner of a cell. */
export const cornerOf = (column: number, row: number): Point => ({
  x: EDGE + column * CELL + (column > 2 ? FRONT : 0),
  y: EDGE + row * CELL,
});

export const placeOf = (space: string): Point => cornerOf(...(CELLS[space] ?? [0, 0]));

/** What is written in a space where nothing stands. */
export const numberOf = (space: string): string =>
  space.startsWith("t") ? space.toUpperCase() : space.slice(1);

/** The corner outside where guests wait at the door, and the one with the pub's sign. */
export const DOORSTEP = cornerOf(2, 2);
export const SIGN = cornerOf(2, 0);
export const TERRACE = { ...cornerOf(3, 0), width: CELL, height: 3 * CELL };

// prettier-ignore
const CORNERS = [[0, 0], [2, 0], [2, 1], [3, 1], [3, 2], [2, 2], [2, 3], [0, 3]] as const;
/** Walls of the house, as an outline. */
export const WALLS = `M${CORNERS.map(([column, row]) => `${EDGE + column * CELL} ${EDGE + row * CELL}`).join("L")}Z`;
/** One to the terrace, one to the doorstep; both cut a gap into the walls. */
export const DOORS = `M${EDGE + 300} ${EDGE + 130}v40M${EDGE + 200} ${EDGE + 230}v40`;

/** How large a plan is in a room of so many pixels. */
export const scaleOf = (width: number, height: number): number => Math.min(width / WIDTH, height / HEIGHT);

/** Heights of letters on a plan: in its spaces and on guests, and on its sign. */
const [LETTERS, SIGN_LETTERS] = [28, 17];
/** Pixels: letters are not smaller. */
const SMALLEST = 11;
/** Whether spaces and guests can be read on a plan of this scale. */
export const isReadable = (scale: number): boolean => scale * LETTERS >= SMALLEST;
export const isSignReadable = (scale: number): boolean => scale * SIGN_LETTERS >= SMALLEST;
