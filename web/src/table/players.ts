// Who sits at a table, as a board needs them.
import type { Player } from "../games/game";
import type { Update } from "../wire/types";
import type { Words } from "../words/language.svelte";
import { houseName, levelOf } from "./house";

export function playersOf({ table, you }: Pick<Update, "table" | "you">, words: Words): Player[] {
  return table.seats.map((seat, number) => {
    const name =
      seat.name || (seat.level ? houseName(number, table.turned, table.seats.length) : words.waiting.free);
    const level = seat.level ? levelOf(seat.level, name, words) : "";
    return { seat: number, name, isYou: you.seats.includes(number), isHouse: seat.level !== null, level };
  });
}
