import { expect, test } from "vitest";
import { CASES } from "../cases.fixture";
import { narrow, type NuitView } from "./pieces";
import { words } from "./words";

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
