// What the house would do, as it is read: rows that differ, how the first two of them compare, and one of them played.
import { withEffects } from "../games/effects";
import type { Action, AnyView, HintMessage, LogLine } from "../wire";
import type { Choice } from "./choice.svelte";

export interface HintRow {
  /** Its place among what the house said. */
  rank: number;
  actions: Action[];
  text: string;
  lead: number | null;
  percent: number;
}

/** What reads the same is the same to whoever reads it. */
export function hintRows(
  { turns }: Pick<HintMessage, "turns">,
  byText: ReadonlyMap<string, Action>,
  tell: (actions: readonly Action[]) => string,
): HintRow[] {
  const found = turns.map(({ actions: texts, effects, share, lead }, rank) => {
    const actions = texts.flatMap((text, at) => {
      const action = byText.get(text);
      return action ? [withEffects(action, effects[at])] : [];
    });
    return { rank, actions, text: tell(actions), lead, percent: Math.round(100 * share) };
  });
  return found.filter(({ text }, at) => found.findIndex((row) => row.text === text) === at);
}

interface Said {
  near: string;
  later: string;
  reason: (given: LogLine) => string;
}

/** Why the first row is better than the second; empty if the house compared others, which are one row here. */
export function sayWhy(given: HintMessage["reason"], rows: readonly HintRow[], said: Said): string {
  const [first, second] = rows;
  if (!given || !first || second?.rank !== 1) return "";
  const points = first.percent - second.percent;
  if (given.key === "reason.later") return points < 1 ? said.near : said.later;
  return given.key === "reason.close" ? said.near : said.reason(given);
}

/** Carries out a whole turn, action by action, as long as all goes as expected. */
export class WholeTurn {
  #left: readonly Action[] = [];
  /** How many actions the game has had when the next one is due. */
  #ply = 0;

  begin(turn: readonly Action[], choice: Choice, view: AnyView): void {
    this.#left = turn;
    this.#ply = view.ply;
    this.step(choice, view);
  }

  /** The next action, if it is due and legal; otherwise something else has happened, and the rest is dropped. */
  step(choice: Choice, view: AnyView): void {
    const [next, ...left] = this.#left;
    if (!next || !choice.legal.length) return;
    const isDue = view.ply === this.#ply && view.legal.includes(next.text);
    this.#left = isDue ? left : [];
    this.#ply += 1;
    if (isDue) choice.carryOut(next);
  }
}
