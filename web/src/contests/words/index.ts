// The words of contests, and how results are said.
import type { GameWords } from "../../games/game";
import type { DealResult } from "../../wire";
import { speech, wordsIn } from "../../words";
import { outcomeOf, type rankAmong } from "../contest";
import de from "./de";
import en from "./en";
import fr from "./fr";

export const contestWords = wordsIn({ fr, en, de });

/** By how much, with a sign. */
export const leadOf = (lead: number | null, gameWords: GameWords): string =>
  lead === null ? "" : (gameWords.hint?.lead(lead) ?? "");

/**
 * A result, said to whoever has it or to others. By how much is said where whoever won was ahead: some games are won in
 * other ways.
 */
export function tellResult(
  { share, lead }: DealResult,
  gameWords: GameWords,
  hasGivenUp: boolean,
  hearer: "self" | "others" = "self",
): string {
  const words = contestWords().told[hearer];
  if (hasGivenUp) return words.gaveUp;
  const outcome = outcomeOf(share);
  if (outcome === "shared") return words.shared;
  const isPlain = lead !== null && lead !== 0 && lead > 0 === (outcome === "won");
  const amount = isPlain ? leadOf(Math.abs(lead), gameWords).replace(/^\+/, "") : "";
  return words[outcome](amount);
}

/** How the house did beside somebody. */
export function tellRank({ worse, equal, better }: ReturnType<typeof rankAmong>): string {
  const words = contestWords();
  const games = worse + equal + better;
  if (better === games) return words.allBetter(games);
  return worse === games ? words.allWorse(games) : words.rank(worse, equal, better);
}

/** A day in UTC, `2026-11-19`, as one writes it. */
export const tellDay = (date: string): string =>
  new Intl.DateTimeFormat(speech.locale, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(date));

export const tellTime = (at: number): string =>
  new Intl.DateTimeFormat(speech.locale, { timeStyle: "short" }).format(at);
