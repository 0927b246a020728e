// What the first page shows of the game, before anything else of it is loaded.
import type { GameCard } from "../game";
import Picture from "./art/Picture.svelte";

const TITLE = "Auf der Reeperbahn";
const card: GameCard = {
  name: "reeperbahn",
  minutes: 30,
  seats: [2, 2],
  players: 2,
  hasLesson: true,
  hasPuzzles: true,
  Picture,
  aliases: ["Times Square", "Royal Visit"],
  titles: { fr: TITLE, en: TITLE, de: TITLE },
  sentences: {
    fr: "Deux boîtes de nuit, une rue mouillée\u00a0: attirez Brilli-Lilli ou Champagne Charly devant votre porte.",
    en: "Two night clubs, one wet street: lure Brilli-Lilli or Champagne Charly to your own door.",
    de: "Zwei Nachtclubs, eine nasse Straße: Lock Brilli-Lilli oder Champagner-Charly vor deine Tür.",
  },
  load: () => import("./face").then((module) => module.default),
};

export default card;
