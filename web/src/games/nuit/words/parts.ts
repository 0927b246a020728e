// What sentences of the night are made of, in every language.

export interface KindWords {
  /** "bar" */
  name: string;
  /** The same, with soft hyphens where a long word may break in a narrow place. */
  label: string;
  /** "the bar", of which somebody asks where it goes */
  the: string;
  /** "a bar", as something that is taken */
  one: string;
  /** "from the bar" */
  from: string;
  /** "to the bar", where guests go */
  to: string;
  /** "at the bar", where guests sit */
  at: string;
}

/** A pub by its own name. */
export interface PubWords {
  /** "Charlys Pub", after "for" */
  name: string;
  /** "in Charlys Pub" */
  at: string;
  /** "to Charlys Pub" */
  to: string;
}

/** What stands in the gaps of a log line. */
export interface LogGaps {
  who: string;
  pub: PubWords;
  /** Whose pub it is: owners may share a name. */
  owner: string;
  kind: KindWords;
  guests: string;
  /** Whether it is one guest alone. */
  isOne: boolean;
  space: string;
  amount: string;
  money: string;
  card: string;
}

/** What stands in the gaps of a reason; `count` is the amount of what is no money. */
export interface ReasonGaps extends Pick<LogGaps, "who" | "amount"> {
  count: number;
}
