import { beforeEach, describe, expect, test } from "vitest";
import type { Action, AnyView } from "../wire";
import { Choice } from "./choice.svelte";
import { hintRows, sayWhy, WholeTurn } from "./hint";

const BY_TEXT = new Map<string, Action>(
  ["bar 1", "bar 2", "draw"].map((text) => [text, { text, kind: text, targets: [] }]),
);
const rowsOf = (...turns: [text: string, share: number][]) =>
  hintRows(
    { turns: turns.map(([text, share]) => ({ actions: [text], effects: [], share, lead: null })) },
    BY_TEXT,
    (actions) => actions.map(({ kind }) => kind.replace(/ .*/, "")).join(", "),
  );
const SAID = { near: "near", later: "later", reason: () => "because" };

test("turns that read the same are one row", () => {
  const rows = rowsOf(["bar 1", 1], ["bar 2", 0.995], ["draw", 0.93]);
  expect(rows.map(({ text, percent }) => [text, percent])).toEqual([
    ["bar", 100],
    ["draw", 93],
  ]);
});

test("no reason is given for a row that the house did not compare", () => {
  const rows = rowsOf(["bar 1", 1], ["bar 2", 0.995], ["draw", 0.93]);
  expect(sayWhy({ key: "reason.close", arguments: {} }, rows, SAID)).toBe("");
  expect(sayWhy({ key: "reason.close", arguments: {} }, rowsOf(["bar 1", 1]), SAID)).toBe("");
});

test.each([
  ["reason.later", 0.634, 0.616, "later"],
  ["reason.later", 0.91, 0.868, "later"],
  ["reason.later", 0.624, 0.616, "near"],
  ["reason.close", 0.63, 0.62, "near"],
  ["nuit.reason", 0.63, 0.62, "because"],
])("%s of %d beside %d says what the rows show", (key, first, second, text) => {
  const rows = rowsOf(["bar 1", first], ["draw", second]);
  expect(sayWhy({ key, arguments: {} }, rows, SAID)).toBe(text);
});

describe("a whole turn", () => {
  const TURN: Action[] = ["one", "two", "three"].map((text) => ({ text, kind: text, targets: [] }));
  let done: string[];
  let choice: Choice;
  const following = new WholeTurn();
  beforeEach(() => {
    done = [];
    choice = new Choice(({ text }) => done.push(text));
    choice.offer(TURN);
  });
  const view = (ply: number, ...legal: string[]) => ({ ply, legal }) as unknown as AnyView;

  test("a turn is played action by action, each when it is due", () => {
    following.begin(TURN, choice, view(7, "one"));
    expect(done).toEqual(["one"]);
    choice.offer([]);
    following.step(choice, view(7, "one"));
    expect(done).toEqual(["one"]);
    choice.offer(TURN);
    following.step(choice, view(8, "two", "other"));
    following.step(choice, view(9, "three"));
    following.step(choice, view(10, "one"));
    expect(done).toEqual(["one", "two", "three"]);
  });

  test.each([
    ["what is not legal any more", view(8, "other"), view(9, "three")],
    ["what somebody else has done in between", view(9, "two"), view(10, "two")],
    ["what was refused", view(7, "one", "two"), view(8, "two")],
  ])("a turn is not played on after %s", (_, next, then) => {
    following.begin(TURN, choice, view(7, "one"));
    following.step(choice, next);
    following.step(choice, then);
    expect(done).toEqual(["one"]);
  });
});
