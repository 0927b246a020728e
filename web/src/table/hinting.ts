// What the house suggests, as it is read: rows that differ, and how the first two of them compare.
import type { Action, Advice, LogLine } from "../wire/types";
import { withEffects } from "../games/effects";

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
  { turns }: Pick<Advice, "turns">,
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
  better: (points: number) => string;
  reason: (given: LogLine) => string;
}

/** Why the first row is better than the second; empty if the house compared others, which are one row here. */
export function sayWhy(given: Advice["reason"], rows: readonly HintRow[], said: Said): string {
  const [first, second] = rows;
  if (!given || !first || second?.rank !== 1) return "";
  const points = first.percent - second.percent;
  if (given.key === "reason.chance") return points < 1 ? said.near : said.better(points);
  return given.key === "reason.close" ? said.near : said.reason(given);
}
