import { describe, expect, test } from "vitest";
import type { Action, GameDetails } from "../../wire/types";
import { group, matches } from "./actions";
import { genericCard } from "./card";
import { hasChanged, measureDrawing, readCells, readDrawing } from "./drawing";
import { speak } from "./words";

const pieces = (drawing: string, marks: string[]) =>
  readDrawing(drawing, marks)
    .flat()
    .filter(({ seat }) => seat !== null)
    .map(({ text, seat, row, column }) => `${text}${seat}@${row},${column}`);

describe("a drawing", () => {
  test("has pieces where a mark stands alone or among marks, not in a word", () => {
    expect(pieces("X . O\nXO.\nNEXT: O", ["X", "O"])).toEqual([
      "X0@0,0",
      "O1@0,4",
      "X0@1,0",
      "O1@1,1",
      "O1@2,6",
    ]);
    expect(pieces("● ○ |●", ["●", "○"])).toEqual(["●0@0,0", "○1@0,2", "●0@0,5"]);
    expect(pieces("P1 P2", ["P1", "P2"])).toEqual(["P10@0,0", "P21@0,3"]);
    expect(pieces("X O", [])).toEqual([]);
  });

  test("loses nothing when it is taken apart", () => {
    const drawing = "a b\n+--+ Été 12\n\n|X |";
    expect(
      readDrawing(drawing, ["X"])
        .map((row) => row.map(({ text }) => text).join(""))
        .join("\n"),
    ).toBe(drawing);
  });

  test("knows what has changed", () => {
    const before = readCells(". .\n. X");
    const changed = readDrawing(". O\n. X", ["X", "O"])
      .flat()
      .filter((sign) => hasChanged(sign, before));
    expect(changed.map(({ text, row, column }) => [text, row, column])).toEqual([["O", 0, 2]]);
  });

  test("is measured in characters", () => {
    expect(measureDrawing("abc\n●●●●●\n")).toEqual({ columns: 5, rows: 3 });
  });
});

describe("actions", () => {
  const action = (text: string): Action => ({ text, kind: text.split(" ")[0] ?? "", targets: [] });
  const actions = ["drop a", "pass", "drop b"].map(action);

  test("are grouped by kind in the game's order", () => {
    expect(group(actions).map(({ kind, actions }) => [kind, actions.length])).toEqual([
      ["drop", 2],
      ["pass", 1],
    ]);
  });

  test("are found by their words in any order", () => {
    const found = (sought: string) => actions.filter((each) => matches(each, sought)).map(({ text }) => text);
    expect(found("B drop")).toEqual(["drop b"]);
    expect(found("  ")).toHaveLength(3);
    expect(found("drop z")).toEqual([]);
  });
});

describe("words", () => {
  const details = { title: "Four", marks: ["X", "O"], sentences: { drop: "{seat} drops into {column}." } };
  const words = speak("en", details as unknown as GameDetails);

  test("fill the game's sentences, with a name for a seat", () => {
    const line = { key: "drop", arguments: { seat: 1, column: "d" } };
    expect(words.logLine(line, (seat) => ["Anna", "Bert"][seat] ?? "")).toBe("Bert drops into d.");
    expect(words.logLine({ key: "other", arguments: {} }, String)).toBe("");
    expect(words.unlogged?.("drop d", "Bert")).toBe("Bert: drop d");
  });

  test("write points as the language does", () => {
    expect(speak("de", details as unknown as GameDetails).score(1234.5)).toBe("1.234,5");
  });
});

test("a card has the game's title in every language and no rules", () => {
  const card = genericCard({ name: "four", title: "Four", players: [1, 2, 3] });
  expect(card).toMatchObject({ seats: [1, 3], players: 2, isGeneric: true, minutes: null });
  expect(Object.values(card.titles)).toEqual(["Four", "Four", "Four"]);
});
