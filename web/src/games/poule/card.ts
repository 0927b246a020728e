// What the first page shows of the game, before anything else of it is loaded.
import type { GameCard } from "../game";
import Picture from "./art/Picture.svelte";

const card: GameCard = {
  name: "poule",
  minutes: 30,
  seats: [2, 4],
  players: 3,
  hasLesson: true,
  hasPuzzles: true,
  Picture,
  aliases: ["Kingdoms", "Auf Heller und Pfennig"],
  titles: {
    fr: "La Poule aux œufs d’or",
    en: "La Poule aux œufs d’or",
    de: "Auf Heller und Pfennig",
  },
  sentences: {
    fr: "Dressez vos échoppes là où la reine fait ses emplettes, et pas là où le voleur se sert.",
    en: "Put up your stalls where the queen buys, and not where the thief helps himself.",
    de: "Stell deine Stände dort auf, wo die Königin einkauft, und nicht dort, wo der Dieb zugreift.",
  },
  load: () => import("./face").then((module) => module.default),
};

export default card;
