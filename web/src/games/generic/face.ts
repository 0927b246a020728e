// The face of a game without a folder, made at run time from what the server says of it.
import { api } from "../../wire/client";
import type { GameDetails } from "../../wire/types";
import type { GameFace } from "../game";
import Board from "./Board.svelte";
import { speak } from "./words";

const PACE = 700;

export function makeFace(details: GameDetails): GameFace {
  return {
    Board,
    words: { fr: speak("fr", details), en: speak("en", details), de: speak("de", details) },
    listsActions: true,
    pace: () => PACE,
    rule: () => "",
  };
}

export async function loadFace(name: string): Promise<GameFace> {
  return makeFace(await api.game(name));
}
