// What the first page shows of the game, before anything else of it is loaded.
import type { GameCard } from "../game";
import Picture from "./art/Picture.svelte";
import { SENTENCES, TITLES } from "./sign";

const card: GameCard = {
  name: "nuit",
  minutes: 30,
  seats: [3, 5],
  players: 3,
  hasLesson: true,
  hasPuzzles: true,
  Picture,
  titles: TITLES,
  sentences: SENTENCES,
  load: () => import("./face").then((module) => module.default),
};

export default card;
