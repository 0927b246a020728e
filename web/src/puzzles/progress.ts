// How somebody does with the puzzles of a game. Stored on this device; the server only works out the next rating.
import { recall, store } from "../storage";
import type { ListedPuzzle, PuzzleRating } from "../wire";

export interface Progress {
  rating: PuzzleRating;
  /** Right at the first try, one after the other. */
  streak: number;
  longest: number;
  /** The ids of all puzzles that were tried, the latest last. */
  seen: string[];
  /** The last puzzle of the day, and whether the first try was right. */
  daily: { day: number; isRight: boolean } | null;
}

const DAY = 86_400_000;
/** So many points are shown for one of the scale on which ratings are sent. */
const POINTS = 60;
const BEGINNING: Progress = {
  rating: { mu: 25, sigma: 175 / POINTS },
  streak: 0,
  longest: 0,
  seen: [],
  daily: null,
};

/** Ratings that were stored when everybody began less surely are read as those of beginners. */
export function recallProgress(game: string): Progress {
  const progress = { ...BEGINNING, ...recall<Partial<Progress>>(`puzzles.${game}`) };
  const { mu, sigma } = progress.rating;
  return { ...progress, rating: { mu, sigma: Math.min(sigma, BEGINNING.rating.sigma) } };
}

export const storeProgress = (game: string, progress: Progress): void => store(`puzzles.${game}`, progress);

/** After a first try. It counts if there is a new rating: only with a puzzle that is new. */
export function noteTry(
  progress: Progress,
  puzzle: string,
  isRight: boolean,
  rating: PuzzleRating | null,
  day: number | null,
): Progress {
  const streak = rating ? (isRight ? progress.streak + 1 : 0) : progress.streak;
  return {
    rating: rating ?? progress.rating,
    streak,
    longest: Math.max(progress.longest, streak),
    seen: [...progress.seen.filter((id) => id !== puzzle), puzzle],
    daily: day === null || progress.daily?.day === day ? progress.daily : { day, isRight },
  };
}

/** A number as people know it: everybody begins at 1500. */
export const shown = (strength: number): number => Math.round(strength * POINTS);

/** How far the true strength may be from the rating: in nineteen of twenty cases it is not further. */
export const gap = ({ sigma }: PuzzleRating): number => Math.round((2 * sigma * POINTS) / 10) * 10;

/** Whether a rating still says little. */
export const isProvisional = (rating: PuzzleRating): boolean => gap(rating) > 200;

/** The day, the same for everybody. */
export const today = (now: number = Date.now()): number => Math.floor(now / DAY);

export function dailyPuzzle(puzzles: readonly ListedPuzzle[], day: number): ListedPuzzle | undefined {
  return puzzles[day % puzzles.length];
}

/** One that is new and about as strong as whoever solves it; when none is new, the one seen longest ago. */
export function nextPuzzle(
  puzzles: readonly ListedPuzzle[],
  { rating, seen }: Progress,
): ListedPuzzle | undefined {
  const away = (puzzle: ListedPuzzle) => Math.abs(puzzle.difficulty - rating.mu);
  const [closest] = puzzles
    .filter(({ id }) => !seen.includes(id))
    .sort((one, other) => away(one) - away(other));
  return closest ?? seen.flatMap((id) => puzzles.find((each) => each.id === id) ?? [])[0];
}
