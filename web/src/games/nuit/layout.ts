// Where the spaces of a pub lie on its plan. Upright plans have the terrace at the bottom, wide ones on the right.
// prettier-ignore
const CELLS: Record<string, readonly [number, number]> = {
  i1: [0, 0], i2: [1, 0],
  i3: [0, 1], i4: [1, 1], i5: [2, 1],
  i6: [0, 2], i7: [1, 2],
  t1: [0, 3], t2: [1, 3], t3: [2, 3],
};
export const CELL = 100;
export const EDGE = 14;
/** Between the house and its terrace stands a wall. */
const FRONT = 18;

export interface Shape {
  width: number;
  height: number;
  /** Upper left corner of a cell. */
  at: (column: number, row: number) => { x: number; y: number };
  /** Walls of the house, as an outline. */
  walls: string;
  terrace: { x: number; y: number; width: number; height: number };
}

function shape(isWide: boolean): Shape {
  const turn = (x: number, y: number) => (isWide ? { x: y, y: x } : { x, y });
  const place = (column: number, row: number) => {
    const at = turn(EDGE + column * CELL, EDGE + row * CELL + (row > 2 ? FRONT : 0));
    return at;
  };
  // prettier-ignore
  const corners = [[0, 0], [2, 0], [2, 1], [3, 1], [3, 2], [2, 2], [2, 3], [0, 3]] as const;
  const outline = corners.map(([column, row]) => turn(EDGE + column * CELL, EDGE + row * CELL));
  const short = 3 * CELL + 2 * EDGE;
  const long = 4 * CELL + 2 * EDGE + FRONT;
  const terrace = place(0, 3);
  return {
    width: isWide ? long : short,
    height: isWide ? short : long,
    at: place,
    walls: `M${outline.map(({ x, y }) => `${x} ${y}`).join("L")}Z`,
    terrace: { ...terrace, width: isWide ? CELL : 3 * CELL, height: isWide ? 3 * CELL : CELL },
  };
}

export const UPRIGHT = shape(false);
export const WIDE = shape(true);

export function cellOf(space: string): readonly [number, number] {
  return CELLS[space] ?? [0, 0];
}
/** The corner outside where guests wait at the door, and the one with the pub's sign. */
export const DOORSTEP = [2, 2] as const;
export const SIGN = [2, 0] as const;
