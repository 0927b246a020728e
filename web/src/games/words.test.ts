import { describe, expect, test } from "vitest";
import type { AnyView } from "../wire/types";
import { LANGUAGES, type Language } from "../words/language.svelte";
import { CASES } from "./cases.fixture";
import type { GameFace, GameWords } from "./game";
import nuit from "./nuit/face";
import poule from "./poule/face";
import reeperbahn from "./reeperbahn/face";

const FACES: Record<keyof typeof CASES, GameFace> = { poule, reeperbahn, nuit };
const GAMES = Object.keys(FACES) as (keyof typeof CASES)[];
const BOTH = GAMES.flatMap((game) => LANGUAGES.map((language) => [game, language] as const));
/** Something for every gap of a log line. */
const GAPS: Record<string, string | number> = {
  ...{ seat: 1, pub: 0, amount: 30, money: 150, round: 2, value: 6, rank: "II", cell: "c4", space: "i4" },
  ...{
    square: 7,
    w: 6,
    lilli: 7,
    e: 8,
    guard: "w",
    figure: "lilli",
    count: 2,
    stack: 10,
    steps: 2,
    by: "charly",
  },
  ...{ furniture: "bar", guests: "YR", tip: 30, type: "from", payment: "paying" },
};
/** More of them, for the reasons of a hint. */
const REASON_GAPS = { this: 12, other: 38, line: "row 3" };
const TILES = { poule: "queen", reeperbahn: "", nuit: "bar" };
/** A sign of French before which a line could break. */
const LOOSE = / [:;!?»]|« |\w'\w/;
const BROKEN = /undefined|\bnull\b|NaN|\[object|\{|\}|^\s*$/;

const wordsOf = (game: keyof typeof CASES, language: Language): GameWords => FACES[game].words[language];
const name = (seat: number) => ["Anna", "Bert", "Carl", "Dora", "Emil"][seat] ?? "";

/** Where there is a text, a function or a list, by the way to it. */
function shape(words: object, way = ""): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? shape(value as object, `${way}${key}.`)
      : [`${way}${key}: ${typeof value}`],
  );
}

describe.each(GAMES)("%s", (game) => {
  test("is spaced as French is", () => {
    const words = wordsOf(game, "fr");
    const texts = (each: unknown): string[] =>
      typeof each === "string"
        ? [each]
        : each !== null && typeof each === "object"
          ? Object.values(each).flatMap(texts)
          : [];
    const said = CASES[game].cases.flatMap(({ before, action, lines }) => [
      words.action(action, before),
      words.prompt(before, []),
      ...action.targets.map((target) => words.target(target, before)),
      ...lines.map((line) => words.logLine(line, name)),
    ]);
    expect([...texts(words), ...said].filter((text) => LOOSE.test(text))).toEqual([]);
  });

  test("has the same words in every language", () => {
    const [first, ...others] = LANGUAGES.map((language) => shape(wordsOf(game, language)).sort());
    for (const other of others) expect(other).toEqual(first);
  });

  test("has the same rules in every language, and those that the page points at", () => {
    const numbers = LANGUAGES.map((language) =>
      wordsOf(game, language).rules.flatMap(({ rules }) =>
        rules.map((rule) => `${rule.number} ${rule.isRuling}`),
      ),
    );
    expect(numbers[1]).toEqual(numbers[0]);
    expect(numbers[2]).toEqual(numbers[0]);
    const known = (numbers[0] ?? []).map((each) => each.split(" ")[0] ?? "");
    for (const { before, after } of CASES[game].cases) {
      for (const view of [before, after]) {
        const rule = FACES[game].rule(view);
        expect(known.some((number) => number === rule || number.startsWith(`${rule}.`))).toBe(true);
      }
    }
  });

  test("leaves people time to follow every action", () => {
    for (const { before, after } of CASES[game].cases) {
      expect(FACES[game].pace(before, after)).toBeGreaterThan(300);
    }
  });
});

