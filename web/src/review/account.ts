// The parts of a result as signed bars that add up; and statistics of many games: results, accuracy, luck and
// favourite mistakes.
import type { Account, Decision, Draw, PlayedGame } from "../wire";

export const TERMS = ["place", "deal", "draws", "hidden", "others", "decisions", "judgement"] as const;
export type Term = (typeof TERMS)[number];
export type Terms = Pick<Account, Term>;

export interface Bar {
  term: Term;
  /** In hundredths of the victory. */
  points: number;
  /** The ends of the bar, in percent of the width; zero is in the middle. */
  from: number;
  to: number;
}

const HALF = 50;

/** The largest of all terms, for the longest bar. */
export const scaleOf = (accounts: readonly Terms[]): number =>
  Math.max(0.01, ...accounts.flatMap((each) => TERMS.map((term) => Math.abs(each[term]))));

export function barsOf(account: Terms, scale: number): Bar[] {
  return TERMS.map((term) => {
    const end = HALF + (HALF * account[term]) / scale;
    return { term, points: 100 * account[term], from: Math.min(HALF, end), to: Math.max(HALF, end) };
  });
}

/** The sum of the bars: the result less an equal share, in hundredths. */
export const totalOf = (account: Terms): number => 100 * TERMS.reduce((sum, term) => sum + account[term], 0);

/** The mean of each term over several games. */
export function meanOf(accounts: readonly Terms[]): Terms {
  const mean = (term: Term) => accounts.reduce((sum, each) => sum + each[term], 0) / (accounts.length || 1);
  return Object.fromEntries(TERMS.map((term) => [term, mean(term)])) as unknown as Terms;
}

/** The standard errors of these means, and of their sum; null for a single game, which has none. */
export function errorsOf(accounts: readonly Terms[]): (Terms & { total: number }) | null {
  const count = accounts.length;
  if (count < 2) return null;
  const error = (values: readonly number[]) => {
    const mean = values.reduce((sum, each) => sum + each, 0) / count;
    return Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (count - 1) / count);
  };
  const terms = TERMS.map((term) => [term, error(accounts.map((each) => each[term]))]);
  const total = error(accounts.map((each) => totalOf(each) / 100));
  return { ...(Object.fromEntries(terms) as unknown as Terms), total };
}

/** An important draw, and the seat it favoured most. */
export interface LuckyDraw {
  ply: number;
  seat: number;
  /** In hundredths of the victory. */
  points: number;
}

const MOST_DRAWS = 4;
/** In hundredths: smaller luck is not worth a line. */
const LEAST_LUCK = 3;

/** The luckiest draws, the largest first. */
export const luckyDraws = (draws: readonly Draw[]): LuckyDraw[] =>
  draws
    .map(({ ply, gained }) => {
      const most = Math.max(...gained);
      return { ply, seat: gained.indexOf(most), points: Math.round(100 * most) };
    })
    .filter(({ points }) => points >= LEAST_LUCK)
    .sort((one, two) => two.points - one.points || one.ply - two.ply)
    .slice(0, MOST_DRAWS);

/**
 * The share of the stakes that was not lost, in percent; null if there were none. Beating the house's best
 * move counts as no loss.
 */
export function accuracyOf(
  accounts: readonly Pick<Account, "decisions" | "stake" | "weights">[],
): number | null {
  const stake = accounts.reduce((sum, each) => sum + each.stake, 0);
  // Accounts weight losses by their effect on results; this undoes it.
  const lost = accounts.reduce((sum, each) => sum - each.decisions / (each.weights.decisions || 1), 0);
  return stake > 0 ? 100 * (1 - Math.max(0, Math.min(1, lost / stake))) : null;
}

/** The average loss of a seat's decisions, in hundredths of the victory; null if it had none. */
export function averageLoss(
  decisions: readonly Pick<Decision, "seat" | "loss">[],
  seat: number,
): number | null {
  const own = decisions.filter((each) => each.seat === seat);
  return own.length ? (100 * own.reduce((sum, { loss }) => sum + loss, 0)) / own.length : null;
}

/** The total luck. */
export const luckOf = ({ deal, draws, hidden }: Terms): number => deal + draws + hidden;

export const accountsOf = (games: readonly PlayedGame[]) =>
  games.flatMap(({ review }) => (review ? [review.account] : []));

export interface Favourite {
  game: string;
  kind: string;
  count: number;
  /** Their total cost, in hundredths of a victory. */
  points: number;
}

/** The most common mistakes, the costliest first. Kinds that differ by a number are one. */
export function favouritesOf(games: readonly PlayedGame[]): Favourite[] {
  const found = new Map<string, Favourite>();
  for (const { game, review } of games)
    for (const { kind: exact, loss } of review?.mistakes ?? []) {
      const kind = exact.replace(/\d+$/, "");
      const old = found.get(`${game} ${kind}`) ?? { game, kind, count: 0, points: 0 };
      found.set(`${game} ${kind}`, { ...old, count: old.count + 1, points: old.points + 100 * loss });
    }
  return [...found.values()].sort((one, two) => two.points - one.points);
}
