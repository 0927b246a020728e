// What happened at a table, in the words of its game.
import type { GameWords } from "../games/game";
import type { TableEvent } from "../wire/types";

type Said = Pick<TableEvent, "lines" | "text" | "seat">;

/** An action in words; empty if there is nothing to say of it. */
export function describeMove(event: Said, words: GameWords, nameOf: (seat: number) => string): string {
  const said = event.lines.map((line) => words.logLine(line, nameOf)).filter(Boolean);
  if (said.length) return said.join(" ");
  return event.text && event.seat !== null ? (words.unlogged?.(event.text, nameOf(event.seat)) ?? "") : "";
}
