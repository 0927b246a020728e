import { describe, expect, test } from "vitest";
import type { LogLine } from "../../wire/types";
import { CASES } from "../cases.fixture";
import type { GameWords } from "../game";
import { words } from "./words";

const { fr, en, de } = words;

describe("why a turn is better", () => {
  const say = (words: GameWords, figure: string, squares: number) => {
    const reason: LogLine = { key: `reeperbahn.reason_${figure}`, arguments: { squares, square: 4 } };
    return words.hint?.reason(reason, () => "").replaceAll("\u00a0", " ");
  };

  test.each(["lilli", "charly"])("%s comes further than with the other turn", (figure) => {
    const name = figure === "lilli" ? "Lilli" : "Charly";
    expect(say(en, figure, 1)).toBe(`This way ${name} comes one square further towards you, to 4.`);
    expect(say(fr, figure, 1)).toBe(`${name} se rapproche de vous d’une case de plus : case 4.`);
    expect(say(fr, figure, 2)).toBe(`${name} se rapproche de vous de 2 cases de plus : case 4.`);
    expect(say(de, figure, 1)).toBe(`So kommt ${name} ein Feld weiter zu dir, auf 4.`);
  });
});

test("what a turn does is separated as the language has it", () => {
  const { before: view } = CASES.reeperbahn.cases[0]!;
  const actions = ["lola0", "hans2"].map((text) => ({ text, kind: text, targets: [] }));
  expect(fr.hint?.turn?.(actions, view)).toMatch(/^[^;]+\u202f; [^;]+$/);
  expect(de.hint?.turn?.(actions, view)).toMatch(/^[^;]+[^\s;]; [^;]+$/);
});
