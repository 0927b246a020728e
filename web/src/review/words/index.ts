// The words of reviews: loaded with them, not with the first page.
import { percentage } from "../../games/phrases";
import { speech, type Language } from "../../words/language.svelte";
import de from "./de";
import en from "./en";
import fr from "./fr";

const ALL: Record<Language, typeof en> = { fr, en, de };

export const reviewWords = (): typeof en => ALL[speech.language];

/** A share of the victory: `62 %`. */
export const percent = (share: number): string => percentage(speech.language, share);

/** What is given in percent already: `93.4 %`. */
export const exactly = (percents: number): string =>
  new Intl.NumberFormat(speech.language, { style: "percent", maximumFractionDigits: 1 }).format(
    percents / 100,
  );

/** Hundredths of the victory. */
export const points = (hundredths: number): string => format(hundredths, "auto");

/** The same with a sign, also where something was gained. */
export const signed = (hundredths: number): string => format(hundredths, "exceptZero");

function format(value: number, signDisplay: "auto" | "exceptZero"): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(speech.language, { ...digits, signDisplay }).format(value).replace("-", "−");
}
