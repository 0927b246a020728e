// The words of reviews, and their number formats.
import { percentage } from "../../games/phrases";
import { speech, wordsIn } from "../../words";
import de from "./de";
import en from "./en";
import fr from "./fr";

export const reviewWords = wordsIn({ fr, en, de });

/** A share of the victory: `62 %`. */
export const percent = (share: number): string => percentage(speech.language, share);

/** A number already in percent: `93.4 %`. */
export const exactly = (percents: number): string =>
  new Intl.NumberFormat(speech.language, { style: "percent", maximumFractionDigits: 1 }).format(
    percents / 100,
  );

/** Whole hundredths of the victory. */
export const whole = (hundredths: number, hasSign = false): string =>
  new Intl.NumberFormat(speech.language, {
    maximumFractionDigits: 0,
    signDisplay: hasSign ? "exceptZero" : "auto",
  })
    .format(hundredths)
    .replace("-", "−");

/** Hundredths of the victory. */
export const points = (hundredths: number): string => format(hundredths, "auto");

/** The same with a sign, also for gains. */
export const signed = (hundredths: number): string => format(hundredths, "exceptZero");

function format(value: number, signDisplay: "auto" | "exceptZero"): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(speech.language, { ...digits, signDisplay }).format(value).replace("-", "−");
}
