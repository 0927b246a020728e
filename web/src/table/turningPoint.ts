// Where a game turned, as a sentence.
import { percentage } from "../games/phrases";
import type { TurningPoint } from "../wire/types";
import { speech } from "../words/language.svelte";

/** `sentences` tell every action; an empty one is told by the next. Empty if nothing is known of it. */
export function tellTurningPoint(
  { ply, seat, before, after }: TurningPoint,
  sentences: readonly string[],
  nameOf: (seat: number) => string,
  isYours: boolean,
): string {
  const what = sentences.slice(ply).find(Boolean);
  if (!what) return "";
  const words = speech.words.end;
  const [from, to] = [percentage(speech.language, before), percentage(speech.language, after)];
  const rose = after > before;
  return words.turned(
    what,
    isYours ? words.yourChances(from, to, rose) : words.chancesOf(nameOf(seat), from, to, rose),
  );
}
