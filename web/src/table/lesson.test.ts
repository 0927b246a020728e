import { beforeEach, describe, expect, test, vi } from "vitest";
import { recallLesson, storeLesson } from "../memory";
import type { Lesson } from "../wire";
import { LessonTable } from "./lesson.svelte";

/** The learner has seat 1; the others play in between. */
const MOVERS = [0, 1, 2, 1, 0];
const lesson = {
  game: "poule",
  seat: 1,
  steps: [],
  frames: [...MOVERS, 1].map((to_move, ply) => ({
    view: { ply, to_move, players: 3, options: {} },
    action: ply ? `action ${ply}` : "",
    lines: [],
  })),
} as unknown as Lesson;
const move = (table: LessonTable, action: string) =>
  table.send({ type: "move", number: table.number, action });

describe("a lesson", () => {
  beforeEach(() => void vi.useFakeTimers());

  test("goes on by itself until the learner is to act", () => {
    const table = new LessonTable(lesson, "Anna");
    vi.runAllTimers();
    expect(table.number).toBe(1);
    move(table, "action 2");
    vi.runAllTimers();
    expect(table.number).toBe(3);
    expect(table.events.map(({ seat, text }) => [seat, text])).toEqual([
      [0, "action 1"],
      [1, "action 2"],
      [2, "action 3"],
    ]);
  });

  test("takes nothing but what it says", () => {
    const table = new LessonTable(lesson, "Anna");
    vi.runAllTimers();
    move(table, "action 9");
    expect(table.number).toBe(1);
  });

  test("goes on where it was left, and knows what was seen before", async () => {
    storeLesson("poule", { ply: 3, isDone: false });
    const table = new LessonTable(lesson, "Anna");
    expect([table.number, table.events.length]).toEqual([3, 3]);
    expect((await table.views(2)).views.map(({ ply }) => ply)).toEqual([2, 3]);
  });

  test("is done when the last action is taken, and then begins anew", () => {
    storeLesson("poule", { ply: 3, isDone: false });
    const table = new LessonTable(lesson, "Anna");
    move(table, "action 4");
    vi.runAllTimers();
    expect(table.number).toBe(5);
    expect(recallLesson("poule")).toEqual({ ply: 0, isDone: true });
  });

  test("that an older page has noted by its table begins anew", () => {
    localStorage.setItem("estaminet.lesson.poule", '{"table":"abc","isDone":false}');
    expect(new LessonTable(lesson, "Anna").number).toBe(0);
  });
});
