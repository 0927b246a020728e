import { expect, test } from "vitest";
import { CASES } from "../cases.fixture";
import { COLOURS, KINDS, narrow, type NuitView } from "./pieces";
import type { Prompt } from "./prompt";
import { words } from "./words";
import deLexicon from "./words/de";
import enLexicon from "./words/en";
import frLexicon from "./words/fr";
import { describeMoves } from "../../table/sentences";

const { fr, en, de } = words;

const { cases } = CASES.nuit;

/** Guests at a door, and one table for all of them. */
function wait(yellow: number): NuitView {
  const view = structuredClone(narrow(cases.find(({ action }) => action.kind === "seat")!.before));
  view.board.stage = "seat";
  view.board.group = { ...view.board.group!, furniture: "foosball", guests: { yellow, red: 0, blue: 0 } };
  view.legal = ["seat i1"];
  view.effects = [{ is_forced: true }];
  return view;
}

test.each([
  [fr, "le client y joue.", "ils y jouent."],
  [en, "the guest plays there.", "they play there."],
  [de, "Dort spielt der Gast.", "Dort spielen sie."],
])("one guest plays, several play", (words, one, several) => {
  expect(words.prompt(wait(1), [])).toContain(one);
  expect(words.prompt(wait(2), [])).toContain(several);
});

test("what a turn does is separated as the language has it", () => {
  const { before, action } = cases.find((each) => each.action.kind === "put")!;
  const view = narrow(before);
  const actions = ["i1", "i2"].map((space) => ({ ...action, text: `put ${space}` }));
  expect(fr.hint?.turn?.(actions, view)).toMatch(/^[^;]+\u202f; [^;]+$/);
  expect(de.hint?.turn?.(actions, view)).toMatch(/^[^;]+[^\s;]; [^;]+$/);
});

/** Everything that may be wanted, with the longest of all words. */
const PROMPTS: Prompt[] = [
  ...[true, false].map((isLast): Prompt => ({ what: "first", ways: ["equip", "host", "cash"], isLast })),
  { what: "first", ways: ["pass"], isLast: false },
  { what: "card", cards: 2, isInVain: false },
  { what: "card", cards: 1, isInVain: false },
  { what: "card", cards: 2, isInVain: true },
  { what: "card", cards: 1, isInVain: true },
  { what: "take", isStackOnly: true },
  { what: "take", isStackOnly: false },
  ...KINDS.flatMap((kind): Prompt[] => [
    { what: "put", tile: kind, left: 2 },
    { what: "equip", tile: kind },
    ...[true, false].flatMap((isOnly) =>
      COLOURS.flatMap((colour) =>
        [0, 1, 3].map((left): Prompt => ({ what: "seat", colour, kind, left, isOnly, isVisit: true })),
      ),
    ),
    ...[true, false].map((isOnly): Prompt => {
      return { what: "group", guests: ["yellow", "red", "blue", "blue"], kind, isOnly, isVisit: true };
    }),
    { what: "which", guests: ["red", "blue"], kind },
    { what: "to", guests: ["red", "blue"], kind },
    ...[true, false].flatMap((paying) =>
      ["from", "to"].map((type): Prompt => ({ what: "from", card: { type, furniture: kind, paying } })),
    ),
  ]),
];

test.each([
  ["fr", frLexicon],
  ["en", enLexicon],
  ["de", deLexicon],
] as const)("what is wanted stands in two lines of a phone in %s", (_, { prompt }) => {
  for (const each of PROMPTS) expect(prompt(each).length, prompt(each)).toBeLessThanOrEqual(80);
});

test.each([
  [fr, "Anna installe 3 clients (1 jaune, 1 rouge, 1 bleu) en terrasse (terrasse 1, terrasse 2)."],
  [en, "Anna seats 3 guests (1 yellow, 1 red, 1 blue) on the terrace (terrace 1, terrace 2)."],
  [de, "Anna setzt 3 Gäste (1 gelb, 1 rot, 1 blau) auf die Terrasse (Terrasse 1, Terrasse 2)."],
])("guests who sit down together are one sentence", (words, said) => {
  const sit = (guests: string, space: string) => ({
    seat: 0,
    text: `seat ${space}`,
    lines: [{ key: "nuit.seat", arguments: { seat: 0, guests, furniture: "terrace", space } }],
  });
  const moves = [sit("Y", "t1"), sit("R", "t2"), sit("B", "t1")];
  expect(describeMoves(moves, words, () => "Anna")).toEqual(["", "", said]);
});

test("money is told in whole marks", () => {
  expect(en.hint?.lead(-464.4)).toBe("−464\u00a0marks");
});

test("who reads labels aloud hears whole words, in the nominative", () => {
  for (const language of [fr, en, de])
    for (const { before, action } of cases)
      for (const text of [
        language.action(action, before),
        ...action.targets.map((target) => language.target(target, before)),
      ])
        expect(text).not.toContain("\u00ad");
  expect(de.present(["red"])).toBe("ein roter Gast");
});
