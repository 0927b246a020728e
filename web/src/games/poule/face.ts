// The board and the words of the game.
import type { GameFace, GameWords } from "../game";
import Board from "./Board.svelte";

const words: GameWords = {
  title: "",
  sentence: "",
  options: {},
  prompt: () => "",
  action: (action) => action.text,
  tell: (told) => told.key,
  target: (target) => target,
  score: (points) => String(points),
  rules: [],
};
const face: GameFace = { Board, Account: Board, words: { fr: words, en: words, de: words }, rule: () => "" };

export default face;
