// What the first page shows of the game, before anything else of it is loaded.
import type { GameCard } from "../game";
import Picture from "./art/Picture.svelte";

const card: GameCard = {
  name: "poule",
  minutes: 30,
  players: 3,
  Picture,
  titles: { fr: "poule", en: "poule", de: "poule" },
  sentences: { fr: "", en: "", de: "" },
  load: () => import("./face").then((module) => module.default),
};

export default card;
