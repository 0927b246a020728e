// Where a game turned, as a sentence.
import { percentage } from "../games/phrases";
import type { TurningPoint } from "../wire/types";
import { speech } from "../words/language.svelte";

/** What was done there: `sentences` tell every action; an empty one is told by the next. Empty if nothing is known of it. */
export const whatTurned = ({ ply }: Pick<TurningPoint, "ply">, sentences: readonly string[]): string =>
  sentences.slice(ply).find(Boolean) ?? "";

/** What was done, and how the chances changed; empty if nothing is known of it. */
export function tellTurningPoint(
  point: TurningPoint,
  sentences: readonly string[],
  nameOf: (seat: number) => string,
  isYours: boolean,
): string {
  const { seat, before, after } = point;
  const what = whatTurned(point, sentences);
  if (!what) return "";
  const words = speech.words.end;
  const [from, to] = [percentage(speech.language, before), percentage(speech.language, after)];
  const rose = after > before;
  return words.turned(
    what,
    isYours ? words.yourChances(from, to, rose) : words.chancesOf(nameOf(seat), from, to, rose),
  );
}
