// What an action does to the figures, and how far Charly comes when the turn ends: as the server says it.
import type { Action, AnyView } from "../../wire/types";
import { effectsOf } from "../effects";
import type { FigureName, Squares } from "./street";

export interface Effects {
  /** The new squares of those who move. */
  figures: Partial<Squares>;
  /** How far Charly would come if the turn ended then, and where he would stand. */
  pull: number;
  charly: number;
  /** Null if the game goes on. */
  winners: number[] | null;
}

export const effectsOn = (view: AnyView, action: Action): Effects | null =>
  (action.effects as Effects | undefined) ?? effectsOf<Effects>(view, action.text);

/** Where figures would stand after an action. */
export const movesOf = (view: AnyView, action: Action): [FigureName, number][] =>
  Object.entries(effectsOn(view, action)?.figures ?? {}) as [FigureName, number][];

/** Who wins if the turn ends now: a seat, `draw`, or null if the game goes on. */
export function endOf(view: AnyView): number | "draw" | null {
  const winners = effectsOf<Effects>(view, "end")?.winners ?? [];
  return winners.length > 1 ? "draw" : (winners[0] ?? null);
}
