// The games of the house, in the order of the first page. A game with a board of its own is a folder and a line here;
// any other that the server has is shown on the generic board.
import { untrack } from "svelte";
import { me } from "../me.svelte";
import type { GameCard, GameFace } from "./game";
import { genericCard } from "./generic/card";
import nuit from "./nuit/card";
import poule from "./poule/card";
import reeperbahn from "./reeperbahn/card";

const OWN: readonly GameCard[] = [poule, reeperbahn, nuit];
const faces = new Map<string, Promise<GameFace>>();

/** Every game that can be played here: those with a board of their own first. */
export function cards(): GameCard[] {
  const hasOwn = (name: string) => OWN.some((each) => each.name === name);
  return [
    // Without a connection nobody says which there are.
    ...OWN.filter(({ name }) => !me.games.length || me.games.some((each) => each.name === name)),
    ...me.games.filter(({ name }) => !hasOwn(name)).map(genericCard),
  ];
}

export function card(name: string): GameCard | undefined {
  return cards().find((each) => each.name === name);
}

/** A game's board and words, loaded when first needed; not anew when the house says again which games there are. */
export function face(name: string): Promise<GameFace> {
  const found = untrack(() => card(name));
  if (!found) return Promise.reject(new Error(`there is no game ${name}`));
  const loading = faces.get(name) ?? found.load();
  faces.set(name, loading);
  loading.catch(() => faces.delete(name)); // so that another try can succeed
  return loading;
}
