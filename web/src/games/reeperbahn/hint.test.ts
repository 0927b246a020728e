import { describe, expect, test } from "vitest";
import type { LogLine } from "../../wire/types";
import { CASES } from "../cases.fixture";
import type { GameWords } from "../game";
import { words } from "./words";

const { fr, en, de } = words;

describe("why a turn is better", () => {
  const say = (words: GameWords, key: string, gaps: LogLine["arguments"]) =>
    words.hint
      ?.reason({ key: `reeperbahn.reason_${key}`, arguments: gaps }, () => "Bert")
      .replaceAll(/[\u00a0\u202f]/g, " ");

  test("somebody comes closer than with the other turn", () => {
    const one = { figure: "charly", amount: 1 };
    expect(say(en, "closer", one)).toBe("In a few turns Champagne Charly will be one square closer to you.");
    expect(say(fr, "closer", { figure: "hans", amount: 2 })).toBe(
      "Dans quelques tours, Hans le Blond sera plus près de vous de 2 cases.",
    );
    expect(say(de, "closer", one)).toBe("In einigen Zügen steht Champagner-Charly ein Feld näher bei dir.");
  });

  test("the other is less likely to win soon", () => {
    const danger = { seat: 1, by: "lilli", this: 12, other: 38 };
    expect(say(en, "danger", danger)).toBe(
      "Brilli-Lilli soon reaches Bert’s entrance in 12% of cases, otherwise in 38%.",
    );
    expect(say(fr, "danger", danger)).toBe(
      "Brilli-Lilli arrive bientôt chez Bert dans 12 % des cas, sinon dans 38 %.",
    );
    expect(say(de, "danger", danger)).toBe(
      "Brilli-Lilli erreicht Bert bald in 12 % der Fälle, sonst in 38 %.",
    );
  });
});

test("what a turn does is separated as the language has it", () => {
  const { before: view } = CASES.reeperbahn.cases[0]!;
  const actions = ["lola0", "hans2"].map((text) => ({ text, kind: text, targets: [] }));
  expect(fr.hint?.turn?.(actions, view)).toMatch(/^[^;]+\u202f; [^;]+$/);
  expect(de.hint?.turn?.(actions, view)).toMatch(/^[^;]+[^\s;]; [^;]+$/);
});

test("several jokers for the same figure are one way", () => {
  const { before: view } = CASES.reeperbahn.cases[0]!;
  const actions = ["joker4 hans", "joker3 hans", "joker2 w"].map((text) => ({
    text,
    kind: text,
    targets: [],
  }));
  expect(en.hint?.turn?.(actions, view)).toBe(
    "Lola 4, Lola 3 as jokers: move Blond Hans 7 squares; Lola 2 as a joker: move the Delta guard 2 squares",
  );
});
