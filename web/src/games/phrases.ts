// What sentences of every game are made with, in any language.
import type { Language } from "../words/language.svelte";

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
