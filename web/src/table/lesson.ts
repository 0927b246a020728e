// What a first lesson says, and what it lets the learner do.
import type { GameFace } from "../games/game";
import type { Action, Lesson } from "../wire/types";
import type { Language } from "../words/language.svelte";

export interface Taught {
  text: string;
  /** Which step it is, from 1, of how many. */
  at: number;
  all: number;
  isEnd: boolean;
}

/** After so many actions it is over. */
export const lengthOf = ({ frames }: Lesson): number => frames.length - 1;

/** What comes next after so many actions; null when it is over. */
export const nextIn = ({ frames }: Lesson, ply: number): string | null => frames[ply + 1]?.action ?? null;

/** What is said after so many actions. */
export function taughtAt(lesson: Lesson, ply: number, face: GameFace, language: Language): Taught {
  const at = lesson.steps.findLastIndex((step) => step.at <= ply);
  const text = face.lesson?.[language].steps[lesson.steps[at]?.key ?? ""] ?? "";
  return { text, at: at + 1, all: lesson.steps.length - 1, isEnd: ply >= lengthOf(lesson) };
}

/** Of what is legal, what the learner is to do. */
export const allowed = (legal: Action[], lesson: Lesson, ply: number): Action[] =>
  legal.filter(({ text }) => text === nextIn(lesson, ply));
