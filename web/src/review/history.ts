// What many games say together: results, accuracy, luck and favourite mistakes.
import type { PlayedGame } from "../wire/types";
import { accuracyOf } from "./account";

export interface Summary {
  games: number;
  won: number;
  shared: number;
  lost: number;
  reviewed: number;
  /** In percent; null if nothing was at stake. */
  accuracy: number | null;
  /** In hundredths of a victory. */
  luck: number;
}

export const accountsOf = (games: readonly PlayedGame[]) =>
  games.flatMap(({ review }) => (review ? [review.account] : []));

export function summarize(games: readonly PlayedGame[]): Summary {
  const count = (holds: (share: number) => boolean) =>
    games.filter(({ share }) => share !== null && holds(share)).length;
  const accounts = accountsOf(games);
  return {
    games: games.length,
    won: count((share) => share === 1),
    shared: count((share) => share > 0 && share < 1),
    lost: count((share) => share === 0),
    reviewed: accounts.length,
    accuracy: accuracyOf(accounts),
    luck: 100 * accounts.reduce((sum, { deal, draws }) => sum + deal + draws, 0),
  };
}

/** The luck of all games up to each, the first game first; in hundredths of a victory, beginning with nothing. */
export function luckSoFar(games: readonly PlayedGame[]): number[] {
  const sums = [0];
  for (const { deal, draws } of accountsOf(games).reverse())
    sums.push((sums.at(-1) ?? 0) + 100 * (deal + draws));
  return sums;
}

/** The accuracy of every game in which something was at stake, the first game first. */
export const accuracies = (games: readonly PlayedGame[]): number[] =>
  accountsOf(games)
    .reverse()
    .flatMap(({ accuracy }) => accuracy ?? []);

export interface Favourite {
  game: string;
  kind: string;
  count: number;
  /** What they cost together, in hundredths of a victory. */
  points: number;
}

/** What somebody does wrong most: the costliest first. Kinds that differ by a number are one. */
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
