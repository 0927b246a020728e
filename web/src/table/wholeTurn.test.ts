import { beforeEach, expect, test } from "vitest";
import type { Action, AnyView } from "../wire/types";
import { Choice } from "./choice.svelte";
import { WholeTurn } from "./wholeTurn.svelte";

const TURN: Action[] = ["one", "two", "three"].map((text) => ({ text, kind: text, targets: [] }));
let done: string[];
let choice: Choice;
const following = new WholeTurn();
beforeEach(() => {
  done = [];
  choice = new Choice(({ text }) => done.push(text));
  choice.offer(TURN);
});
const view = (ply: number, ...legal: string[]) => ({ ply, legal }) as unknown as AnyView;

test("a turn is played action by action, each when it is due", () => {
  following.begin(TURN, choice, view(7, "one"));
  expect(done).toEqual(["one"]);
  choice.offer([]);
  following.step(choice, view(7, "one"));
  expect(done).toEqual(["one"]);
  choice.offer(TURN);
  following.step(choice, view(8, "two", "other"));
  following.step(choice, view(9, "three"));
  following.step(choice, view(10, "one"));
  expect(done).toEqual(["one", "two", "three"]);
});

test.each([
  ["what is not legal any more", view(8, "other"), view(9, "three")],
  ["what somebody else has done in between", view(9, "two"), view(10, "two")],
  ["what was refused", view(7, "one", "two"), view(8, "two")],
])("a turn is not played on after %s", (_, next, then) => {
  following.begin(TURN, choice, view(7, "one"));
  following.step(choice, next);
  following.step(choice, then);
  expect(done).toEqual(["one"]);
});
