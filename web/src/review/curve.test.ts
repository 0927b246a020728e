import { expect, test } from "vitest";
import { across, curveOf, DASHES, pathOf, plyAt, rangeOf, spread, wholePercents, type Box } from "./curve";

const BOX: Box = { left: 10, top: 5, width: 100, height: 50 };

test("a line begins at the left, ends at the right, and is higher where there is more", () => {
  expect(pathOf(BOX, [0, 0.5, 1], [0, 1])).toBe("M10 55L60 30L110 5");
});

test("a place on the curve is the nearest action, and beside it the first or the last", () => {
  for (const ply of [0, 3, 8]) expect(plyAt(BOX, across(BOX, ply, 8) + 2, 8)).toBe(ply);
  expect([plyAt(BOX, -50, 8), plyAt(BOX, 500, 8)]).toEqual([0, 8]);
});

test("what never changes is drawn in the middle", () => {
  expect(pathOf(BOX, [3, 3], rangeOf([[3, 3]]))).toBe("M10 30L110 30");
});

test("marks that would cover each other are moved apart, and stay inside", () => {
  expect(spread(BOX, [55, 55, 5], 12)).toEqual([43, 55, 5]);
  expect(spread(BOX, [20, 40], 12)).toEqual([20, 40]);
  const many = spread(BOX, [55, 55, 55, 55], 12).sort((a, b) => a - b);
  expect(many).toEqual([19, 31, 43, 55]);
});

test("no two seats have the same line", () => {
  expect(new Set(DASHES).size).toBe(10);
});

test.each([
  [
    [1 / 3, 1 / 3, 1 / 3],
    [34, 33, 33],
  ],
  [
    [0.615, 0.385],
    [62, 38],
  ],
  [
    [0.296, 0.296, 0.408],
    [30, 29, 41],
  ],
  [
    [0.29, 0.57, 0.14],
    [29, 57, 14],
  ],
  [
    [0.999, 0.001, 0],
    [100, 0, 0],
  ],
])("%j is written in whole percents that add up", (shares, percents) => {
  expect(wholePercents(shares)).toEqual(percents);
  expect(percents.reduce((sum, each) => sum + each, 0)).toBe(100);
});

test("as long as one point of view is missing, another one is shown", () => {
  const curve = (view: number) => ({ view, shares: [[1]], errors: [0], turning_point: null });
  const curves = [curve(-1), curve(0)];
  expect(curveOf({ curves }, 0)?.view).toBe(0);
  expect(curveOf({ curves }, -2)?.view).toBe(-1);
  expect(curveOf({ curves: [] }, 0)).toBeUndefined();
});
