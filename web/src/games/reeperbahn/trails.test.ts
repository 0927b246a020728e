import { expect, test } from "vitest";
import type { AnyView } from "../../wire/types";
import type { Squares } from "./street";
import { changesOf, startOf, trailsOf } from "./trails";

const START: Squares = { charly: 9, hans: 8, w: 7, lilli: 9, e: 11, lola: 10 };
const told = (after: Partial<Squares>, targets: string[]) =>
  trailsOf(START, { ...START, ...after }, targets).map(({ figure, from, to, order }) => [
    figure,
    from,
    to,
    order,
  ]);

test("a trail goes from where somebody stood to where they stand", () => {
  expect(told({ hans: 6 }, ["card:hans2", "figure:hans"])).toEqual([["hans", 8, 6, 1]]);
});

test("trails are numbered in the order of the cards, with Charly last", () => {
  const targets = ["card:guard1", "figure:e", "card:guard2", "figure:w"];
  expect(told({ w: 5, e: 10, charly: 8 }, targets)).toEqual([
    ["e", 11, 10, 1],
    ["w", 7, 5, 2],
    ["charly", 9, 8, 3],
  ]);
});

test("whoever moved together has a trail each", () => {
  expect(told({ w: 6, lilli: 8, e: 10 }, ["card:lilli", "figures:court"])).toEqual([
    ["w", 7, 6, 1],
    ["lilli", 9, 8, 2],
    ["e", 11, 10, 3],
  ]);
});

test("whoever charmed somebody did not move", () => {
  expect(told({ lilli: 8 }, ["figure:hans", "figure:lilli"])).toEqual([["lilli", 9, 8, 1]]);
});

test("trails begin before all that the other did, or before the last action", () => {
  const [first, last, now] = [4, 6, 7].map((ply) => ({ ply }) as AnyView) as [AnyView, AnyView, AnyView];
  const turn = { seat: 1, targets: [], was: first, view: last };
  expect(startOf(now, last, [turn])).toBe(first);
  expect(startOf(now, last, null)).toBe(last);
  expect(startOf(now, null, null)).toBeNull();
});

test("what was taken back leaves no trails", () => {
  const [now, undone] = [4, 7].map((ply) => ({ ply }) as AnyView) as [AnyView, AnyView];
  expect(startOf(now, undone, null)).toBeNull();
});

test("who comes closer is a gain for one, and the same loss for the other", () => {
  const view = (figures: Squares) => ({ board: { figures } }) as unknown as AnyView;
  const turn = {
    seat: 1,
    targets: ["figure:hans"],
    was: view(START),
    view: view({ ...START, hans: 10, charly: 10 }),
  };
  const changes = (viewer: number) =>
    changesOf(turn, viewer).map(({ key, amount, order }) => [key, amount, order]);
  expect(changes(0)).toEqual([
    ["hans", -2, 1],
    ["charly", -1, 2],
  ]);
  expect(changes(1)).toEqual([
    ["hans", 2, 1],
    ["charly", 1, 2],
  ]);
});
