import { expect, test } from "vitest";
import type { GameRecord, Table } from "../wire";
import { speech } from "../words";
import { isBefore, nameIn } from "./house";

test("a record names people by their names, and players of the house by who they are", () => {
  const record: GameRecord = { names: ["Anna", "host"], characters: [null, "odile"] };
  expect([0, 1, 2].map((seat) => nameIn(record, seat, speech.words))).toEqual(["Anna", "Odile", ""]);
});

test("what a branch begins with was played in the game that it leaves", () => {
  const table = {
    opening: { kind: "branch", source: "table", actions: 6, is_imagined: false, title: "" },
    seats: [{ holders: [{ since: 2, name: "" }] }],
  } as unknown as Table;
  expect([3, 8, 9].map((number) => isBefore(table, number))).toEqual([true, true, false]);
  expect(isBefore({ ...table, opening: null }, 3)).toBe(false);
});
