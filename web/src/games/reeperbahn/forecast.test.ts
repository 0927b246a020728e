import { describe, expect, test } from "vitest";
import { Choice } from "../../table/choice.svelte";
import { CASES, nameOf } from "../cases.fixture";
import { endOf } from "./effects";
import { forecastTurn, gainOf, openWays } from "./forecast";
import { FIGURES, narrow, squaresOf, type Squares } from "./street";

const { cases } = CASES.reeperbahn;
const moving = cases.filter(({ action }) => !["discard", "end"].includes(action.kind));
const first = moving[0]!;

/** A choice in which somebody has pointed at all of an action but its last target, and looks at that. */
function considering({ action }: (typeof cases)[number]): Choice {
  const choice = new Choice(() => {});
  choice.offer([action]);
  for (const target of action.targets.slice(0, -1)) choice.point(target);
  choice.consider(action.targets.at(-1) ?? null);
  return choice;
}

describe("the ghosts stand where the figures will", () => {
  test.each(moving.map((each) => [nameOf(each), each] as const))("%s", (_, each) => {
    const [was, is] = [each.before, each.after].map((view) => squaresOf(narrow(view).board)) as [
      Squares,
      Squares,
    ];
    const { ghosts, winner } = forecastTurn(each.before, considering(each));
    const moved = FIGURES.filter((figure) => figure !== "charly" && was[figure] !== is[figure]);
    expect(new Map(ghosts.map(({ figure, to }) => [figure, to]))).toEqual(
      new Map(moved.map((figure) => [figure, is[figure]])),
    );
    expect(ghosts.every(({ isStrong }) => isStrong)).toBe(true);
    expect(winner).toBe(each.after.winners?.[0] ?? null);
  });
});

test("nobody is forecast when the game is over", () => {
  const over = { ...first.before, to_move: null };
  expect(forecastTurn(over, considering(first))).toEqual({ ghosts: [], charly: null, winner: null });
});

test("the whole turn of a hint shows where all will stand, until somebody points at something", () => {
  const hans = (text: string, square: number) => ({
    text,
    kind: text,
    targets: [`card:${text}`],
    effects: { figures: { hans: square }, pull: 1, charly: 7, winners: null },
  });
  const choice = new Choice(() => {});
  choice.offer([hans("hans1", 11), hans("hans2", 12)]);
  choice.showHint(hans("hans1", 11), [hans("hans2", 13), { text: "end", kind: "end", targets: [] }]);
  const { ghosts, charly } = forecastTurn(first.before, choice);
  expect(ghosts.map(({ figure, to, isStrong }) => [figure, to, isStrong])).toEqual([["hans", 13, true]]);
  expect(charly).toBe(7);
  choice.consider("card:hans1");
  expect(forecastTurn(first.before, choice).ghosts.map(({ to }) => to)).toEqual([11]);
});

test("Charly's way is there while nothing is considered, and no ghosts", () => {
  for (const { before } of cases) {
    const { ghosts, charly } = forecastTurn(before, new Choice(() => {}));
    expect(ghosts).toEqual([]);
    expect(charly).toBe(narrow(before).board.charly_after[before.to_move ?? 0]);
  }
});

test("a card that is only considered shows all its ways, faintly", () => {
  const choice = new Choice(() => {});
  const ways = ["w", "e"].map((guard, at) => ({
    text: `guard1 ${guard}`,
    kind: "guard1",
    targets: ["card:guard1", `figure:${guard}`],
    effects: { figures: { [guard]: 3 + at } },
  }));
  choice.offer([...ways, { text: "end", kind: "end", targets: [] }]);
  expect(openWays(choice)).toEqual([]);
  choice.consider("card:guard1");
  expect(openWays(choice)).toEqual(ways);
  const { ghosts } = forecastTurn(first.before, choice);
  expect(ghosts.map(({ figure, to, target, isStrong }) => [figure, to, target, isStrong])).toEqual([
    ["w", 3, "figure:w", false],
    ["e", 4, "figure:e", false],
  ]);
});

test("who wins when a turn ends is told", () => {
  const ends = cases.filter(({ action }) => action.kind === "end");
  for (const { before, after } of ends) {
    const winner = endOf(before);
    expect(after.winners).toEqual(winner === null ? null : winner === "draw" ? [0, 1] : [winner]);
  }
  expect(ends.some(({ after }) => after.winners)).toBe(true);
});

test("what a move brings is told before it: the square, and how far Charly comes after it", () => {
  for (const each of moving) {
    const choice = new Choice(() => {});
    choice.offer([each.action]);
    for (const target of each.action.targets.slice(0, -1)) choice.point(target);
    const last = each.action.targets.at(-1) ?? "";
    const seat = each.before.to_move ?? 0;
    const gain = gainOf(each.before, choice, last);
    const was = squaresOf(narrow(each.before).board);
    const is = squaresOf(narrow(each.after).board);
    const moved = FIGURES.filter((figure) => figure !== "charly" && was[figure] !== is[figure]);
    if (gain?.square) expect(moved.map((figure) => is[figure])).toEqual([gain.square]);
    // The board's own number is of the street as it is now; after a charm it is the other's turn already.
    expect(gain?.charly).toBe(narrow(each.after).board.pull[seat]);
  }
});
