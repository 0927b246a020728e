// The house players have names, so that two of the same level are not taken for each other.
const NAMES = [
  "Odile",
  "Marcel",
  "Ginette",
  "Fernand",
  "Suzon",
  "Lucien",
  "Yvette",
  "Gaston",
  "Colette",
  "Émile",
];

/** How the house player on a seat is called. Who moves on to another seat for the next game keeps their name. */
export function houseName(seat: number, turned = 0, players = NAMES.length): string {
  return NAMES[(seat - turned + players) % players] ?? "";
}
