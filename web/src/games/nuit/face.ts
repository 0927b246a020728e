// The board and the words of the game.
import type { GameFace } from "../game";
import Account from "./Account.svelte";
import Defs from "./art/Defs.svelte";
import Board from "./Board.svelte";
import { pace } from "./changes";
import { narrow } from "./pieces";
import { changesOf } from "./since";
import { words } from "./words";
import lesson from "./words/lesson";
import "./theme.css";

const RULES: Record<string, string> = {
  put: "N2.3",
  first: "N4",
  seat: "N6.1",
  card: "N5.2",
  from: "N5.2",
  to: "N5.2",
  take: "N5.6",
  over: "N7.3",
};

const face: GameFace = {
  Board,
  Account,
  words,
  lesson,
  pictures: async () => ({ Shared: Defs, Picture: (await import("./rules/Pictures.svelte")).default }),
  explanations: async () => (await import("./about")).default,
  pace,
  namesPlayers: true,
  changes: changesOf,
  isAside: (action) => action.startsWith("seat "),
  rule: (view) => RULES[narrow(view).board.stage] ?? "N4",
  deal: () => ({
    furniture: { cards: 38 },
    guests: { cards: 21 },
    actions: { cards: 36 },
    cash: { cards: 6 },
  }),
};

export default face;
