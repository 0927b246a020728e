import { expect, test } from "vitest";
import { accuracyOf, averageLoss, barsOf, errorsOf, luckyDraws, meanOf, scaleOf, totalOf } from "./account";

const ANNA = {
  ...{ place: 0.02, deal: -0.1, draws: 0.2, others: 0.05 },
  ...{ decisions: -0.07, hidden: 0.05, judgement: 0.35 },
};
const BERT = {
  ...{ place: -0.02, deal: 0.1, draws: -0.2, others: 0.07 },
  ...{ decisions: -0.05, hidden: -0.05, judgement: -0.35 },
};

const WHOLE = { weights: { luck: 1, hidden: 1, decisions: 1 } };

test("the bars add up to the result less an equal share", () => {
  const bars = barsOf(ANNA, scaleOf([ANNA, BERT]));
  expect(bars.reduce((sum, bar) => sum + bar.points, 0)).toBeCloseTo(50);
  expect(totalOf(ANNA)).toBeCloseTo(50);
});

test("what was gained goes right of the middle, what was lost left of it, and the largest fills its half", () => {
  const [, deal, draws, , , , judgement] = barsOf(ANNA, 0.35);
  expect(scaleOf([ANNA, BERT])).toBe(0.35);
  expect(deal?.from).toBeCloseTo(50 - 50 / 3.5);
  expect(draws).toMatchObject({ from: 50, to: expect.closeTo(50 + 100 / 3.5) as number });
  expect(judgement).toMatchObject({ from: 50, to: 100 });
});

test("an account of nothing draws nothing", () => {
  const none = { place: 0, deal: 0, draws: 0, others: 0, decisions: 0, hidden: 0, judgement: 0 };
  expect(barsOf(none, scaleOf([none])).every(({ from, to }) => from === 50 && to === 50)).toBe(true);
});

test("a mean has its standard error, and the account of a single game has none", () => {
  expect(errorsOf([ANNA])).toBeNull();
  // Half the difference of two values is the standard error of their mean.
  expect(errorsOf([ANNA, BERT])).toMatchObject({
    place: expect.closeTo(0.02) as number,
    hidden: expect.closeTo(0.05) as number,
    total: expect.closeTo(0.5) as number,
  });
});

test("the draws that favoured somebody most come first, and what hardly mattered does not come at all", () => {
  const draws = [
    { ply: 3, gained: [0.05, -0.05] },
    { ply: 8, gained: [-0.2, 0.2] },
    { ply: 9, gained: [0.01, -0.01] },
  ];
  expect(luckyDraws(draws)).toEqual([
    { ply: 8, seat: 1, points: 20 },
    { ply: 3, seat: 0, points: 5 },
  ]);
});

test("several games have the mean of their terms, and the accuracy of all that was at stake", () => {
  expect(meanOf([ANNA, BERT])).toMatchObject({ place: 0, others: expect.closeTo(0.06) as number });
  const accounts = [
    { ...WHOLE, decisions: -0.1, stake: 1 },
    { ...WHOLE, decisions: 0, stake: 3 },
  ];
  expect(accuracyOf(accounts)).toBeCloseTo(97.5);
  expect(accuracyOf([{ ...WHOLE, decisions: 0, stake: 0 }])).toBeNull();
});

test("the accuracy counts all that was given away, however much of it an account shows", () => {
  const weights = { luck: 0.5, hidden: 0.05, decisions: 0.2 };
  expect(accuracyOf([{ weights, decisions: -0.06, stake: 1 }])).toBeCloseTo(70);
});

test("the average loss is that of the seat's own decisions", () => {
  const decisions = [
    { seat: 0, loss: 0.08 },
    { seat: 1, loss: 0.5 },
    { seat: 0, loss: 0 },
  ];
  expect(averageLoss(decisions, 0)).toBeCloseTo(4);
  expect(averageLoss(decisions, 2)).toBeNull();
});

test("the accuracy stays between nothing and all", () => {
  expect(accuracyOf([{ ...WHOLE, decisions: 0.02, stake: 1 }])).toBe(100);
  expect(accuracyOf([{ ...WHOLE, decisions: -1.2, stake: 1 }])).toBe(0);
});
