// The players at a table: the house's characters, their names and levels, and all players in the form that
// boards need.
import type { Player } from "../games/game";
import {
  type Character,
  type GameRecord,
  type Level,
  type Plan,
  playsHere,
  type Table,
  type Update,
} from "../wire";
import type { Words } from "../words";

const PEOPLE: Readonly<Record<Character, { name: string; isWoman?: boolean }>> = {
  rosa: { name: "Rosa", isWoman: true },
  gaston: { name: "Gaston" },
  hugo: { name: "Hugo" },
  odile: { name: "Odile", isWoman: true },
  clara: { name: "Clara", isWoman: true },
  emil: { name: "Emil" },
  suzon: { name: "Suzon", isWoman: true },
  felix: { name: "Felix" },
  greta: { name: "Greta", isWoman: true },
};
export const CHARACTERS = Object.keys(PEOPLE) as Character[];

export const houseName = (character: Character): string => PEOPLE[character].name;

/** The name of a house player's level. */
export function levelOf(level: string, character: Character, words: Words): string {
  return (PEOPLE[character].isWoman ? words.levelsOfHer : words.levels)[level as keyof Words["levels"]];
}

/** The default character of a seat. */
export function characterAt(seat: number): Character {
  return CHARACTERS[seat % CHARACTERS.length] ?? "rosa";
}

/** The house player of a seat in a record; null for a person. Older records do not name the character. */
export function characterIn({ names = [], characters, turned = 0 }: GameRecord, seat: number, words: Words) {
  if (!((names[seat] ?? "") in words.levels)) return null;
  const named = characters?.[seat];
  return named && CHARACTERS.includes(named)
    ? named
    : characterAt((seat - turned + names.length) % names.length);
}

/** The name of a seat's player in a record; empty if it has none. */
export function nameIn(record: GameRecord, seat: number, words: Words): string {
  const character = characterIn(record, seat, words);
  return character ? houseName(character) : (record.names?.[seat] ?? "");
}

export function playersOf({ table, you }: Pick<Update, "table" | "you">, words: Words): Player[] {
  return table.seats.map(({ name, level, character, is_taken }, seat): Player => {
    // On a shared device, only the current viewer.
    const isYou = you.seats.includes(seat) && (you.seats.length === 1 || you.watched_seat === seat);
    if (level === null) return { seat, name: name || words.waiting.free, isYou, isHouse: false, level: "" };
    const said = levelOf(level, character, words);
    // A resigned player keeps their name.
    if (name) return { seat, name, isYou, isHouse: true, level: is_taken ? "" : said };
    return { seat, name: houseName(character), isYou, isHouse: true, level: said, character };
  });
}

/** The name of the last person who held a seat. */
export const lastHolder = ({ holders }: Table["seats"][number]): string =>
  holders.findLast(({ name }) => name)?.name ?? "";

/** The name of the seat's player at the event of this number. */
export function nameAt({ table }: Update, players: readonly Player[], seat: number, number: number): string {
  const held = table.seats[seat];
  const holder = held?.holders.findLast((each) => each.since <= number);
  return held && holder ? holder.name || houseName(held.character) : (players[seat]?.name ?? "");
}

/** Whether an event of a branch belongs to its source game, where others may have sat. */
export const isBefore = ({ opening, seats }: Table, number: number): boolean =>
  opening?.kind === "branch" && number <= (seats[0]?.holders[0]?.since ?? 0) + opening.actions;

/** The default table: no clock, no strangers, no screen. On this device there is nobody to talk to. */
export const usual = (): Omit<Plan, "game" | "seats"> => ({
  options: {},
  clock: { kind: "none" },
  at_zero: "house",
  substitute: "regular",
  is_public: false,
  has_screen: false,
  has_talk: playsHere() ? false : null,
});

/** A house seat of a fixed level, or one that adapts to a single opponent. */
export const houseSeat = (level: Level | "adapt", isAlone = true) => ({
  kind: "house" as const,
  level: level === "adapt" ? ("regular" as const) : level,
  adapts: level === "adapt" && isAlone,
});
