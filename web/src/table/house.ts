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

/** How the house player on a seat is called. */
export function houseName(seat: number): string {
  return NAMES[seat % NAMES.length] ?? "";
}
