import { expect, test } from "vitest";
import { toMinutes, toTime } from "./browser";

test("a time of the day is the same in minutes and back", () => {
  for (const time of ["00:00", "08:05", "22:00", "23:59"]) expect(toTime(toMinutes(time) ?? -1)).toBe(time);
  expect(toMinutes("08:00:30")).toBe(480);
  expect(toMinutes("")).toBeNull();
});
