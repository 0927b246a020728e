// What the first page shows of a game that has no folder here.
import type { ListedGame } from "../../wire/types";
import type { GameCard } from "../game";
import Picture from "./Picture.svelte";

export function genericCard({ name, title, players }: ListedGame): GameCard {
  const [fewest, most] = [Math.min(...players), Math.max(...players)];
  return {
    name,
    isGeneric: true,
    minutes: null,
    seats: [fewest, most],
    players: Math.max(2, fewest),
    Picture,
    titles: { fr: title, en: title, de: title },
    sentences: {
      fr: "Un jeu invité à la table\u00a0: plateau dessiné en lettres, coups à choisir dans une liste.",
      en: "A guest among the games: its board is drawn in letters, and you choose your moves from a list.",
      de: "Ein Spiel zu Gast: Der Spielplan ist aus Buchstaben gezeichnet, deine Züge wählst du aus einer Liste.",
    },
    load: () => import("./face").then((module) => module.loadFace(name)),
  };
}
