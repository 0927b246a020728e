// What is in the box, as far as the board draws it: kinds of furniture, guests, and where things stand on a plan.
import type { NuitBoard, View } from "../../wire/types";

export type NuitView = View<NuitBoard>;
export type Pub = NuitBoard["pubs"][number];
export type SpaceState = Pub["spaces"][number];
export type ActionCardState = NonNullable<NuitBoard["card"]>;
export type GuestCardState = NonNullable<NuitBoard["open_guests"][number]>;
export type HandCardState = NuitBoard["hands"][number][number];
export type Guests = Record<string, number>;

export const KINDS = ["terrace", "table", "dance", "bar", "foosball", "billiards"] as const;
export type Kind = (typeof KINDS)[number];
export const COLOURS = ["yellow", "red", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export const VALUES: Record<Colour, number> = { yellow: 10, red: 20, blue: 30 };
const LETTERS: Record<string, Colour> = { Y: "yellow", R: "red", B: "blue" };

/** The pubs by seat. */
export const PUBS = [
  "Charlys Pub",
  "Schwarze Sau",
  "Mama Nostra",
  "Hungrige Herzen",
  "Café Lebensart",
] as const;

/** Where guests sit on a tile of 100 by 100. */
// prettier-ignore
export const SEATS: Record<Kind, readonly (readonly [number, number])[]> = {
  terrace: [[50, 24], [24, 72], [76, 72]],
  table: [[24, 50], [76, 50]],
  dance: [[26, 26], [74, 26], [26, 74], [74, 74]],
  bar: [[26, 69], [74, 69]],
  foosball: [[25, 24], [75, 24], [25, 76], [75, 76]],
  billiards: [[25, 24], [75, 24], [25, 76], [75, 76]],
};

export const isForGroup = (kind: string): boolean => kind === "foosball" || kind === "billiards";
export const isKind = (text: string): text is Kind => (KINDS as readonly string[]).includes(text);

/** The board narrowed to this game. */
export function narrow(view: { board: unknown }): NuitView {
  return view as NuitView;
}

/** Every guest, yellow first. */
export function listGuests(guests: Guests): Colour[] {
  return COLOURS.flatMap((colour) => Array<Colour>(guests[colour] ?? 0).fill(colour));
}

export const countGuests = (guests: Guests): number => listGuests(guests).length;
export const sumGuests = (guests: Guests): number =>
  listGuests(guests).reduce((sum, colour) => sum + VALUES[colour], 0);

/** `YYR` as colours. */
export function readGuests(letters: string): Colour[] {
  return [...letters].flatMap((letter) => LETTERS[letter] ?? []);
}

/** A space among those of all pubs: `2:i5`. */
export const spaceName = (pub: number, space: string): string => `${pub}:${space}`;

/** What sits in a whole pub. */
export function guestsOf(pub: Pub): Guests {
  const sum = (colour: Colour) => pub.spaces.reduce((total, space) => total + (space.guests[colour] ?? 0), 0);
  return { yellow: sum("yellow"), red: sum("red"), blue: sum("blue") };
}

/** Seats in clockwise order, the viewer's first. */
export function orderSeats(players: number, first: number): number[] {
  return Array.from({ length: players }, (_, at) => (first + at) % players);
}
