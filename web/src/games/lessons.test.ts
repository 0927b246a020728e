import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../words/language.svelte";
import type { GameFace } from "./game";
import nuit from "./nuit/face";
import poule from "./poule/face";
import reeperbahn from "./reeperbahn/face";

const FACES: Record<string, GameFace> = { poule, reeperbahn, nuit };
/** What stands in a few lines of a phone. */
const LONGEST = 200;

interface LessonFile {
  lesson: { steps: [number, string][] };
}
const readLesson = (game: string) =>
  JSON.parse(readFileSync(`../src/estaminet/games/${game}/lesson.json`, "utf8")) as LessonFile;

describe.each(Object.entries(FACES))("the first lesson of %s", (game, face) => {
  const keys = readLesson(game).lesson.steps.map(([, key]) => key);

  test.each(LANGUAGES)("says one thing at every step and nothing else, in %s", (language) => {
    expect(Object.keys(face.lesson?.[language].steps ?? {})).toEqual(keys);
  });

  test.each(LANGUAGES)("is short in %s", (language) => {
    const { aim, steps } = face.lesson![language];
    for (const text of [aim, ...Object.values(steps)]) expect(text.length, text).toBeLessThanOrEqual(LONGEST);
  });
});
