// How somebody last played each game against the house, so that one click does it again. Stored on this device.
import type { GameCard } from "./games/game";
import type { Level } from "./wire/types";

export interface Quick {
  players: number;
  /** Or whatever suits who plays. */
  level: Level | "adapt";
}
const LEVELS: readonly Quick["level"][] = [
  "adapt",
  "guest",
  "apprentice",
  "regular",
  "waiter",
  "host",
  "king",
];
const stored = (game: string) => `estaminet.quick.${game}`;

export function recallQuick(game: GameCard): Quick {
  const usual: Quick = { players: game.players, level: "adapt" };
  try {
    const { players, level } = JSON.parse(localStorage.getItem(stored(game.name)) ?? "{}") as Partial<Quick>;
    return {
      players: players && players >= game.seats[0] && players <= game.seats[1] ? players : usual.players,
      level: level && LEVELS.includes(level) ? level : usual.level,
    };
  } catch {
    return usual;
  }
}

export function rememberQuick(game: string, quick: Quick): void {
  localStorage.setItem(stored(game), JSON.stringify(quick));
}
