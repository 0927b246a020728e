// What a first lesson says at a table, and what it lets the learner do.
import type { GameFace } from "../games/game";
import { noteLesson, recallLesson } from "../lessons";
import type { Action, Update } from "../wire/types";
import type { Language } from "../words/language.svelte";

export interface Taught {
  text: string;
  /** Which step it is, from 1, of how many. */
  at: number;
  all: number;
  isEnd: boolean;
}

/** What is said now; null where nobody is taught, or somebody went their own way. */
export function taughtAt({ table, view }: Update, face: GameFace, language: Language): Taught | null {
  const { lesson } = table;
  if (!lesson || !view || !face.lesson) return null;
  const isEnd = view.ply >= lesson.length;
  if (lesson.next === null && !isEnd) return null;
  const at = lesson.steps.findLastIndex((step) => step.at <= view.ply);
  const text = face.lesson[language].steps[lesson.steps[at]?.key ?? ""] ?? "";
  return { text, at: at + 1, all: lesson.steps.length - 1, isEnd };
}

/** Of what is legal, what the learner is to do; all of it where nobody is taught. */
export const allowed = (legal: Action[], { table }: Update): Action[] =>
  table.lesson?.next ? legal.filter(({ text }) => text === table.lesson?.next) : legal;

export const isFinished = ({ table }: Update): boolean => {
  const noted = recallLesson(table.game);
  return noted?.table === table.id && noted.isDone;
};

export const finish = ({ table }: Update): void => noteLesson(table.game, { table: table.id, isDone: true });
