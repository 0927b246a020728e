import { expect, test } from "vitest";
import type { PlayedGame } from "../wire";
import {
  accuracies,
  accuracyOf,
  barsOf,
  errorsOf,
  favouritesOf,
  luckSoFar,
  luckyDraws,
  meanOf,
  scaleOf,
  summarize,
  totalOf,
} from "./account";

const ANNA = {
  ...{ place: 0.02, deal: -0.1, draws: 0.2, others: 0.05 },
  ...{ decisions: -0.07, hidden: 0.05, judgement: 0.35 },
};
const BERT = {
  ...{ place: -0.02, deal: 0.1, draws: -0.2, others: 0.07 },
  ...{ decisions: -0.05, hidden: -0.05, judgement: -0.35 },
};

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

const account = (deal: number, decisions: number, accuracy: number | null) => ({
  ...{ seat: 0, result: 1, place: 0, deal, draws: 0.1, others: 0, decisions, hidden: 0, judgement: 0 },
  ...{
    is_explained: true,
    weights: { luck: 1, hidden: 1, decisions: 1 },
    stake: 2,
    accuracy,
    error_rate: null,
  },
});
const mistake = (kind: string, loss: number) => ({
  ply: 1,
  verdict: "grave" as const,
  kind,
  loss,
  reason: null,
});
const game = (share: number | null, review: PlayedGame["review"]): PlayedGame => ({
  ...{ table: "t", game: "reeperbahn", players: 2, seat: 0, touched: 0, is_practice: false, hinted: 0 },
  share,
  review,
});
/** The latest first, as the server tells them. */
const GAMES = [
  game(1, {
    account: account(0.2, 0, 100),
    decisions: 9,
    mistakes: [mistake("lola3", 0.1), mistake("end", 0.15)],
  }),
  game(0.5, null),
  game(0, { account: account(-0.1, -0.2, 90), decisions: 9, mistakes: [mistake("lola1", 0.2)] }),
  game(null, null),
];

test("games without a winner are neither won nor lost", () => {
  expect(summarize(GAMES)).toEqual({
    ...{ games: 4, won: 1, shared: 1, lost: 1, reviewed: 2 },
    accuracy: expect.closeTo(95) as number,
    luck: expect.closeTo(30) as number,
  });
});

test("practice counts nowhere", () => {
  const practice = { ...game(1, null), is_practice: true };
  expect(summarize([practice, ...GAMES])).toEqual(summarize(GAMES));
});

test("luck and accuracy run from the first game to the latest", () => {
  expect(luckSoFar(GAMES).map(Math.round)).toEqual([0, 0, 30]);
  expect(accuracies(GAMES)).toEqual([90, 100]);
});

test("favourite mistakes are counted by what was done, the costliest first", () => {
  expect(favouritesOf(GAMES)).toMatchObject([
    { kind: "lola", count: 2 },
    { kind: "end", count: 1 },
  ]);
});
