// What went wrong, as a sentence for the person in front of the page.
import { Refused } from "../wire/client";
import type { Refusal } from "../wire/types";
import { speech } from "./language.svelte";

/** A refusal in the page's language where it has a sentence for it, and as the server put it elsewhere. */
export function explainRefusal({ code, sentence }: Pick<Refusal, "code" | "sentence">): string {
  return speech.words.errors[code] ?? sentence;
}

/** Whatever was thrown: a refusal says why, anything else is told to try again. */
export function explain(error: unknown): string {
  return error instanceof Refused ? explainRefusal(error.refusal) : speech.words.house.failure;
}
