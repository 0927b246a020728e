// What the first page shows of the game, before anything else of it is loaded.
import type { GameCard } from "../game";
import Picture from "./art/Picture.svelte";

const card: GameCard = {
  name: "nuit",
  minutes: 30,
  seats: [3, 5],
  players: 3,
  hasLesson: true,
  hasPuzzles: true,
  Picture,
  aliases: ["Volle Hütte"],
  titles: {
    fr: "Roi de la nuit",
    en: "Volle Hütte",
    de: "Volle Hütte",
  },
  sentences: {
    fr: "Équipez votre pub, remplissez-le de fêtards, et attirez chez vous les clients des autres avant qu’ils ne paient ailleurs.",
    en: "Furnish your pub, fill it with guests, and lure them away from your neighbours before they pay there.",
    de: "Richte deine Kneipe ein, hole Gäste herein und locke sie den anderen weg, bevor dort kassiert wird.",
  },
  load: () => import("./face").then((module) => module.default),
};

export default card;
