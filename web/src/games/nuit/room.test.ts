import { expect, test } from "vitest";
import { arrange, formOf, isNarrow } from "./room";

test.each([
  [1050, 500, "around", false],
  [744, 870, "stack", false],
  [374, 510, "stack", true],
  [820, 330, "low", true],
] as const)("%i by %i is %s", (width, height, room, isTight) => {
  expect(arrange(width, height)).toBe(room);
  expect(isNarrow(width, room)).toBe(isTight);
});

test("what belongs to a large pub stands where its plan leaves room", () => {
  expect(formOf(730, 400)).toBe("beside");
  expect(formOf(565, 560)).toBe("above");
  expect(formOf(565, 410)).toBe("tight");
});
