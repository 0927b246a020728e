// What is said to somebody who tries a decision again.
import type { Decision } from "../wire/types";

/** How much less than the best is as strong as the best, as a share of the victory. */
export const NEAR = 0.04;

export interface Answer {
  isGood: boolean;
  action: string;
  /** Against the best, as a share of the victory; null if the house has not looked at it. */
  loss: number | null;
  /** What is expected to follow. */
  continuation: string[];
}

/** The marked decisions, in their order. */
export const markedOf = (decisions: readonly Decision[]): Decision[] =>
  decisions
    .filter(({ verdict }) => verdict === "mistake" || verdict === "grave")
    .sort((one, two) => one.ply - two.ply);

/** What an action is worth in the place of the one that was played. */
export function answerTo(decision: Decision, action: string): Answer {
  const choice = decision.choices.find((each) => each.action === action);
  const best = decision.choices[0]?.loss ?? 0;
  // What was played has been valued more carefully than the rest.
  const loss = action === decision.played[0] ? decision.loss : choice ? choice.loss - best : null;
  return { isGood: loss !== null && loss <= NEAR, action, loss, continuation: choice?.continuation ?? [] };
}

/** What would have followed the best: the rest of the turn, and what is expected then. */
export function bestLine({ better, choices }: Decision): string[] {
  const [first = ""] = better;
  return [first, ...(choices.find(({ action }) => action === first)?.continuation ?? better.slice(1))];
}
