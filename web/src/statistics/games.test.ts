import { describe, expect, test } from "vitest";
import { favouritesOf } from "../review/account";
import { BERT, CARL, game, HOUSE, mistake, review } from "./games.fixture";
import {
  chosen,
  counted,
  DAY,
  lossOverTime,
  luckOverTime,
  momentsOf,
  PEOPLE,
  rowOfAll,
  rowsBy,
  SEVERAL,
  streaksOf,
  unreviewed,
} from "./games";

const ALL = { game: "", against: "" as const, days: 0 };

describe("which games", () => {
  const now = 100 * DAY;
  const games = [
    game({ table: "new", touched: now }),
    game({ table: "friend", touched: now - 29 * DAY, opponents: [HOUSE(), BERT] }),
    game({ table: "old", touched: now - 31 * DAY, game: "nuit" }),
  ];
  const tables = (filter: Partial<Parameters<typeof chosen>[1]>) =>
    chosen(games, { ...ALL, ...filter }, now).map(({ table }) => table);

  test("are all, of a game, against people or the house alone, or of late", () => {
    expect(tables({})).toEqual(["new", "friend", "old"]);
    expect(tables({ game: "nuit" })).toEqual(["old"]);
    expect(tables({ against: "people" })).toEqual(["friend"]);
    expect(tables({ against: "house" })).toEqual(["new", "old"]);
    expect(tables({ days: 30 })).toEqual(["new", "friend"]);
    expect(tables({ days: 30, against: "people", game: "nuit" })).toEqual([]);
  });
});

describe("results", () => {
  test("tell won, shared, lost and the share of victories; a game without a winner is none of them", () => {
    const games = [game(), game({ share: 0.5 }), game({ share: 0 }), game({ share: null })];
    expect(rowOfAll(games)).toMatchObject({ games: 4, won: 1, shared: 1, lost: 1, share: 0.5 });
  });

  test("practice counts nowhere", () => {
    const practice = game({ is_practice: true, review: review(), opponents: [BERT] });
    expect(counted([practice])).toEqual([]);
    for (const way of ["game", "players", "level", "friend"] as const)
      expect(rowsBy([practice], way)).toEqual([]);
    expect(streaksOf([practice], 0)).toEqual({ longest: 0, present: 0 });
  });

  test("stand by game, most played first", () => {
    const rows = rowsBy([game({ game: "nuit" }), game(), game()], "game");
    expect(rows.map(({ key, games }) => [key, games])).toEqual([
      ["poule", 2],
      ["nuit", 1],
    ]);
  });

  test("stand by level only where the house plays alone, and at one level", () => {
    const games = [
      game({ opponents: [HOUSE("king"), HOUSE("king")] }),
      game({ opponents: [HOUSE("king"), HOUSE("host")] }),
      game({ opponents: [HOUSE("king"), BERT] }),
    ];
    expect(rowsBy(games, "level").map(({ key }) => key)).toEqual(["king", PEOPLE, SEVERAL]);
  });

  test("stand under every friend, by who it is and not by the name, which is the latest", () => {
    const games = [
      game({ opponents: [{ ...BERT, name: "Bertram" }, CARL] }),
      game({ opponents: [BERT], share: 0 }),
      game({ opponents: [{ ...CARL, author: "another Carl" }] }),
    ];
    expect(rowsBy(games, "friend").map(({ name, games: count, won }) => [name, count, won])).toEqual([
      ["Bertram", 2, 1],
      ["Carl", 1, 1],
      ["Carl", 1, 1],
    ]);
  });

  test("count a game once for somebody who had two seats", () => {
    expect(rowsBy([game({ opponents: [BERT, BERT] })], "friend")[0]?.games).toBe(1);
  });

  test("tell points of games that were played out, and of one kind alone", () => {
    const games = [
      game(),
      game({ score: 10, best_other: 15 }),
      game({ score: 99, best_other: 1, reason: "resigned" }),
    ];
    expect(rowOfAll(games)).toMatchObject({ points: 15, distance: 0 });
    expect(rowOfAll([...games, game({ game: "nuit" })])).toMatchObject({ points: null, distance: null });
    expect(rowOfAll([game({ score: 1, best_other: 0 })]).points).toBeNull();
    expect(rowOfAll([game({ score: null, best_other: null })]).points).toBeNull();
  });

  test("tell accuracy and luck of the games that have a review", () => {
    const row = rowOfAll([game({ review: review() }), game({ review: review({}, -0.3) }), game()]);
    expect(row).toMatchObject({ reviewed: 2, accuracy: 95, luck: expect.closeTo(0) as number });
  });
});

