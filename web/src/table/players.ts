// Who sits at a table, as a board needs them.
import type { Player } from "../games/game";
import type { Update } from "../wire/types";
import type { Words } from "../words/language.svelte";
import { houseName, levelOf } from "./house";

export function playersOf({ table, you }: Pick<Update, "table" | "you">, words: Words): Player[] {
  return table.seats.map(({ name, level, character }, seat): Player => {
    const isYou = you.seats.includes(seat);
    if (level === null) return { seat, name: name || words.waiting.free, isYou, isHouse: false, level: "" };
    const said = levelOf(level, character, words);
    if (name) return { seat, name, isYou, isHouse: true, level: said };
    return { seat, name: houseName(character), isYou, isHouse: true, level: said, character };
  });
}
