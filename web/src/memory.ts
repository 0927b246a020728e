// What this device remembers of each game: how somebody last played it against the house, so that one click does it
// again; how far its first lesson has come; whether they know it; where they sat last.
import type { GameCard } from "./games/game";
import { recall, store, storedNames } from "./storage";
import type { Level } from "./wire";

export interface Quick {
  players: number;
  /** Or whatever suits who plays. */
  level: Level | "adapt";
}
const LEVELS: readonly string[] = ["adapt", "guest", "apprentice", "regular", "waiter", "host", "king"];

export function recallQuick({ name, players: usual, seats: [least, most] }: GameCard): Quick {
  const { players = 0, level = "" } = recall<Partial<Quick>>(`quick.${name}`) ?? {};
  return {
    players: players >= least && players <= most ? players : usual,
    level: LEVELS.includes(level) ? (level as Quick["level"]) : "adapt",
  };
}

export const storeQuick = (game: string, quick: Quick): void => store(`quick.${game}`, quick);

interface Begun {
  /** How many actions have been taken; 0 if it is to begin anew. */
  ply: number;
  isDone: boolean;
}

export const recallLesson = (game: string): Begun | null => recall(`lesson.${game}`);

export const storeLesson = (game: string, begun: Begun): void => store(`lesson.${game}`, begun);

/** Whether somebody has played a game to its end here, or finished its lesson. */
export const isKnown = (game: string): boolean =>
  storedNames(`known.${game}`).length > 0 || (recallLesson(game)?.isDone ?? false);

export const storeKnown = (game: string): void => store(`known.${game}`, "yes");

interface Seating {
  table: string;
  seat: number;
  /** Against whom; an older one does not say. */
  others?: string;
  /** At the table before this one. */
  before: number | null;
}

/** Where somebody who sits at this table sat in the game before; null if nobody knows, or if they played with others. */
export function seatBefore(
  game: string,
  table: string,
  seat: number,
  names: readonly string[],
): number | null {
  const last = recall<Seating>(`seat.${game}`);
  if (last?.table === table) return last.before;
  const others = [...names].sort().join("\n");
  const before = last && last.others === others ? last.seat : null;
  store(`seat.${game}`, { table, seat, others, before });
  return before;
}
