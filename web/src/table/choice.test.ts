import { beforeEach, describe, expect, test } from "vitest";
import type { Action } from "../wire";
import { Choice } from "./choice.svelte";

const action = (text: string): Action => {
  const [kind = "", ...targets] = text.split(" ");
  return { text, kind, targets };
};
const LEGAL = ["move a1 a2", "move a1 a3", "move b1 b2", "pass"].map(action);
let done: string[];
let choice: Choice;
beforeEach(() => {
  done = [];
  choice = new Choice(({ text }) => done.push(text));
  choice.offer(LEGAL);
});

describe("pointing", () => {
  test("goes on until one action is meant", () => {
    choice.point("a1");
    expect([...choice.touchable]).toEqual(["a2", "a3"]);
    expect(done).toEqual([]);
    choice.point("a3");
    expect(done).toEqual(["move a1 a3"]);
    expect(choice.picked).toEqual([]);
  });

  test("at another first thing starts anew", () => {
    choice.point("a1");
    choice.point("b1");
    expect(choice.picked).toEqual(["b1"]);
  });

  test("at what is picked puts it back, with all that followed", () => {
    choice.point("a1");
    choice.point("a1");
    expect(choice.picked).toEqual([]);
    choice.point("a1");
    choice.back();
    expect(choice.picked).toEqual([]);
  });

  test("at what cannot be touched does nothing", () => {
    choice.point("z9");
    expect([choice.picked, done]).toEqual([[], []]);
  });
});

describe("considering", () => {
  test("shows the action that the next touch would complete", () => {
    choice.consider("b1");
    expect(choice.preview).toBeNull();
    choice.point("b1");
    choice.consider("b2");
    expect(choice.preview?.text).toBe("move b1 b2");
    choice.consider("z9");
    expect(choice.considered).toBeNull();
  });
});

test("a hint marks one target after the other, and its first one for whoever picked something else", () => {
  choice.showHint(action("move a1 a3"));
  expect([choice.isHinted("a1"), choice.isHinted("a3")]).toEqual([true, false]);
  choice.point("a1");
  expect([choice.isHinted("a1"), choice.isHinted("a3")]).toEqual([false, true]);
  choice.point("b1");
  expect([choice.isHinted("b2"), choice.isHinted("a3"), choice.isHinted("a1")]).toEqual([false, false, true]);
  choice.offer(LEGAL);
  expect([choice.hint, choice.hinted]).toEqual([null, []]);
});

test("a whole action can be taken without pointing", () => {
  choice.point("a1");
  choice.take(action("pass"));
  expect([done, choice.picked]).toEqual([["pass"], []]);
});

test("for whoever wants that, every move waits for a yes, and pointing elsewhere is none", () => {
  choice = new Choice(
    ({ text }) => done.push(text),
    () => true,
  );
  choice.offer(LEGAL);
  choice.point("a1");
  choice.point("a2");
  choice.consider("b1");
  expect([choice.pending?.text, choice.preview?.text, done]).toEqual(["move a1 a2", "move a1 a2", []]);
  choice.point("b1");
  expect(choice.pending).toBeNull();
  choice.point("b2");
  choice.cancel();
  choice.confirm();
  expect([done, choice.picked]).toEqual([[], ["b1"]]);
  choice.point("b2");
  choice.confirm();
  choice.carryOut(action("pass"));
  expect([done, choice.pending]).toEqual([["move b1 b2", "pass"], null]);
});

test("what would be carried out at once is told apart from what only begins a move", () => {
  choice.offer(LEGAL);
  expect(choice.plays("a1")).toBe(false);
  choice.point("a1");
  expect([choice.plays("a2"), choice.plays("b2")]).toEqual([true, false]);
  const asking = new Choice(
    () => {},
    () => true,
  );
  asking.offer(LEGAL);
  asking.point("a1");
  expect(asking.plays("a2")).toBe(false);
});

test("what waits for a yes can be moved elsewhere, and a second tap on it says neither yes nor no", () => {
  choice = new Choice(
    ({ text }) => done.push(text),
    () => true,
  );
  choice.offer(LEGAL);
  choice.point("a1");
  choice.point("a2");
  choice.point("a2");
  expect([choice.pending?.text, choice.picked]).toEqual(["move a1 a2", ["a1"]]);
  choice.point("a3");
  expect(choice.pending?.text).toBe("move a1 a3");
  choice.back();
  expect([choice.pending, choice.picked]).toEqual([null, ["a1"]]);
  choice.point("a2");
  choice.confirm();
  expect(done).toEqual(["move a1 a2"]);
});

test("what has a button of its own is not asked about again", () => {
  choice = new Choice(
    ({ text }) => done.push(text),
    () => true,
  );
  choice.offer(LEGAL);
  choice.take(action("pass"));
  expect([done, choice.pending]).toEqual([["pass"], null]);
});

test("what goes without saying waits for whoever still reads", () => {
  let isReading = true;
  choice = new Choice(
    ({ text }) => done.push(text),
    () => false,
    () => isReading,
  );
  choice.offer(LEGAL);
  choice.goOn(action("pass"));
  expect([done, choice.held?.text]).toEqual([[], "pass"]);
  choice.carryOut(action("pass"));
  expect([done, choice.held]).toEqual([["pass"], null]);
  isReading = false;
  choice.goOn(action("pass"));
  expect(done).toEqual(["pass", "pass"]);
});

test("the whole turn of a hint is marked from its beginning, and shown until somebody points at something", () => {
  choice.showHint(action("move a1 a3"), [action("move b1 b2")]);
  expect(["a1", "b1", "b2"].filter((target) => choice.isHinted(target))).toEqual(["a1", "b1"]);
  expect(choice.preview?.text).toBe("move a1 a3");
  choice.point("b1");
  expect(["a1", "b1", "b2"].filter((target) => choice.isHinted(target))).toEqual(["a1"]);
  expect(choice.preview?.text).toBe("move b1 b2");
  choice.offer(LEGAL);
  expect([choice.preview, choice.afterwards]).toEqual([null, []]);
});

test("what nobody has answered yet is shown, and neither asked about nor pointed at", () => {
  choice.offer([]);
  choice.sent = action("move a1 a3");
  expect([choice.preview?.text, choice.asked?.text, choice.pending]).toEqual([
    "move a1 a3",
    "move a1 a3",
    null,
  ]);
  choice.point("b1");
  choice.confirm();
  expect([choice.preview?.text, done]).toEqual(["move a1 a3", []]);
  choice.sent = null;
  expect(choice.preview).toBeNull();
});
