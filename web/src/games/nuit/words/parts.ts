// What sentences of the night are made of, in every language.

export interface KindWords {
  /** "bar" */
  name: string;
  /** "a bar", as something that is taken */
  one: string;
  /** "from the bar" */
  from: string;
  /** "to the bar", where guests go */
  to: string;
  /** "at the bar", where guests sit */
  at: string;
}

/** What stands in the gaps of a log line. */
export interface LogGaps {
  who: string;
  /** The pub that is meant, by its own name and its owner's: owners may share one. */
  pub: string;
  kind: KindWords;
  guests: string;
  /** Whether it is one guest alone. */
  isOne: boolean;
  space: string;
  amount: string;
  money: string;
  card: string;
}

/** What stands in the gaps of a reason. */
export interface ReasonGaps extends Pick<LogGaps, "who" | "kind" | "guests" | "amount" | "card"> {
  other: string;
  count: number;
}
