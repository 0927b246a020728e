import { expect, test } from "vitest";
import {
  dailyPuzzle,
  gap,
  isProvisional,
  nextPuzzle,
  noteTry,
  recallProgress,
  shown,
  storeProgress,
  today,
} from "./progress";

const puzzles = [
  { id: "a", difficulty: 18 },
  { id: "b", difficulty: 26 },
  { id: "c", difficulty: 33 },
];

test("the next puzzle is new, and the closest in strength", () => {
  const start = recallProgress("poule");
  expect(nextPuzzle(puzzles, start)?.id).toBe("b");
  expect(nextPuzzle(puzzles, { ...start, seen: ["b"] })?.id).toBe("a");
});

test("when all are seen, the one seen longest ago comes again", () => {
  const seen = ["c", "a", "b"];
  expect(nextPuzzle(puzzles, { ...recallProgress("poule"), seen })?.id).toBe("c");
  expect(nextPuzzle([], recallProgress("poule"))).toBeUndefined();
});

test("everybody has the same puzzle on the same day, and another one on the next", () => {
  const day = today(Date.UTC(2026, 4, 1, 23, 59));
  expect(today(Date.UTC(2026, 4, 1, 0, 0))).toBe(day);
  expect(dailyPuzzle(puzzles, day)).not.toBe(dailyPuzzle(puzzles, day + 1));
});

const rating = { mu: 27, sigma: 2 };

test("a streak grows with every right first try and ends with a wrong one; the longest stays", () => {
  let progress = recallProgress("poule");
  for (const isRight of [true, true, false]) progress = noteTry(progress, "a", isRight, rating, null);
  expect(progress).toMatchObject({ streak: 0, longest: 2, seen: ["a"], daily: null });
});

test("a puzzle that comes again changes nothing but its place in the line", () => {
  const before = noteTry(noteTry(recallProgress("poule"), "a", true, rating, null), "b", true, rating, null);
  expect(noteTry(before, "a", false, null, null)).toEqual({ ...before, seen: ["b", "a"] });
});

test("of a day the first try counts", () => {
  const first = noteTry(recallProgress("poule"), "a", false, rating, 5);
  expect(noteTry(first, "a", true, null, 5).daily).toEqual({ day: 5, isRight: false });
});

test("progress is stored by game, and what cannot be read begins anew", () => {
  storeProgress("nuit", noteTry(recallProgress("nuit"), "a", true, rating, 5));
  expect(recallProgress("nuit")).toMatchObject({
    rating,
    daily: { day: 5, isRight: true },
  });
  expect(recallProgress("poule").seen).toEqual([]);
  localStorage.setItem("estaminet.puzzles.poule", "{");
  expect(shown(recallProgress("poule").rating.mu)).toBe(1500);
});

test("a rating says how sure it is, and for how long it says little", () => {
  const start = recallProgress("reeperbahn");
  expect([shown(start.rating.mu), gap(start.rating), isProvisional(start.rating)]).toEqual([1500, 350, true]);
  expect(isProvisional({ mu: 27, sigma: 1.6 })).toBe(false);
});

test("a rating that was stored when everybody began less surely is read as that of a beginner", () => {
  storeProgress("reeperbahn", { ...recallProgress("reeperbahn"), rating: { mu: 29, sigma: 25 / 3 } });
  const { rating: read } = recallProgress("reeperbahn");
  expect([read.mu, gap(read)]).toEqual([29, 350]);
});
