import { describe, expect, test } from "vitest";
import {
  commonLength,
  compare,
  dayAfter,
  dotsOf,
  isDaily,
  pathOf,
  placeOf,
  rankAmong,
  signsOf,
  stateOf,
  sumsOf,
} from "./contest";

const result = (share: number, lead: number | null = null) => ({ share, lead });
const entry = (name: string, share: number, lead: number | null, is_you = false, author = name) => ({
  name,
  is_you,
  author,
  table: name,
  share,
  lead,
  scores: [],
  has_same_connection: false,
});

test("a table says of which contest it is, and the page of its results is found", () => {
  expect(placeOf("daily-2026-11-19-poule")).toEqual({ contest: "daily-2026-11-19-poule", deal: 0 });
  expect(placeOf("aB-c_1.2")).toEqual({ contest: "aB-c_1", deal: 2 });
  expect([isDaily("daily-2026-11-19-poule"), isDaily("aB-c_1")]).toEqual([true, false]);
  expect([pathOf("aB"), pathOf("aB", 2)]).toEqual(["/c/aB", "/c/aB#3"]);
});

test("how far somebody is with a deal", () => {
  const own = { table: "t", is_over: true, share: 1, lead: 3 };
  expect(stateOf(null)).toBe("open");
  expect(stateOf({ ...own, is_over: false, share: null, lead: null })).toBe("begun");
  expect(stateOf(own)).toBe("won");
  expect(stateOf({ ...own, share: 0.5 })).toBe("shared");
  expect(stateOf({ ...own, share: 0 })).toBe("lost");
});

describe("results", () => {
  test("are ordered by the victory, then by the lead, and whoever gave up is last", () => {
    const results = [result(0, -40), result(1, 2), result(0), result(1, 30), result(0.5, 0)];
    expect([...results].sort(compare)).toEqual([
      result(0),
      result(0, -40),
      result(0.5, 0),
      result(1, 2),
      result(1, 30),
    ]);
    expect(compare(result(0), result(0))).toBe(0);
  });

  test("are counted below, beside and above one's own", () => {
    const house = [result(0, -5), result(1, 4), result(1, 4), result(1, 9)];
    expect(rankAmong(house, result(1, 4))).toEqual({ worse: 1, equal: 2, better: 1 });
    expect(signsOf(house, result(1, 4))).toBe("●◆◐◐○");
  });
});

describe("the dots", () => {
  test("stand from the worst to the best, and are piled up where they fall together", () => {
    const { dots, own, rows, ends, border } = dotsOf(
      [result(1, 10), result(0, -10), result(1, 10), result(1, 0.1)],
      result(1, 5),
      21,
    );
    expect(dots.map(({ column, row }) => [column, row])).toEqual([
      [0, 0],
      [10, 0],
      [20, 0],
      [20, 1],
    ]);
    expect([own, rows, ends, border]).toEqual([15, 2, [-10, 10], 10]);
  });

  test("never make a high pile: who falls there lies as near as can be", () => {
    const same = Array.from({ length: 24 }, () => result(1, 6));
    const { dots, rows } = dotsOf(same, result(0, -11), 33);
    expect(rows).toBe(6);
    expect(new Set(dots.map(({ column }) => column))).toEqual(new Set([29, 30, 31, 32]));
    expect(new Set(dots.map(({ column, row }) => `${column} ${row}`)).size).toBe(24);
  });

  test("have no border where a game was won from behind", () => {
    expect(dotsOf([result(1, -2), result(1, 8)], result(0, -6)).border).toBeNull();
    expect(dotsOf([result(0, -2), result(1, 8)], result(0, -6)).border).not.toBeNull();
  });

  test("of results that hardly differ stay together", () => {
    const { dots } = dotsOf([result(1, 3), result(1, 4)], null, 21);
    expect(dots[1]!.column - dots[0]!.column).toBeLessThan(10);
  });

  test("stand by the victory alone where a game has no lead", () => {
    const { dots, ends, border } = dotsOf([result(0), result(1), result(0.5)], result(1), 21);
    expect(dots.map(({ column }) => column)).toEqual([0, 10, 20]);
    expect([ends, border]).toEqual([null, null]);
  });

  test("whoever gave up stands left of everybody", () => {
    expect(dotsOf([result(1, 3), result(0, -20)], result(0), 21).own).toBe(0);
  });

  test("are none before the house has played", () => {
    expect(dotsOf([], result(1, 3)).dots).toEqual([]);
  });
});

test("two games part where their actions differ, or where the shorter one ends", () => {
  expect(commonLength(["a", "b", "c"], ["a", "x", "c"])).toBe(1);
  expect(commonLength(["a", "b"], ["a", "b", "c"])).toBe(2);
  expect(commonLength(["a", "b", "c"], ["a", "b"])).toBe(2);
  expect(commonLength(["a"], ["a"])).toBe(1);
});

describe("sums", () => {
  test("add up what each has, the best first, and leave open what cannot be seen", () => {
    const sums = sumsOf([
      { entries: [entry("Bert", 1, 9), entry("Anna", 0, -3, true)] },
      null,
      { entries: [entry("Anna", 1, 20, true), entry("Bert", 0, -1)] },
    ]);
    expect(sums.map(({ name, share, lead }) => [name, share, lead])).toEqual([
      ["Anna", 1, 17],
      ["Bert", 1, 8],
    ]);
    expect(sums[0]!.results).toEqual([result(0, -3), null, result(1, 20)]);
  });

  test("whoever played less comes later, and whoever gave up has no lead", () => {
    const sums = sumsOf([
      { entries: [entry("Carl", 1, 50), entry("Anna", 0, null, true)] },
      { entries: [entry("Anna", 0, -2, true)] },
    ]);
    expect(sums.map(({ name, played, lead }) => [name, played, lead])).toEqual([
      ["Anna", 2, null],
      ["Carl", 1, 50],
    ]);
  });

  test("two people of one name are two, in whatever order they come", () => {
    const [one, other] = [entry("Otter", 1, 1, false, "a"), entry("Otter", 0, -1, false, "b")];
    const sums = sumsOf([{ entries: [one, other] }, { entries: [one, other].reverse() }]);
    expect(sums.map(({ share, lead }) => [share, lead])).toEqual([
      [2, 2],
      [0, -2],
    ]);
  });

  test("whoever is called otherwise later is still the same", () => {
    const [then, now] = [entry("Otter", 1, 1, false, "a"), entry("Biber", 1, 2, false, "a")];
    expect(sumsOf([{ entries: [then] }, { entries: [now] }]).map(({ share }) => share)).toEqual([2]);
  });
});

test("days are counted over the end of a month", () => {
  expect([dayAfter("2026-02-28"), dayAfter("2026-03-01", -1)]).toEqual(["2026-03-01", "2026-02-28"]);
});
