// Who sits at a table: the people of the house, what they are called and how well they play, and everybody as a board
// needs them.
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

/** How well somebody of the house plays. */
export function levelOf(level: string, character: Character, words: Words): string {
  return (PEOPLE[character].isWoman ? words.levelsOfHer : words.levels)[level as keyof Words["levels"]];
}

/** Who of the house is meant where nobody was named. */
export function characterAt(seat: number): Character {
  return CHARACTERS[seat % CHARACTERS.length] ?? "rosa";
}

/** Who of the house played on a seat, by a record; null if that was a person. An older one does not say who it was. */
export function characterIn({ names = [], characters, turned = 0 }: GameRecord, seat: number, words: Words) {
  if (!((names[seat] ?? "") in words.levels)) return null;
  const named = characters?.[seat];
  return named && CHARACTERS.includes(named)
    ? named
    : characterAt((seat - turned + names.length) % names.length);
}

/** What whoever played on a seat is called, by a record; empty if it does not say. */
export function nameIn(record: GameRecord, seat: number, words: Words): string {
  const character = characterIn(record, seat, words);
  return character ? houseName(character) : (record.names?.[seat] ?? "");
}

export function playersOf({ table, you }: Pick<Update, "table" | "you">, words: Words): Player[] {
  return table.seats.map(({ name, level, character, is_taken }, seat): Player => {
    // On a device that several people share, only whoever holds it.
    const isYou = you.seats.includes(seat) && (you.seats.length === 1 || you.watched_seat === seat);
    if (level === null) return { seat, name: name || words.waiting.free, isYou, isHouse: false, level: "" };
    const said = levelOf(level, character, words);
    // Whoever gave up is still who they are.
    if (name) return { seat, name, isYou, isHouse: true, level: is_taken ? "" : said };
    return { seat, name: houseName(character), isYou, isHouse: true, level: said, character };
  });
}

/** What the last person was called who played for a seat. */
export const lastHolder = ({ holders }: Table["seats"][number]): string =>
  holders.findLast(({ name }) => name)?.name ?? "";

/** What whoever played for a seat was called at the event of this number. */
export function nameAt({ table }: Update, players: readonly Player[], seat: number, number: number): string {
  const held = table.seats[seat];
  const holder = held?.holders.findLast((each) => each.since <= number);
  return held && holder ? holder.name || houseName(held.character) : (players[seat]?.name ?? "");
}

/** Whether an event of a branch was played in the game that it leaves, where others may have sat. */
export const isBefore = ({ opening, seats }: Table, number: number): boolean =>
  opening?.kind === "branch" && number <= (seats[0]?.holders[0]?.since ?? 0) + opening.actions;

/** A table like most: without a clock, a stranger or a screen. On this device there is nobody to talk to. */
export const usual = (): Omit<Plan, "game" | "seats"> => ({
  options: {},
  clock: { kind: "none" },
  at_zero: "house",
  substitute: "regular",
  is_public: false,
  has_screen: false,
  has_talk: playsHere() ? false : null,
});

/** A seat for the house, which plays so well, or as well as suits whoever plays alone against it. */
export const houseSeat = (level: Level | "adapt", isAlone = true) => ({
  kind: "house" as const,
  level: level === "adapt" ? ("regular" as const) : level,
  adapts: level === "adapt" && isAlone,
});
