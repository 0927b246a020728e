// What many games of somebody say: which of them are looked at, results side by side, how it went over time, days in a
// row, the best and the worst decision. Practice counts nowhere.
import { accountsOf, accuracyOf, luckOf } from "../review/account";
import type { PlayedGame } from "../wire";

export const DAY = 86_400_000;

// Which games

export type Against = "" | "house" | "people";

export interface Filter {
  /** Empty for all. */
  game: string;
  against: Against;
  /** How many days back; 0 for all. */
  days: number;
}

export const hasPeople = ({ opponents }: Pick<PlayedGame, "opponents">): boolean =>
  opponents.some(({ author }) => author !== null);

export function chosen(games: readonly PlayedGame[], { game, against, days }: Filter, now: number) {
  return games.filter(
    (each) =>
      (!game || each.game === game) &&
      (!against || (against === "people") === hasPeople(each)) &&
      (!days || now - each.touched < days * DAY),
  );
}

// Results

export const WAYS = ["game", "players", "level", "friend"] as const;
/** By what results are told apart. */
export type Way = (typeof WAYS)[number];

/** Games against people, and against house players of several levels, where levels are told apart. */
export const PEOPLE = "people";
export const SEVERAL = "several";

export interface Row {
  /** The game, how many played, the level, or by what somebody is known. */
  key: string;
  /** What somebody was called the last time. */
  name: string;
  games: number;
  won: number;
  shared: number;
  lost: number;
  /** Of the victories, from 0 to 1; null if there were none to be had. */
  share: number | null;
  /** Own points on average; null where games of several kinds, or without points, are put together. */
  points: number | null;
  /** The points of the best of the others taken from one's own, on average. */
  distance: number | null;
  reviewed: number;
  /** In percent. */
  accuracy: number | null;
  /** In hundredths of a victory. */
  luck: number;
}

/** Points as people count them: not where a game was not played out, nor where they only say who won. */
export const hasPoints = ({ reason, score, best_other }: PlayedGame): boolean =>
  reason === "finished" && score !== null && best_other !== null && Math.max(score, best_other) > 1;

const mean = (values: readonly number[]): number | null =>
  values.length ? values.reduce((sum, each) => sum + each, 0) / values.length : null;

function rowOf(key: string, name: string, games: readonly PlayedGame[]): Row {
  const shares = games.flatMap(({ share }) => share ?? []);
  const scored = new Set(games.map(({ game }) => game)).size === 1 ? games.filter(hasPoints) : [];
  const accounts = accountsOf(games);
  return {
    key,
    name,
    games: games.length,
    won: shares.filter((share) => share === 1).length,
    shared: shares.filter((share) => share > 0 && share < 1).length,
    lost: shares.filter((share) => share === 0).length,
    share: mean(shares),
    points: mean(scored.map(({ score }) => score ?? 0)),
    distance: mean(scored.map(({ score, best_other }) => (score ?? 0) - (best_other ?? 0))),
    reviewed: accounts.length,
    accuracy: accuracyOf(accounts),
    luck: 100 * accounts.reduce((sum, account) => sum + luckOf(account), 0),
  };
}

export const counted = (games: readonly PlayedGame[]): PlayedGame[] =>
  games.filter(({ is_practice }) => !is_practice);

/** Under which rows a game stands: with several people, under each of them. */
function placesOf(game: PlayedGame, way: Way): [key: string, name: string][] {
  const { opponents } = game;
  const levels = new Set(opponents.map(({ level }) => level ?? ""));
  switch (way) {
    case "game":
      return [[game.game, ""]];
    case "players":
      return [[String(game.players), ""]];
    case "level":
      return [[hasPeople(game) ? PEOPLE : levels.size === 1 ? ([...levels][0] ?? "") : SEVERAL, ""]];
    case "friend":
      return opponents.flatMap(({ author, name }) => (author === null ? [] : [[author, name]]));
  }
}

