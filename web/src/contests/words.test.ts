import { expect, test } from "vitest";
import type { GameWords } from "../games/game";
import { speech } from "../words";
import { tellDay, tellRank, tellResult } from "./words";

const game = {
  hint: { lead: (amount: number) => `${amount > 0 ? "+" : ""}${amount} squares` },
} as unknown as GameWords;

test("a result is a sentence, with by how much where that says who won", () => {
  const tell = (share: number, lead: number | null, hasGivenUp = false) =>
    tellResult({ share, lead }, game, hasGivenUp);
  expect(tell(1, 7)).toBe("You won by 7 squares.");
  expect(tell(0, -6)).toBe("You lost by 6 squares.");
  expect(tell(1, -2)).toBe("You won.");
  expect(tell(0, 0)).toBe("You lost.");
  expect(tell(0.5, 0)).toBe("You won together with somebody else.");
  expect(tell(0, null, true)).toBe("You gave up: that counts as lost.");
  expect(tellResult({ share: 1, lead: 7 }, game, false, "others")).toBe("Won by 7 squares");
});

test("the house beside somebody, also where all its games went better, or none did", () => {
  expect(tellRank({ worse: 0, equal: 0, better: 24 })).toBe(
    "All 24 games of the house went better than yours.",
  );
  expect(tellRank({ worse: 24, equal: 0, better: 0 })).toContain("None of the 24");
  expect(tellRank({ worse: 20, equal: 1, better: 3 })).toBe(
    "Compared with you, the house did worse 20 times, as well once and better 3 times.",
  );
});

test("a day is the same for everybody, wherever they are", async () => {
  const days: string[] = [];
  for (const language of ["en", "fr", "de"] as const) {
    await speech.speak(language);
    days.push(tellDay("2026-11-19"));
  }
  expect(days).toEqual(["November 19, 2026", "19 novembre 2026", "19. November 2026"]);
});
