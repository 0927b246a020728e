import { beforeEach, expect, test } from "vitest";
import { seatBefore } from "./memory";

beforeEach(() => localStorage.clear());

test("knows where somebody sat in the game before, however often they come back to this one", () => {
  expect(seatBefore("nuit", "first", 0, ["Bert", "Carl"])).toBeNull();
  expect(seatBefore("nuit", "first", 0, ["Bert", "Carl"])).toBeNull();
  expect(seatBefore("nuit", "second", 1, ["Bert", "Carl"])).toBe(0);
  expect(seatBefore("nuit", "second", 1, ["Bert", "Carl"])).toBe(0);
  expect(seatBefore("poule", "other", 2, ["Bert"])).toBeNull();
  expect(seatBefore("nuit", "third", 2, ["Bert", "Carl"])).toBe(1);
});

test("somebody who plays with others sits nowhere else than before", () => {
  expect(seatBefore("nuit", "first", 0, ["Bert", "Carl"])).toBeNull();
  expect(seatBefore("nuit", "second", 1, ["Bert", "Dora"])).toBeNull();
  expect(seatBefore("nuit", "second", 1, ["Bert", "Dora"])).toBeNull();
  expect(seatBefore("nuit", "third", 2, ["Dora", "Bert"])).toBe(1);
});
