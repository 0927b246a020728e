// What sentences of every game are made with, in any language.
import type { LogLine } from "../wire/types";
import type { Language } from "../words/language.svelte";
import type { HintWords } from "./game";

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `a, b or c`. */
export const either = (language: Language, items: Iterable<string>): string =>
  new Intl.ListFormat(language, { type: "disjunction" }).format(items);

/** A number with a true minus. */
export function minus(number: number): string {
  return `${number < 0 ? "\u2212" : ""}${Math.abs(number)}`;
}

export function signed(number: number): string {
  return `${number > 0 ? "+" : ""}${minus(number)}`;
}

/** With its sign, also a plus: `+2.5`. */
export const withSign = (language: Language, amount: number): string =>
  new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(amount).replace("-", "\u2212");

export const percentage = (language: Language, share: number): string =>
  new Intl.NumberFormat(language, { style: "percent" }).format(share);

/** Words with the same gaps as these, whatever they say. */
export type InAnyLanguage<Words> = Words extends string
  ? string
  : Words extends (...gaps: infer Gaps) => string
    ? (...gaps: Gaps) => string
    : { [Key in keyof Words]: InAnyLanguage<Words[Key]> };

/** Sentences by their keys, each with the same gaps. */
export type Sentences<Gaps> = Record<string, (gaps: Gaps) => string>;

/** What stands in the gaps of a line, and the name of whom it is about. */
type FillGaps<Gaps> = (gaps: LogLine["arguments"], who: string) => Gaps;

/** The sentence for a line of the log or a reason, by what follows `prefix` in its key; null if there is none. */
export function sayLine<Gaps>(
  { key, arguments: gaps }: LogLine,
  name: (seat: number) => string,
  { prefix, sentences, fill }: { prefix: string; sentences: Sentences<Gaps>; fill: FillGaps<Gaps> },
): string | null {
  const short = key.replace(prefix, "");
  if (!Object.hasOwn(sentences, short)) return null;
  const who = typeof gaps["seat"] === "number" ? name(gaps["seat"]) : "";
  return sentences[short]?.(fill(gaps, who)) ?? null;
}

/** What the house says of a game when it is asked. */
export interface HintLexicon<Gaps> {
  leadText: string;
  unit: (amount: number) => string;
  reasons: Sentences<Gaps>;
}

export function hintFrom<Gaps>(
  language: Language,
  prefix: string,
  { leadText, unit, reasons: sentences }: HintLexicon<Gaps>,
  fill: FillGaps<Gaps>,
): HintWords {
  return {
    leadText,
    lead: (amount) => `${withSign(language, amount)}\u00a0${unit(amount)}`,
    reason: (line, name) => sayLine(line, name, { prefix, sentences, fill }) ?? "",
  };
}
