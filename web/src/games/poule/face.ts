// The board and the words of the game.
import type { GameFace } from "../game";
import Account from "./Account.svelte";
import Board from "./Board.svelte";
import { boardOf, isPaid } from "./market";
import { changesOf } from "./marks";
import "./theme.css";
import { words } from "./words";
import lesson from "./words/lesson";

const RULES: Record<string, string> = { choose: "P3.1", place: "P3.2", over: "P5.1" };

const face: GameFace = {
  Board,
  Account,
  words,
  lesson,
  pictures: async () => ({ Picture: (await import("./rules/Pictures.svelte")).default }),
  explanations: async () => (await import("./about")).default,
  pace: (_, view) => (boardOf(view).stage === "place" ? 700 : 850),
  // A square that is full is counted.
  holds: (before, view) => isPaid(boardOf(before), boardOf(view)),
  changes: changesOf,
  namesPlayers: true,
  isOpen: (view, seats) => !seats.some((seat) => boardOf(view).holds_secret[seat]),
  rule: (view) => RULES[boardOf(view).stage] ?? "P3.1",
  deal: (players, options) => ({
    first: { among: players },
    rounds: { cards: options["wizard"] ? 23 : 22, times: Number(options["rounds"] ?? 3) },
  }),
};

export default face;
