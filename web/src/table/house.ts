// The house players have names, so that two of the same level are not taken for each other.
import type { Words } from "../words/language.svelte";

const NAMES = [
  "Odile",
  "Marcel",
  "Ginette",
  "Fernand",
  "Suzon",
  "Lucien",
  "Yvette",
  "Gaston",
  "Colette",
  "Émile",
];
const WOMEN: ReadonlySet<string> = new Set(["Odile", "Ginette", "Suzon", "Yvette", "Colette"]);

/** How the house player on a seat is called. Who moves on to another seat for the next game keeps their name. */
export function houseName(seat: number, turned = 0, players = NAMES.length): string {
  return NAMES[(seat - turned + players) % players] ?? "";
}

/** How well the house player of this name plays, in a word. */
export function levelOf(level: string, name: string, words: Words): string {
  return (WOMEN.has(name) ? words.levelsOfHer : words.levels)[level as keyof Words["levels"]];
}