describe.each(BOTH)("%s in %s", (game, language) => {
  const words = wordsOf(game, language);
  const { logKeys, reasonKeys, options, kinds, cases } = CASES[game];

  test("names every option and its values", () => {
    expect(Object.keys(words.options).sort()).toEqual(Object.keys(options).sort());
    for (const [option, values] of Object.entries(options)) {
      expect(words.options[option]?.label).not.toMatch(BROKEN);
      expect(words.options[option]?.text).not.toMatch(BROKEN);
      for (const value of values) expect(words.options[option]?.values?.[value]).toBeTruthy();
    }
  });

  test.each(Object.entries(logKeys))("has a sentence for %s", (key, gaps) => {
    const given: Record<string, string | number> = { ...GAPS, tile: TILES[game], card: "guard2" };
    for (const gap of gaps) expect(given).toHaveProperty(gap);
    const line = words.logLine(
      { key, arguments: Object.fromEntries(gaps.map((gap) => [gap, given[gap] ?? ""])) },
      name,
    );
    expect(line).not.toBe(key);
    expect(line).not.toMatch(BROKEN);
    expect(line).toMatch(/[.!?»”“]$/);
  });

  test.each(Object.entries(reasonKeys))("has a sentence for %s", (key, gaps) => {
    const given: Record<string, string | number> = { ...GAPS, ...REASON_GAPS };
    for (const gap of gaps) expect(given).toHaveProperty(gap);
    const filled = Object.fromEntries(gaps.map((gap) => [gap, given[gap] ?? ""]));
    const text = words.hint?.reason({ key, arguments: filled }, name);
    expect(text).not.toMatch(BROKEN);
    expect(text).toMatch(/[.!]$/);
    if (gaps.includes("seat")) expect(text).toContain("Bert");
    if (gaps.includes("amount")) expect(text).toMatch(/30/);
    if (language === "fr") expect(text).not.toMatch(LOOSE);
  });

  test("has a lead with its unit and its sign", () => {
    expect(words.hint?.lead(24)).toMatch(/^\+24\u00a0\p{L}+$/u);
    expect(words.hint?.lead(-1.5)).toMatch(/^−1([.,]5)?\u00a0\p{L}+$/u);
    expect(words.hint?.lead(0)).toMatch(/^0\u00a0\p{L}+$/u);
    expect(words.hint?.leadText).not.toMatch(BROKEN);
    expect(words.hint?.reason({ key: "something.else", arguments: {} }, name)).toBe("");
  });

  test("says a turn of any action", () => {
    for (const { before, action } of cases) {
      const said = words.hint?.turn?.([action], before) ?? words.action(action, before);
      expect(said).not.toMatch(BROKEN);
      expect(said).not.toBe(action.text);
    }
  });

  test("says every line that the engine wrote", () => {
    for (const { lines } of cases) {
      for (const line of lines) {
        // Whoever has no guests collects nothing, and nothing is said of it.
        if (line.key === "nuit.collect" && !line.arguments["amount"]) continue;
        expect(words.logLine(line, name)).not.toMatch(BROKEN);
        expect(words.logLine(line, name)).not.toBe(line.key);
      }
    }
  });

  test("has words for every kind of action and all it points at", () => {
    const missing = new Set(kinds);
    const check = (text: string) => expect(text).not.toMatch(BROKEN);
    for (const { before, action } of cases) {
      missing.delete(action.kind);
      check(words.action(action, before));
      expect(words.action(action, before)).not.toBe(action.text);
      for (const target of action.targets) check(words.target(target, before));
      action.targets.forEach((_, at) => check(words.prompt(before, action.targets.slice(0, at))));
      check(words.prompt(before, []));
    }
    const view = cases[0]?.before as AnyView;
    for (const kind of missing) check(words.action({ kind, text: kind, targets: [] }, view));
    expect([...missing].filter((kind) => kind !== "pass")).toEqual([]);
  });

  test("says amounts with their unit", () => {
    for (const points of [0, 1, 2, 1500]) {
      if (game === "reeperbahn") expect(words.score(points)).not.toMatch(/undefined|NaN/);
      else expect(words.score(points)).toMatch(/^[\d\s.,’\u00a0\u202f]+\p{L}+/u);
    }
  });
});

test("a turn of the street is told as ways, in their order", () => {
  const view = CASES.reeperbahn.cases[0]!.before;
  const say = (...texts: string[]) =>
    wordsOf("reeperbahn", "en").hint?.turn?.(
      texts.map((text) => ({ text, kind: text.split(" ")[0] ?? "", targets: [] })),
      view,
    );
  expect(say("hans2", "hans1", "end")).toBe("move Blond Hans 3 squares");
  expect(say("lola0", "lola5", "end")).toBe("send Lola to the manhole; move Red Lola 5 squares");
  expect(say("court", "court", "lilli", "end")).toBe(
    "2 × move Lilli and both guards one square each; move Brilli-Lilli one square",
  );
  expect(say("discard hans2", "discard lola1", "end")).toBe("swap Hans 2, Lola 1");
});
