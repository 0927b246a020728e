// Where a result came from, as signed bars that add up.
import type { Account } from "../wire/types";

export const TERMS = ["place", "deal", "draws", "others", "decisions", "judgement"] as const;
export type Term = (typeof TERMS)[number];
export type Terms = Pick<Account, Term>;

export interface Bar {
  term: Term;
  /** In hundredths of the victory. */
  points: number;
  /** From where to where, in percent of the place; the middle is nothing. */
  from: number;
  to: number;
}

const HALF = 50;

/** The largest of all terms, which has the longest bar. */
export const scaleOf = (accounts: readonly Terms[]): number =>
  Math.max(0.01, ...accounts.flatMap((each) => TERMS.map((term) => Math.abs(each[term]))));

export function barsOf(account: Terms, scale: number): Bar[] {
  return TERMS.map((term) => {
    const end = HALF + (HALF * account[term]) / scale;
    return { term, points: 100 * account[term], from: Math.min(HALF, end), to: Math.max(HALF, end) };
  });
}

/** All that is added up: the result less an equal share, in hundredths. */
export const totalOf = (account: Terms): number => 100 * TERMS.reduce((sum, term) => sum + account[term], 0);

/** Several games in one: the mean of each term. */
export function meanOf(accounts: readonly Terms[]): Terms {
  const mean = (term: Term) => accounts.reduce((sum, each) => sum + each[term], 0) / (accounts.length || 1);
  return Object.fromEntries(TERMS.map((term) => [term, mean(term)])) as unknown as Terms;
}

/** How much of what was at stake was not given away, in percent; null if there was nothing. Whoever did better than the
 *  house found has given away nothing. */
export function accuracyOf(accounts: readonly Pick<Account, "decisions" | "stake">[]): number | null {
  const stake = accounts.reduce((sum, each) => sum + each.stake, 0);
  const lost = accounts.reduce((sum, each) => sum - each.decisions, 0);
  return stake > 0 ? 100 * (1 - Math.max(0, Math.min(1, lost / stake))) : null;
}
