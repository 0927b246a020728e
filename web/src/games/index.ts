// The games of the house, in the order of the first page. A new game is a folder and a line here.
import nuit from "./nuit/card";
import poule from "./poule/card";
import reeperbahn from "./reeperbahn/card";
import type { GameCard, GameFace } from "./game";

export const cards: readonly GameCard[] = [poule, reeperbahn, nuit];
const faces = new Map<string, Promise<GameFace>>();

export function card(name: string): GameCard | undefined {
  return cards.find((each) => each.name === name);
}

/** A game's board and words, loaded when first needed. */
export function face(name: string): Promise<GameFace> {
  const found = card(name);
  if (!found) return Promise.reject(new Error(`there is no game ${name}`));
  const loading = faces.get(name) ?? found.load();
  faces.set(name, loading);
  return loading;
}
