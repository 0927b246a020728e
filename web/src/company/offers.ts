// What became of what people at the table suggested to each other, by the events since.
import type { TableEvent } from "../wire";

export interface Answer {
  kind: "stopDeclined" | "undoDeclined" | "undoGranted" | "passed" | "withdrawn";
  /** Of whoever answered. */
  seat: number;
  /** Of the event: whoever has read it is not told again. */
  number: number;
}

type Suggestion = "stop" | "undo";

/** Whether somebody has suggested this since the last move: before the next one they cannot again. */
export function hasSuggested(
  kind: "stop_offered" | "undo_asked",
  events: readonly TableEvent[],
  own: readonly number[],
): boolean {
  const since = events.slice(events.findLastIndex((event) => event.kind === "moved") + 1);
  return since.some((event) => event.kind === kind && own.includes(event.seat ?? -1));
}

/**
 * The answer to the last suggestion, as long as nothing else has happened on the board; null if there is none.
 * A no and a change of mind concern everybody who was asked, the rest only whoever asked.
 */
export function lastAnswer(events: readonly TableEvent[], own: readonly number[]): Answer | null {
  const isOwn = (event: TableEvent | undefined): boolean => own.includes(event?.seat ?? -1);
  let answer: Answer | null = null;
  const asked = new Map<Suggestion, TableEvent>();
  for (const event of events) {
    const { kind, number } = event;
    const seat = event.seat ?? 0;
    if (kind === "stop_offered" || kind === "undo_asked") {
      asked.set(kind === "stop_offered" ? "stop" : "undo", event);
      answer = null;
    } else if (kind === "moved") {
      answer = [...asked.values()].some(isOwn) && !isOwn(event) ? { kind: "passed", seat, number } : null;
      asked.clear();
    } else if (kind === "undone") {
      if (isOwn(asked.get("undo"))) answer = { kind: "undoGranted", seat, number };
      asked.delete("undo");
    } else if (kind === "stop_declined" || kind === "undo_declined") {
      const what = kind === "stop_declined" ? "stop" : "undo";
      const question = asked.get(what);
      if (!question) continue;
      const isWithdrawn = question.seat === seat || (isOwn(question) && isOwn(event));
      if (isWithdrawn) answer = { kind: "withdrawn", seat, number };
      else answer = isOwn(event) ? null : { kind: `${what}Declined`, seat, number };
      asked.delete(what);
    }
  }
  return answer;
}
