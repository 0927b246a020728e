import { describe, expect, test } from "vitest";
import { Refused } from "../wire";
import { refusal } from "../../test/line";
import de from "./de";
import en from "./en";
import { explain } from "./explain";
import fr from "./fr";
import { de as of, typeset } from "./french";
import { speech } from "./language.svelte";

/** Every word with the way to it: `home.play`. */
function paths(words: object, way = ""): [string, unknown][] {
  return Object.entries(words).flatMap(([key, value]): [string, unknown][] =>
    typeof value === "object" && value !== null
      ? paths(value as object, `${way}${key}.`)
      : [[way + key, value]],
  );
}
const LANGUAGES = { en, fr, de };

describe.each(Object.entries(LANGUAGES))("%s", (_, words) => {
  test("has every word of the others, of the same sort, and none is empty", () => {
    const sorts = (of: object) => Object.fromEntries(paths(of).map(([way, value]) => [way, typeof value]));
    expect(sorts(words)).toEqual(sorts(en));
    expect(paths(words).filter(([, value]) => value === "")).toEqual([]);
  });

  test("counts one otherwise than two", () => {
    expect(words.waiting.waitingFor(1)).not.toContain("1");
    expect(words.waiting.waitingFor(2)).toContain("2");
    expect(words.table.watching(1)).not.toContain("1");
    expect(words.setUp.moveClock(1)).not.toBe(words.setUp.moveClock(3).replace("3", "1"));
    expect(words.home.players(2, 2)).not.toContain(words.home.players(2, 4));
  });
});

test("what is quoted within a quotation has quotation marks of its own", () => {
  expect(en.puzzles.why("play “From the bar”")).toBe("Better than “play ‘From the bar’”:");
  expect(de.puzzles.why("„Von der Theke“ spielen")).toBe("Besser als „‚Von der Theke‘ spielen“:");
  expect(fr.puzzles.why("jouer «\u00a0Du comptoir\u00a0»")).toContain("jouer “Du comptoir”");
});

test("numbers are written as the language writes them", async () => {
  const written: string[] = [];
  for (const language of ["en", "fr", "de"] as const) {
    await speech.speak(language);
    written.push(speech.number(12345));
  }
  expect(written).toEqual(["12,345", "12\u202f345", "12.345"]);
  expect(document.documentElement.lang).toBe("de");
  expect(localStorage.getItem("estaminet.language")).toBe("de");
});

test("a failure is said in the language of the page, and an unknown refusal as the server put it", async () => {
  await speech.speak("fr");
  expect(explain(new Refused(409, refusal(null, "seat.taken")))).toBe(fr.errors["seat.taken"]);
  expect(explain(new Refused(409, refusal(null, "something.new")))).toBe("No.");
  expect(explain(new Refused(429, refusal(null, "rate.exceeded", 3)))).toBe(
    "Pas si vite. Réessayez dans 3 s.",
  );
  expect(explain(new Refused(429, refusal(null, "rate.exceeded", 119)))).toContain("2 min");
  expect(explain(new TypeError("Failed to fetch"))).toBe(fr.house.failure);
});

test("French elides before a vowel", () => {
  expect(["Odile", "Émile", "Yvette", "Henri", "Auf der Reeperbahn"].map(of)).toEqual([
    "d’Odile",
    "d’Émile",
    "d’Yvette",
    "d’Henri",
    "d’Auf der Reeperbahn",
  ]);
  expect(["Marcel", "Yann", "La Poule"].map(of)).toEqual(["de Marcel", "de Yann", "de La Poule"]);
});

test("French breaks no line before a sign", () => {
  const loose = / [:;!?»]|« |\w'\w/;
  expect(paths(fr).filter(([, value]) => typeof value === "string" && loose.test(value))).toEqual([]);
  expect(fr.end.wins("Anna")).toBe("Anna gagne\u202f!");
  expect(typeset(["« a » : b ; c", { say: (name: string) => `${name} ?` }] as const)[0]).toBe(
    "«\u00a0a\u00a0»\u00a0: b\u202f; c",
  );
});