/** Results side by side, where most was played first; `games` have the latest first. */
export function rowsBy(games: readonly PlayedGame[], way: Way): Row[] {
  const found = new Map<string, { name: string; games: Set<PlayedGame> }>();
  for (const game of counted(games))
    for (const [key, name] of placesOf(game, way)) {
      if (!found.has(key)) found.set(key, { name, games: new Set() });
      found.get(key)?.games.add(game); // once, though two seats may have been the same person's
    }
  const rows = [...found].map(([key, { name, games }]) => rowOf(key, name, [...games]));
  return rows.sort((one, two) => two.games - one.games || one.key.localeCompare(two.key));
}

/** All of them in one row. */
export const rowOfAll = (games: readonly PlayedGame[]): Row => rowOf("", "", counted(games));

// Over time

/** Some games one after the other, as one point of a line. */
export interface Point {
  games: number;
  /** When the last of them ended. */
  to: number;
  value: number;
}

/** A line of more points says no more. */
const MOST_POINTS = 40;

type Reviewed = PlayedGame & { review: NonNullable<PlayedGame["review"]> };

/** Games with a review, the first game first, as many together as is needed. */
function inGroups(games: readonly PlayedGame[]): Reviewed[][] {
  const reviewed = games
    .filter((each): each is Reviewed => each.review !== null && !each.is_practice)
    .reverse();
  const size = Math.ceil(reviewed.length / MOST_POINTS) || 1;
  return Array.from({ length: Math.ceil(reviewed.length / size) }, (_, at) =>
    reviewed.slice(at * size, (at + 1) * size),
  );
}

const pointOf = (group: readonly Reviewed[], value: number): Point => ({
  games: group.length,
  to: group.at(-1)?.touched ?? 0,
  value,
});

/** What a decision cost on average, in hundredths of a victory. */
export function lossOf(games: readonly PlayedGame[]): number | null {
  const reviews = games.flatMap(({ review }) => (review ? [review] : []));
  const decisions = reviews.reduce((sum, review) => sum + review.decisions, 0);
  const lost = reviews.reduce((sum, { loss, decisions: count }) => sum + loss * count, 0);
  return decisions ? (100 * lost) / decisions : null;
}

export const lossOverTime = (games: readonly PlayedGame[]): Point[] =>
  inGroups(games).flatMap((group) => {
    const loss = lossOf(group);
    return loss === null ? [] : [pointOf(group, loss)];
  });

/** The luck of all games up to each point, in hundredths of a victory. */
export function luckOverTime(games: readonly PlayedGame[]): Point[] {
  let sum = 0;
  return inGroups(games).map((group) => {
    sum += 100 * accountsOf(group).reduce((luck, account) => luck + luckOf(account), 0);
    return pointOf(group, sum);
  });
}

// Days in a row, as UTC has them

export interface Streaks {
  longest: number;
  /** Up to today, or to yesterday as long as today may still come. */
  present: number;
}

export function streaksOf(games: readonly PlayedGame[], now: number): Streaks {
  const days = [...new Set(counted(games).map(({ touched }) => Math.floor(touched / DAY)))].sort(
    (one, two) => one - two,
  );
  let [longest, run] = [0, 0];
  days.forEach((day, at) => {
    run = day - 1 === days[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  const isUnbroken = (days.at(-1) ?? -Infinity) >= Math.floor(now / DAY) - 1;
  return { longest, present: isUnbroken ? run : 0 };
}

// The best and the worst decision

export interface Moment {
  table: string;
  game: string;
  touched: number;
  ply: number;
  /** What was done, by the first word of the action. */
  kind: string;
  /** In hundredths of a victory. */
  points: number;
}

export function momentsOf(games: readonly PlayedGame[]): { best: Moment | null; worst: Moment | null } {
  let [best, worst]: (Moment | null)[] = [null, null];
  for (const { table, game, touched, review } of counted(games)) {
    const place = { table, game, touched };
    const find = review?.find;
    if (find && 100 * find.gain > (best?.points ?? 0))
      best = { ...place, ply: find.ply, kind: find.kind, points: 100 * find.gain };
    for (const { ply, kind, loss } of review?.mistakes ?? [])
      if (100 * loss > -(worst?.points ?? 0)) worst = { ...place, ply, kind, points: -100 * loss };
  }
  return { best: best ?? null, worst: worst ?? null };
}

/** Those of which a review would tell something, and none was made. */
export const unreviewed = (games: readonly PlayedGame[]): PlayedGame[] =>
  games.filter(({ can_review }) => can_review);
