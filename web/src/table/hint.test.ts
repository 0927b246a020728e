import { beforeEach, describe, expect, test } from "vitest";
import type { Action, AnyView, HintedTurn } from "../wire";
import { Choice } from "./choice.svelte";
import poule from "../games/poule/face";
import { comparedWith, hintRows, sayWhy, tellFollowing, WholeTurn } from "./hint";

const BY_TEXT = new Map<string, Action>(
  ["bar 1", "bar 2", "draw", "stall II c4"].map((text) => [text, { text, kind: text, targets: [] }]),
);
const PLAIN = { effects: [], lead: null, error: 0, is_as_good: false, risk: null };
const rowsOf = (...turns: [text: string, share: number, more?: Partial<HintedTurn>][]) =>
  hintRows(
    { turns: turns.map(([text, share, more]) => ({ ...PLAIN, actions: [text], share, ...more })) },
    BY_TEXT,
    (actions) => actions.map(({ kind }) => kind.replace(/ .*/, "")).join(", "),
  );
const SAID = { near: "near", later: "later", won: "won", reason: () => "because" };

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

test("that the first row wins at once is said of it alone", () => {
  expect(sayWhy({ key: "reason.won", arguments: {} }, rowsOf(["bar 1", 1]), SAID)).toBe("won");
});

test.each([
  ["reason.close", "near"],
  ["reason.later", "later"],
  ["nuit.reason", "because"],
])("%s is said as it is meant", (key, text) => {
  const rows = rowsOf(["bar 1", 0.63], ["draw", 0.62]);
  expect(sayWhy({ key, arguments: {} }, rows, SAID)).toBe(text);
});

test("a measured reason says which row it compares the first with: the next one that is not as good", () => {
  const rows = rowsOf(["bar 1", 0.4], ["draw", 0.39, { is_as_good: true }], ["stall II c4", 0.3]);
  expect(comparedWith({ key: "nuit.reason", arguments: {} }, rows)).toBe(2);
  expect(comparedWith({ key: "reason.close", arguments: {} }, rows)).toBeNull();
  expect(comparedWith({ key: "nuit.reason", arguments: {} }, rows.slice(0, 2))).toBeNull();
});

test("a row says why its figures point different ways, or else whether it is as good", () => {
  const rows = rowsOf(["bar 1", 0.4, { risk: "riskier" }], ["draw", 0.39, { is_as_good: true }]);
  expect(rows.map(({ remark }) => remark)).toEqual(["riskier", "as_good"]);
  const [both] = rowsOf(["bar 1", 0.4, { risk: "later", is_as_good: true }]);
  expect(both?.remark).toBe("later");
});

test("what is likely to follow is told turn by turn, in the words of the log", () => {
  const move = (seat: number, key: string, gaps: Record<string, string | number>) => {
    return { seat, action: key, lines: [{ key: `poule.${key}`, arguments: { seat, ...gaps } }] };
  };
  const follow = [
    move(0, "stall", { rank: "II", cell: "c4" }),
    move(1, "draw", { tile: "king", value: 6 }),
    move(1, "place", { tile: "king", value: 6, cell: "d5" }),
    move(0, "pass", {}),
  ];
  const name = (seat: number) => ["Anna", "Emil"][seat] ?? "";
  expect(tellFollowing(follow, poule.words.en, name)).toEqual([
    { seat: 0, text: "Anna puts up a stall of rank II on c4." },
    { seat: 1, text: "Emil puts the king +6 on d5." },
    { seat: 0, text: "Anna can do nothing and passes." },
  ]);
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
