import { expect, test } from "vitest";
import { countFrom, feet, squareBox, uprightStreet, wideStreet } from "./geometry";
import { CENTRE, FIGURES, SQUARES } from "./street";

const WIDE = wideStreet(1042, 300);
const UPRIGHT = uprightStreet(374, 280);
const PLANS = [WIDE, UPRIGHT, wideStreet(570, 200), wideStreet(1276, 690), uprightStreet(344, 250)];
const squares = Array.from({ length: SQUARES }, (_, at) => at + 1);

test("squares are counted from the near end", () => {
  expect([countFrom(0, 1), countFrom(0, 17), countFrom(1, 1), countFrom(1, 17)]).toEqual([1, 17, 17, 1]);
});

test.each([
  ["wide", WIDE],
  ["upright", UPRIGHT],
] as const)("the squares of a %s street lie side by side and fill it", (_, plan) => {
  for (const near of [0, 1]) {
    const boxes = squares.map((square) => squareBox(plan, near, square));
    const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
    expect(area).toBeCloseTo(plan.paving.width * plan.paving.height);
    const starts = boxes.map((box) => Math.round(plan.isUpright ? box.y : box.x));
    expect(new Set(starts).size).toBe(SQUARES);
    const middle = boxes[CENTRE - 1]!;
    const centre = plan.isUpright ? middle.y + middle.height / 2 : middle.x + middle.width / 2;
    expect(centre).toBeCloseTo(
      plan.isUpright ? plan.paving.y + plan.paving.height / 2 : plan.paving.x + plan.paving.width / 2,
    );
  }
});

test("one's own entrance is on the left, or below", () => {
  for (const near of [0, 1]) {
    const [own, other] = near === 0 ? [1, 17] : [17, 1];
    expect(squareBox(WIDE, near, own).x).toBeLessThan(squareBox(WIDE, near, other).x);
    expect(squareBox(UPRIGHT, near, own).y).toBeGreaterThan(squareBox(UPRIGHT, near, other).y);
  }
});

test("everybody stands in their own lane, on their square, inside the drawing", () => {
  for (const plan of PLANS) {
    for (const square of squares) {
      const box = squareBox(plan, 0, square);
      for (const figure of FIGURES) {
        const [x, y] = feet(plan, 0, figure, square);
        const along = plan.isUpright ? y - box.y : x - box.x;
        expect(along).toBeGreaterThan(0);
        expect(along).toBeLessThan(plan.isUpright ? box.height : box.width);
        expect([x > 0, x < plan.width, y > 0, y < plan.height]).toEqual([true, true, true, true]);
      }
    }
  }
});

test("nobody is higher than a little over two rows of an upright street, and all heads are in sight", () => {
  for (const plan of PLANS.filter(({ isUpright }) => isUpright)) {
    const far = squareBox(plan, 0, SQUARES);
    expect(96 * plan.scale).toBeLessThan(2.2 * far.height);
    expect(feet(plan, 0, "hans", SQUARES)[1] - 96 * plan.scale).toBeGreaterThan(0);
  }
});

test("the larger the space, the larger the figures", () => {
  expect(wideStreet(1276, 690).scale).toBeGreaterThan(wideStreet(1042, 300).scale);
  expect(uprightStreet(374, 460).scale).toBeGreaterThan(uprightStreet(374, 280).scale);
});

test("a street that has no room yet is drawn all the same: nothing is less than nothing high or wide", () => {
  for (const plan of [
    wideStreet(0, 0),
    wideStreet(300, 20),
    uprightStreet(0, 0, 44),
    uprightStreet(20, 300, 44),
  ])
    for (const box of [plan.kerb, plan.paving, squareBox(plan, 0, 1)]) {
      expect(box.height).toBeGreaterThan(5);
      expect(box.width).toBeGreaterThan(5);
    }
});
