// What actions will do for certain, as the server says it beside what is legal. The page repeats no rule.
import type { Action, AnyView } from "../wire/types";

/** What an action of this view will do, in the game's own words; null if nothing is said of it. */
export function effectsOf<Effects>(view: Pick<AnyView, "legal" | "effects">, action: string): Effects | null {
  const at = view.legal.indexOf(action);
  return ((view.effects?.[at] as Effects | undefined) ?? null) as Effects | null;
}

/** An action with what it will do: what a hint has for later in a turn is not among what is legal now. */
export const withEffects = (action: Action, effects: Action["effects"] | null | undefined): Action =>
  effects ? { ...action, effects } : action;
