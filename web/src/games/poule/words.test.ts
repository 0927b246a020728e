import { expect, test } from "vitest";
import { LANGUAGES } from "../../words/language.svelte";
import type { AnyView } from "../../wire/types";
import poule from "./face";
import { TILES, valueOf } from "./tiles";

/** How many letters of a folded line the log shows beside the board. */
const SHOWN = 38;

test.each(LANGUAGES)("a folded line of the log still says where something was put (%s)", (language) => {
  const { logLine } = poule.words[language];
  const stalls = ["I", "II", "III", "IIII"].map((rank) => ({ key: "poule.stall", rank }));
  const tiles = TILES.flatMap((tile) =>
    ["poule.place", "poule.secret"].map((key) => ({ key, tile, value: valueOf(tile) })),
  );
  for (const { key, ...gaps } of [...stalls, ...tiles]) {
    const said = logLine({ key, arguments: { seat: 0, cell: "a5", ...gaps } }, () => "");
    expect(said.trim().indexOf("a5") + "a5".length, said).toBeLessThanOrEqual(SHOWN);
    expect(said).toContain("a5");
  }
});

/** What fits in two lines of a phone. */
const SHORT = 70;

test.each(LANGUAGES)("what is wanted is said in few words (%s)", (language) => {
  const { prompt } = poule.words[language];
  const said = (board: object, legal: string[], picked: string[] = []) =>
    prompt({ board, legal } as unknown as AnyView, picked);
  const tiles = TILES.map((name) => ({ name, value: valueOf(name) }));
  const all = [
    said({ stage: "choose" }, ["stall I a1", "draw", "secret a1"]),
    said({ stage: "choose" }, ["stall I a1", "secret a1"]),
    said({ stage: "choose" }, ["pass"]),
    said({ stage: "choose" }, ["secret a1"]),
    said({ stage: "choose" }, ["stall IIII a1"], ["rank:IIII"]),
    ...tiles.map((drawn) => said({ stage: "place", drawn }, [])),
    ...tiles.map((drawn) => said({ stage: "place", drawn }, ["place a1"])),
    ...tiles.map((secret) => said({ stage: "choose", secret }, [], ["secret"])),
  ];
  expect(all.filter((text) => text.length > SHORT)).toEqual([]);
});

test("what is the only thing that can be done is said to be", () => {
  const { prompt } = poule.words.en;
  const said = (board: object, legal: string[]) => prompt({ board, legal } as unknown as AnyView, []);
  expect(said({ stage: "choose" }, ["draw"])).toBe("You can do nothing else: draw a tile.");
  expect(said({ stage: "choose" }, ["stall I a1", "stall II a1"])).toBe(
    "You can do nothing else: put up a stall.",
  );
  const drawn = { name: "queen", value: 6 };
  expect(said({ stage: "place", drawn }, ["place a1"])).toBe("Only one cell is left for the queen, +6.");
});

test.each(LANGUAGES)("no step of the lesson is long (%s)", (language) => {
  const steps = Object.values(poule.lesson?.[language].steps ?? {});
  expect(steps.length).toBeGreaterThan(8);
  expect(steps.filter((text) => text.length > 200)).toEqual([]);
});
