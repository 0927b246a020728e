import { expect, test } from "vitest";
import { event } from "../../test/line";
import type { TableEvent } from "../wire";
import { hasSuggested, lastAnswer } from "./offers";

const at = (number: number, kind: string, seat: number): TableEvent => ({
  ...event(number, kind as TableEvent["kind"]),
  seat,
});

test("who suggested stopping is told that the other declined", () => {
  const events = [at(1, "moved", 1), at(2, "stop_offered", 0), at(3, "stop_declined", 1)];
  expect(lastAnswer(events, [0])).toEqual({ kind: "stopDeclined", seat: 1, number: 3 });
  expect(lastAnswer(events, [1])).toBeNull();
});

test("a move of the other is an answer, one's own withdraws the question", () => {
  const asked = [at(1, "stop_offered", 0)];
  expect(lastAnswer([...asked, at(2, "moved", 1)], [0])).toEqual({ kind: "passed", seat: 1, number: 2 });
  expect(lastAnswer([...asked, at(2, "moved", 0)], [0])).toBeNull();
});

test("an answer is old news after the next move", () => {
  const events = [at(1, "undo_asked", 0), at(2, "undo_declined", 1)];
  expect(lastAnswer(events, [0])?.kind).toBe("undoDeclined");
  expect(lastAnswer([...events, at(3, "moved", 1)], [0])).toBeNull();
});

test("who asked to take back is told that they may; not whoever let them", () => {
  const events = [at(1, "undo_asked", 0), at(2, "undo_accepted", 1), { ...at(3, "undone", 0), text: "2" }];
  expect(lastAnswer(events, [0])).toEqual({ kind: "undoGranted", seat: 0, number: 3 });
  expect(lastAnswer(events, [1])).toBeNull();
});

test.each(["stop_offered/stop_declined", "undo_asked/undo_declined"])(
  "%s: withdrawn, and all see it",
  (both) => {
    const [asked = "", taken = ""] = both.split("/");
    const events = [at(1, asked, 0), at(2, taken, 0)];
    for (const own of [[0], [1], [2]])
      expect(lastAnswer(events, own)).toEqual({ kind: "withdrawn", seat: 0, number: 2 });
  },
);

test("of three, who was asked as well sees that another has declined", () => {
  const events = [at(1, "stop_offered", 0), at(2, "stop_declined", 1)];
  expect(lastAnswer(events, [2])).toEqual({ kind: "stopDeclined", seat: 1, number: 2 });
});

test("two suggestions at once have an answer each", () => {
  const events = [at(1, "stop_offered", 0), at(2, "undo_asked", 1), at(3, "undo_declined", 0)];
  expect(lastAnswer(events, [1])?.kind).toBe("undoDeclined");
  expect(lastAnswer([...events, at(4, "stop_declined", 1)], [0])?.kind).toBe("stopDeclined");
});

test("nobody suggests the same twice before the next move", () => {
  const events = [at(1, "moved", 0), at(2, "undo_asked", 0), at(3, "undo_declined", 1)];
  expect(hasSuggested("undo_asked", events, [0])).toBe(true);
  expect(hasSuggested("undo_asked", events, [1])).toBe(false);
  expect(hasSuggested("stop_offered", events, [0])).toBe(false);
  expect(hasSuggested("undo_asked", [...events, at(4, "moved", 1)], [0])).toBe(false);
});
