// What a page and its worker say to each other.
import type { Refusal } from "../wire";

/** What has come of what has to be fetched, in bytes as they come. */
export interface Progress {
  done: number;
  total: number;
}

export type Order =
  /** Where the page is. */
  | { type: "begin"; root: string }
  /** Somebody looks at this page: here the house players move. */
  | { type: "front" }
  | { type: "ask"; id: number; method: string; path: string; body: string }
  /** Fetch all that there is. */
  | { type: "stock"; id: number }
  | { type: "open"; line: number; path: string }
  | { type: "hear"; line: number; text: string }
  | { type: "close"; line: number };

export type News =
  /** The worker has come so far that it listens. */
  | { type: "here" }
  | ({ type: "fetching" } & Progress)
  /** All that is needed stays on this device. */
  | { type: "stocked" }
  /** The house is there: it answers. */
  | { type: "ready" }
  | { type: "answer"; id: number; status: number; text: string }
  | { type: "opened"; line: number }
  | { type: "told"; line: number; text: string }
  /** The house is gone, and with it all that was asked. */
  | { type: "failed"; status: number; refusal: Refusal };
