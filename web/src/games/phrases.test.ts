import { expect, test } from "vitest";
import { capital, either } from "./phrases";
import { splitTarget } from "./target";

test("a target has a kind and a name", () => {
  expect([splitTarget("card:lola3"), splitTarget("discards"), splitTarget("")]).toEqual([
    ["card", "lola3"],
    ["discards", ""],
    ["", ""],
  ]);
});

test("a sentence begins with a capital, whatever the letter", () => {
  expect(["élan", "a", ""].map(capital)).toEqual(["Élan", "A", ""]);
});

test("one of several, in every language", () => {
  expect(either("en", ["a", "b", "c"])).toBe("a, b, or c");
  expect(either("fr", ["a", "b", "c"])).toBe("a, b ou c");
  expect(either("de", ["a", "b", "c"])).toBe("a, b oder c");
});
