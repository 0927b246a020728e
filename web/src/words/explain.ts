// What went wrong, as a sentence for the person in front of the page.
import { online } from "../offline/online.svelte";
import { type Refusal, Refused } from "../wire";
import { speech } from "./language.svelte";

/** Why not, in the page's language where it has a sentence for it, and as the server put it elsewhere. */
export function explainReason({ code, sentence }: Pick<Refusal, "code" | "sentence">): string {
  const { errors } = speech.words;
  return (Object.hasOwn(errors, code) && errors[code]) || sentence;
}

/** The same, and when to try again if that helps. */
export function explainRefusal(refusal: Pick<Refusal, "code" | "sentence" | "retry_after">): string {
  const reason = explainReason(refusal);
  return refusal.retry_after ? `${reason} ${speech.words.house.again(time(refusal.retry_after))}` : reason;
}

/** Seconds, or minutes if they are many: written the same in all languages of the page. */
export function time(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** Whatever was thrown: a refusal says why, anything else is told to try again, when there is a connection. */
export function explain(error: unknown): string {
  if (error instanceof Refused) return explainRefusal(error.refusal);
  return online.isOff ? speech.words.offline.needed : speech.words.house.failure;
}
