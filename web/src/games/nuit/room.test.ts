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

test("what belongs to a large pub stands where its plan leaves room, upright where it is higher than wide", () => {
  expect(formOf(730, 400)).toMatchObject({ form: "beside", isWide: true });
  expect(formOf(565, 560)).toMatchObject({ form: "above", isWide: true });
  expect(formOf(565, 410)).toMatchObject({ form: "tight", isWide: true });
  expect(formOf(700, 830)).toMatchObject({ isWide: false });
});
