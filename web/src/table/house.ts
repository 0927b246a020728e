// The people of the house: what they are called, and how well they play, in a word.
import type { Character, GameRecord } from "../wire/types";
import type { Words } from "../words/language.svelte";

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
