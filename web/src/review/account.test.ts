import { expect, test } from "vitest";
import { accuracyOf, barsOf, meanOf, scaleOf, totalOf } from "./account";

const ANNA = { place: 0.02, deal: -0.1, draws: 0.2, others: 0.05, decisions: -0.07, judgement: 0.4 };
const BERT = { place: -0.02, deal: 0.1, draws: -0.2, others: 0.07, decisions: -0.05, judgement: -0.4 };

test("the bars add up to the result less an equal share", () => {
  const bars = barsOf(ANNA, scaleOf([ANNA, BERT]));
  expect(bars.reduce((sum, bar) => sum + bar.points, 0)).toBeCloseTo(50);
  expect(totalOf(ANNA)).toBeCloseTo(50);
});

test("what was gained goes right of the middle, what was lost left of it, and the largest fills its half", () => {
  const [, deal, draws, , , judgement] = barsOf(ANNA, scaleOf([ANNA, BERT]));
  expect(deal).toMatchObject({ from: 37.5, to: 50 });
  expect(draws).toMatchObject({ from: 50, to: 75 });
  expect(judgement).toMatchObject({ from: 50, to: 100 });
});

test("an account of nothing draws nothing", () => {
  const none = { place: 0, deal: 0, draws: 0, others: 0, decisions: 0, judgement: 0 };
  expect(barsOf(none, scaleOf([none])).every(({ from, to }) => from === 50 && to === 50)).toBe(true);
});

test("several games have the mean of their terms, and the accuracy of all that was at stake", () => {
  expect(meanOf([ANNA, BERT])).toMatchObject({ place: 0, others: expect.closeTo(0.06) as number });
  const accounts = [
    { decisions: -0.1, stake: 1 },
    { decisions: 0, stake: 3 },
  ];
  expect(accuracyOf(accounts)).toBeCloseTo(97.5);
  expect(accuracyOf([{ decisions: 0, stake: 0 }])).toBeNull();
});

test("the accuracy stays between nothing and all", () => {
  expect(accuracyOf([{ decisions: 0.02, stake: 1 }])).toBe(100);
  expect(accuracyOf([{ decisions: -1.2, stake: 1 }])).toBe(0);
});
