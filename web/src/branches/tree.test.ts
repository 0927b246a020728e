import { describe, expect, test } from "vitest";
import type { Branch, GameRecord } from "../wire";
import { alone, follow, rootOf, rowsIn, rowsOf } from "./tree";

const branch = (id: string, source: string, details: Partial<Branch> = {}): Branch => ({
  id,
  game: "poule",
  source,
  title: "",
  at: 4,
  action: "",
  seat: 0,
  worlds: "real",
  status: "over",
  reason: "finished",
  winners: [0],
  scores: [3, 1],
  touched: 0,
  ...details,
});

describe("branches", () => {
  const all = [
    branch("a", "game"),
    branch("b", "a", { worlds: "imagined" }),
    branch("c", "game"),
    branch("d", "b"),
  ];

  test("come after what they leave", () => {
    expect(rowsOf(all, "game").map(({ id, depth }) => [id, depth])).toEqual([
      ["a", 0],
      ["b", 1],
      ["d", 2],
      ["c", 0],
    ]);
    expect(rowsOf(all, "b").map(({ id }) => id)).toEqual(["d"]);
  });

  test("lead back to the game", () => {
    expect(rootOf(all, "d")).toBe("game");
    expect(rootOf(all, "game")).toBe("game");
    expect(rootOf([branch("x", "gone")], "x")).toBe("gone");
  });

  test("say what was dealt anew, and are numbered as they were set up", () => {
    const rows = rowsOf(all, "game");
    expect(rows.map(({ isImagined }) => isImagined)).toEqual([false, true, false, false]);
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 4, 3]);
  });
});

describe("variations", () => {
  const record: GameRecord = {
    format: "estaminet-record/1",
    game: "poule",
    players: 2,
    deal: { first: 0 },
    actions: ["one", "two", "three"],
    names: ["Anna", "Bert"],
    scores: [1, 2],
    winners: [1],
    fairness: {},
    variations: [
      {
        at: 1,
        actions: ["other"],
        name: "bold",
        variations: [{ at: 2, actions: ["more"], deal: { first: 1 }, scores: [5, 0], winners: [0] }],
      },
    ],
  };

  test("are games of their own", () => {
    const [first, second] = rowsIn(record);
    expect([first?.title, first?.depth, second?.depth]).toEqual(["bold", 0, 1]);
    expect(first?.record?.actions).toEqual(["one", "other"]);
    expect(first?.record).not.toHaveProperty("winners");
    expect(first?.record).not.toHaveProperty("fairness");
    expect(second?.record).toEqual({
      ...alone(record),
      deal: { first: 1 },
      actions: ["one", "other", "more"],
      scores: [5, 0],
      winners: [0],
    });
  });

  test("of a record that anybody wrote are left out where they are none", () => {
    const broken = { ...record, variations: [null, 3, { at: "1" }, { at: 1 }, { at: 1, actions: [] }] };
    expect(rowsIn(broken as unknown as GameRecord)).toHaveLength(1);
    expect(rowsIn({ ...record, variations: "many" } as unknown as GameRecord)).toEqual([]);
    let deep: object = { at: 0, actions: [] };
    for (let depth = 0; depth < 2000; depth += 1) deep = { at: 0, actions: [], variations: [deep] };
    expect(rowsIn({ ...record, variations: [deep] } as unknown as GameRecord)).toHaveLength(8);
    const many = Array.from({ length: 500 }, () => ({ at: 0, actions: [] }));
    expect(rowsIn({ ...record, variations: many })).toHaveLength(100);
  });

  test("end where the game ends that they leave", () => {
    expect(follow(record, { at: 3, actions: [] }).actions).toEqual(record.actions);
  });
});
