import { beforeEach, expect, test } from "vitest";
import { seatBefore } from "./memory";

beforeEach(() => localStorage.clear());

test("knows where somebody sat in the game before, however often they come back to this one", () => {
  expect(seatBefore("nuit", "first", 0)).toBeNull();
  expect(seatBefore("nuit", "first", 0)).toBeNull();
  expect(seatBefore("nuit", "second", 1)).toBe(0);
  expect(seatBefore("nuit", "second", 1)).toBe(0);
  expect(seatBefore("poule", "other", 2)).toBeNull();
  expect(seatBefore("nuit", "third", 2)).toBe(1);
});
