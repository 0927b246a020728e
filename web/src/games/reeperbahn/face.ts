// The board and the words of the game.
import type { AnyView } from "../../wire/types";
import type { GameFace } from "../game";
import Account from "./Account.svelte";
import Board from "./Board.svelte";
import { shorten } from "./shorten";
import { narrow } from "./street";
import { changesOf } from "./trails";
import { words } from "./words";
import lesson from "./words/lesson";

const BY_COLOUR: Record<string, string> = { green: "R4.4", grey: "R4.5", yellow: "R4.7", red: "R4.7" };

/** The rule that matters now. */
function rule(view: AnyView): string {
  const { end, turn } = narrow(view).board;
  if (end) return end === "stack" ? "R6.3" : "R8.1";
  if (turn.mode === "swap") return "R3.2";
  if (turn.red_means && turn.red_means !== "lola") return "R4.9";
  return BY_COLOUR[turn.colour ?? ""] ?? "R3.1";
}

const face: GameFace = {
  Board,
  Account,
  words,
  lesson,
  pictures: async () => ({ Picture: (await import("./rules/Pictures.svelte")).default }),
  explanations: async () => (await import("./about")).default,
  // One's own cards need no explanation, and one wants to go on.
  pace: (before, view) => (before.to_move === view.seat ? 320 : 700),
  changes: changesOf,
  shorten,
  listsActions: true,
  namesPlayers: true,
  rule,
  deal: (_, options) => {
    const deck = options["edition"] === "royal_visit" ? { cards: 55, without: 48 } : { cards: 55 };
    return { hans: { among: 2 }, deck, reshuffle: deck };
  },
};

export default face;
