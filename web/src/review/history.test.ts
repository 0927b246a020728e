import { expect, test } from "vitest";
import type { PlayedGame } from "../wire/types";
import { accuracies, favouritesOf, luckSoFar, summarize } from "./history";

const account = (deal: number, decisions: number, accuracy: number | null) => ({
  ...{ seat: 0, result: 1, place: 0, deal, draws: 0.1, others: 0, decisions, judgement: 0 },
  ...{ luck_weight: 1, stake: 2, accuracy, error_rate: null },
});
const mistake = (kind: string, loss: number) => ({
  ply: 1,
  verdict: "grave" as const,
  kind,
  loss,
  reason: null,
});
const game = (share: number | null, review: PlayedGame["review"]): PlayedGame => ({
  ...{ table: "t", game: "reeperbahn", players: 2, seat: 0, touched: 0 },
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
