import { expect, test } from "vitest";
import { LANGUAGES } from "../../words/language.svelte";
import reeperbahn from "./face";

test.each(LANGUAGES)("no step of the lesson is long (%s)", (language) => {
  const steps = Object.values(reeperbahn.lesson?.[language].steps ?? {});
  expect(steps.length).toBeGreaterThan(8);
  expect(steps.filter((text) => text.length > 200)).toEqual([]);
});