describe("over time", () => {
  test("the first game comes first, and luck adds up", () => {
    const games = [
      game({ touched: 3, review: review({ loss: 0.04 }, 0.2) }),
      game({ touched: 2 }),
      game({ touched: 1, review: review({ loss: 0.01 }, -0.2) }),
    ];
    expect(lossOverTime(games).map(({ to, value }) => [to, value])).toEqual([
      [1, 1],
      [3, 4],
    ]);
    expect(luckOverTime(games).map(({ value }) => Math.round(value))).toEqual([-10, 20]);
  });

  test("of many games several make one point, and every decision weighs the same", () => {
    const games = Array.from({ length: 100 }, (_, at) => game({ touched: 100 - at, review: review() }));
    games[99] = game({ touched: 1, review: review({ loss: 0.1, decisions: 20 }) });
    const points = lossOverTime(games);
    expect(points).toHaveLength(34);
    expect(points[0]).toMatchObject({ games: 3, to: 3, value: expect.closeTo(6) as number });
    expect(points.at(-1)).toMatchObject({ games: 1, to: 100 });
    expect(luckOverTime(games).at(-1)?.value).toBeCloseTo(2000);
  });

  test("a game without decisions of one's own has no loss", () => {
    expect(lossOverTime([game({ review: review({ decisions: 0, loss: 0 }) })])).toEqual([]);
  });
});

describe("days in a row", () => {
  const on = (...days: number[]) => days.map((day) => game({ touched: day * DAY + 5 }));
  const now = 20 * DAY + DAY / 2;

  test("are the longest there were, and those up to today or yesterday", () => {
    expect(streaksOf(on(20, 19, 19, 15, 14, 13, 12), now)).toEqual({ longest: 4, present: 2 });
    expect(streaksOf(on(19, 18), now)).toEqual({ longest: 2, present: 2 });
    expect(streaksOf(on(18, 17), now)).toEqual({ longest: 2, present: 0 });
    expect(streaksOf([], now)).toEqual({ longest: 0, present: 0 });
  });

  test("begin and end at midnight in UTC", () => {
    const games = [game({ touched: 10 * DAY }), game({ touched: 10 * DAY - 1 })];
    expect(streaksOf(games, 10 * DAY)).toEqual({ longest: 2, present: 2 });
  });
});

test("the best and the worst decision are found among all games, with their moment", () => {
  const games = [
    game({
      table: "a",
      review: review({ find: { ply: 3, kind: "draw", gain: 0.1 }, mistakes: [mistake("end", 0.2, 7)] }),
    }),
    game({
      table: "b",
      review: review({ find: { ply: 4, kind: "stall", gain: 0.3 }, mistakes: [mistake("pass", 0.1)] }),
    }),
    game({ table: "c", is_practice: true, review: review({ find: { ply: 1, kind: "x", gain: 0.9 } }) }),
  ];
  expect(momentsOf(games)).toMatchObject({
    best: { table: "b", ply: 4, kind: "stall", points: 30 },
    worst: { table: "a", ply: 7, kind: "end", points: -20 },
  });
  expect(momentsOf([game()])).toEqual({ best: null, worst: null });
});

test("reviews are offered where they would tell something", () => {
  const games = [game({ can_review: true, table: "open" }), game({ review: review() })];
  expect(unreviewed(games).map(({ table }) => table)).toEqual(["open"]);
});

test("favourite mistakes are counted by what was done, the costliest first", () => {
  const games = [
    game({ review: review({ mistakes: [mistake("lola3", 0.1), mistake("end", 0.15)] }) }),
    game({ review: review({ mistakes: [mistake("lola1", 0.2)] }) }),
  ];
  expect(favouritesOf(games)).toMatchObject([
    { kind: "lola", count: 2 },
    { kind: "end", count: 1 },
  ]);
});
