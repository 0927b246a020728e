// What sentences of the market are made of, in every language.
import type { Language } from "../../../words/language.svelte";

/** What stands in the gaps of a log line. */
export interface LogGaps {
  who: string;
  rank: string;
  cell: string;
  round: string;
  /** With its value. */
  tile: string;
  /** What somebody gets or pays, with its unit. */
  amount: string;
  isLoss: boolean;
  /** What somebody has then, alone and with its unit. */
  money: string;
  total: string;
}

/** What stands in the gaps of a reason. */
export interface ReasonGaps extends Pick<LogGaps, "who" | "rank" | "amount"> {
  line: string;
}

/** Grouped as the language has it, with a true minus. */
export const numberIn = (language: Language, value: number): string =>
  new Intl.NumberFormat(language).format(value).replace("-", "\u2212");
