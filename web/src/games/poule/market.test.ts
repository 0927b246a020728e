import { describe, expect, test } from "vitest";
import { CASES, nameOf } from "../cases.fixture";
import { areSame, boardOf, ghostOf, measure, roundsOf, signed, totals, type Piece } from "./market";

const { cases } = CASES.poule;
const PLACING = new Set(["stall", "place", "secret"]);
const placing = cases.filter(({ action }) => PLACING.has(action.kind));
const stall = (cell: string, seat: number, rank: string): Piece => ({ cell, tile: null, seat, rank });
const tile = (cell: string, name: string, value = 0): Piece => ({
  cell,
  tile: { name, value },
  seat: null,
  rank: null,
});
const row = (pieces: Piece[], players = 2) =>
  measure(pieces, players)
    .filter(({ line }) => line === "row 1")
    .map(({ value, ranks }) => [value, ...ranks]);

describe("what the page expects of a piece is what the engine does with it", () => {
  test.each(placing.map((each) => [nameOf(each), each] as const))("%s", (_, { before, action, after }) => {
    const ghost = ghostOf(action, before);
    expect(ghost).not.toBeNull();
    const pieces = [...boardOf(before).pieces, ...(ghost ? [ghost] : [])];
    const forecast = measure(pieces, before.players);
    const paid = boardOf(after).last_round;
    const isPaid = boardOf(after).pieces.length < pieces.length || after.to_move === null;
    expect(forecast).toEqual(isPaid ? paid?.segments : boardOf(after).segments);
    if (isPaid) expect(totals(forecast, before.players)).toEqual(paid?.gains);
  });

  test("and of every square as it lies", () => {
    for (const { before } of cases) {
      expect(measure(boardOf(before).pieces, before.players)).toEqual(boardOf(before).segments);
    }
  });

  test("the cases have every wonder, and a round that is paid", () => {
    const names = new Set(
      placing.flatMap(({ before }) => boardOf(before).pieces.map((piece) => piece.tile?.name)),
    );
    expect([...names]).toEqual(expect.arrayContaining(["fire", "purse", "curse", "wizard"]));
    expect(cases.some(({ lines }) => lines.some(({ key }) => key === "poule.round_paid"))).toBe(true);
  });
});

test("how every round was paid is read from the log", () => {
  const line = (key: string, args: Record<string, string | number>) => ({
    key: `poule.${key}`,
    arguments: args,
  });
  const rounds = roundsOf(
    [
      line("stall", { seat: 1, rank: "II", cell: "a1" }),
      line("draw", { seat: 0, tile: "queen", value: 6 }),
      line("place", { seat: 0, tile: "queen", value: 6, cell: "b1" }),
      line("secret", { seat: 1, tile: "thief", value: -3, cell: "a2" }),
      line("round_paid", { round: 1 }),
      line("stall", { seat: 0, rank: "I", cell: "f5" }),
      line("round_paid", { round: 2 }),
    ],
    2,
  );
  expect([...rounds.keys()]).toEqual([1, 2]);
  expect(rounds.get(1)?.gains).toEqual([0, 6]);
  expect(rounds.get(2)?.pieces).toEqual([stall("f5", 0, "I")]);
});

describe("a row", () => {
  test("is worth its tiles, and a stall gets that times its rank", () => {
    expect(row([tile("a1", "queen", 6), stall("b1", 0, "II"), tile("c1", "thief", -3)])).toEqual([[3, 2, 0]]);
  });
  test("is parted by a fire", () => {
    expect(row([tile("a1", "queen", 6), tile("b1", "fire"), stall("c1", 1, "I")])).toEqual([
      [6, 0, 0],
      [0, 0, 1],
    ]);
  });
  test("loses its buyers to a curse, and not its rogues", () => {
    expect(row([tile("a1", "queen", 6), tile("b1", "curse"), tile("c1", "thief", -3)])).toEqual([[-3, 0, 0]]);
  });
  test("counts twice with a double purse", () => {
    expect(row([tile("a1", "queen", 6), tile("b1", "purse"), tile("c1", "thief", -3)])).toEqual([[6, 0, 0]]);
  });
  test("counts a stall right beside the wizard one rank higher", () => {
    expect(row([tile("a1", "wizard"), stall("b1", 0, "I"), stall("d1", 1, "I")])).toEqual([[0, 2, 1]]);
  });
});

test("a tile that nobody knows has no ghost, nor has an action that puts nothing down", () => {
  const view = cases[0]?.before;
  if (!view) throw new Error("no case");
  expect(ghostOf(null, view)).toBeNull();
  expect(ghostOf({ text: "draw", kind: "draw", targets: ["stack"] }, view)).toBeNull();
  const unknown = { ...view, board: { ...view.board, secret: null } };
  expect(ghostOf({ text: "secret c4", kind: "secret", targets: ["secret", "cell:c4"] }, unknown)).toBeNull();
});

test("segments are the same if cells, value and ranks are", () => {
  const one = measure([tile("a1", "queen", 6)], 2);
  expect(areSame(one, measure([tile("a1", "king", 6)], 2))).toBe(true);
  expect(areSame(one, measure([tile("a1", "queen", 5)], 2))).toBe(false);
});

test("amounts carry their sign", () => {
  expect([3, 0, -3].map(signed)).toEqual(["+3", "0", "−3"]);
});
