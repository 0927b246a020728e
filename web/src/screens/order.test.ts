import { expect, test } from "vitest";
import type { ListedTable } from "../wire";
import { inOrder } from "./TableList.svelte";

const table = (id: string, details: Partial<ListedTable>): ListedTable => ({
  id,
  game: "poule",
  options: {},
  status: "playing",
  seats: [0, 1].map(() => ({ name: "Anna", level: null, character: "rosa" as const, is_free: false })),
  turned: 0,
  winners: null,
  reason: null,
  scores: null,
  decisions: null,
  opening: null,
  yours: [0],
  turn: null,
  touched: 0,
  ...details,
});

test("tables where one is to move come first, finished ones last, each the latest first", () => {
  const tables = [
    table("over", { status: "over", touched: 9 }),
    table("waiting", { status: "waiting", touched: 8 }),
    table("theirs", { turn: 1, touched: 7 }),
    table("mine, long ago", { turn: 0, touched: 1 }),
    table("mine", { turn: 0, touched: 6 }),
  ];
  expect(inOrder(tables).map(({ id }) => id)).toEqual([
    "mine",
    "mine, long ago",
    "theirs",
    "waiting",
    "over",
  ]);
});
