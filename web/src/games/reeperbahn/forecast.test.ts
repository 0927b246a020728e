import { describe, expect, test } from "vitest";
import { Choice } from "../../table/choice.svelte";
import { CASES, nameOf } from "../cases.fixture";
import { forecastTurn, gainOf, openWays } from "./forecast";
import { FIGURES, narrow, squaresOf } from "./street";

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
    const { board } = narrow(each.before);
    const [was, is] = [squaresOf(board), squaresOf(narrow(each.after).board)];
    const { ghosts, winner } = forecastTurn(board, each.before.to_move, considering(each));
    const people = FIGURES.filter((figure) => figure !== "charly" || each.action.text === "charm charly");
    const moved = people.filter((figure) => was[figure] !== is[figure]);
    expect(new Map(ghosts.map(({ figure, to }) => [figure, to]))).toEqual(
      new Map(moved.map((figure) => [figure, is[figure]])),
    );
    expect(ghosts.every(({ isStrong }) => isStrong)).toBe(true);
    expect(winner).toBe(narrow(each.after).board.end === "lilli" ? each.before.to_move : null);
  });
});

test("nobody is forecast when the game is over", () => {
  const { board } = narrow(first.before);
  expect(forecastTurn(board, null, considering(first))).toEqual({ ghosts: [], charly: null, winner: null });
});

test("a whole turn that is advised shows where all will stand, until somebody points at something", () => {
  const { board } = narrow(first.before);
  const choice = new Choice(() => {});
  const hans = (text: string) => ({ text, kind: text, targets: [`card:${text}`] });
  choice.offer([hans("hans1"), hans("hans2")]);
  choice.advise(hans("hans1"), [hans("hans2"), { text: "end", kind: "end", targets: [] }]);
  const toMove = first.before.to_move ?? 0;
  const { ghosts } = forecastTurn(board, toMove, choice);
  const to = squaresOf(board).hans + (toMove === 0 ? -3 : 3);
  expect(ghosts.map(({ figure, to: square, isStrong }) => [figure, square, isStrong])).toEqual([
    ["hans", to, true],
  ]);
  choice.consider("card:hans1");
  expect(
    forecastTurn(board, toMove, choice).ghosts.map((ghost) => Math.abs(ghost.to - squaresOf(board).hans)),
  ).toEqual([1]);
});

test("Charly's way is there while nothing is considered, and no ghosts", () => {
  for (const { before } of cases) {
    const { board } = narrow(before);
    const seat = before.to_move ?? 0;
    const { ghosts, charly } = forecastTurn(board, seat, new Choice(() => {}));
    expect(ghosts).toEqual([]);
    expect(Math.abs((charly ?? 0) - squaresOf(board).charly)).toBeLessThanOrEqual(board.pull[seat] ?? 0);
  }
});

test("a card that is only considered shows all its ways, faintly", () => {
  const choice = new Choice(() => {});
  const ways = ["w", "e"].map((guard) => ({
    text: `guard1 ${guard}`,
    kind: "guard1",
    targets: ["card:guard1", `figure:${guard}`],
  }));
  choice.offer([...ways, { text: "end", kind: "end", targets: [] }]);
  expect(openWays(choice)).toEqual([]);
  choice.consider("card:guard1");
  expect(openWays(choice)).toEqual(ways);
  const { board } = narrow(first.before);
  const { ghosts } = forecastTurn(board, 0, choice);
  expect(ghosts.map(({ figure, target, isStrong }) => [figure, target, isStrong])).toEqual([
    ["w", "figure:w", false],
    ["e", "figure:e", false],
  ]);
});

test("what a move brings is told before it: the square, and how far Charly comes after it", () => {
  for (const each of moving) {
    const choice = new Choice(() => {});
    choice.offer([each.action]);
    for (const target of each.action.targets.slice(0, -1)) choice.point(target);
    const last = each.action.targets.at(-1) ?? "";
    const seat = each.before.to_move ?? 0;
    const gain = gainOf(narrow(each.before).board, seat, choice, last);
    const was = squaresOf(narrow(each.before).board);
    const is = squaresOf(narrow(each.after).board);
    const moved = FIGURES.filter((figure) => figure !== "charly" && was[figure] !== is[figure]);
    if (gain?.square) expect(moved.map((figure) => is[figure])).toEqual([gain.square]);
    // The board's own number is of the street as it is now; after a charm it is the other's turn already.
    expect(gain?.charly).toBe(narrow(each.after).board.pull[seat]);
  }
});
