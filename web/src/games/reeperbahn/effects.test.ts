import { describe, expect, test } from "vitest";
import { CASES, nameOf } from "../cases.fixture";
import { endOf, movesOf, pullOf, walkCharly } from "./effects";
import { narrow, ownerOf, squaresOf, type Squares } from "./street";

const { cases } = CASES.reeperbahn;

describe("where the page expects the figures is where the engine puts them", () => {
  test.each(cases.map((each) => [nameOf(each), each] as const))(
    "%s",
    (_, { before, action, after, lines }) => {
      const seat = before.to_move ?? 0;
      const at = squaresOf(narrow(before).board);
      const expected: Squares = { ...at, ...movesOf(action.text, at, seat) };
      // Charly walks when a turn ends: by a choice of its own, by a charm, or not at all if the game was over before.
      if (lines.some(({ key }) => key === "reeperbahn.charly")) {
        expected.charly = walkCharly(expected.charly, pullOf(expected, seat), seat);
      }
      expect(squaresOf(narrow(after).board)).toEqual(expected);
      const { end } = narrow(after).board;
      if (end === "lilli" || end === "charly") expect(after.winners).toEqual([ownerOf(expected[end])]);
      else expect(ownerOf(expected.lilli)).toBeNull();
    },
  );

  test("and so is how strongly each side draws Charly", () => {
    for (const { before, after } of cases) {
      for (const view of [before, after]) {
        const { board } = narrow(view);
        expect(board.pull).toEqual([0, 1].map((seat) => pullOf(squaresOf(board), seat)));
      }
    }
  });

  test("Charly walks as far as the log says", () => {
    const walks = cases.flatMap(({ before, lines }) =>
      lines.flatMap(({ key, arguments: gaps }) => (key === "reeperbahn.charly" ? [{ before, gaps }] : [])),
    );
    expect(walks.length).toBeGreaterThan(3);
    for (const { before, gaps } of walks) {
      const from = squaresOf(narrow(before).board).charly;
      expect(walkCharly(from, Number(gaps["steps"]), Number(gaps["seat"]))).toBe(gaps["square"]);
    }
  });

  test("and so is who wins when a turn ends", () => {
    const ends = cases.filter(({ action }) => action.kind === "end");
    for (const { before, after } of ends) {
      const winner = endOf(before);
      const winners = winner === null ? null : winner === "draw" ? [0, 1] : [winner];
      expect(after.winners).toEqual(winners);
    }
    expect(ends.some(({ after }) => after.winners)).toBe(true);
  });

  test("the cases have every card that moves somebody, and all three ends", () => {
    const kinds = new Set(cases.map(({ action }) => action.kind));
    expect([...kinds].sort()).toEqual(CASES.reeperbahn.kinds);
    const ends = new Set(cases.map(({ after }) => narrow(after).board.end));
    expect([...ends]).toEqual(expect.arrayContaining(["lilli", "charly", "stack"]));
  });
});
