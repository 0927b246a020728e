// A list of actions: by kind, and the ones that somebody looks for.
import type { Action } from "../../wire/types";

/** The actions of each kind, in the order in which the game lists them. */
export function group(actions: readonly Action[]): { kind: string; actions: Action[] }[] {
  const groups = new Map<string, Action[]>();
  for (const action of actions) groups.set(action.kind, [...(groups.get(action.kind) ?? []), action]);
  return [...groups].map(([kind, members]) => ({ kind, actions: members }));
}

/** Whether an action has every word that is sought, in whatever order. */
export function matches(action: Action, sought: string): boolean {
  const text = `${action.kind} ${action.text}`.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
