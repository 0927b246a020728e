// What became of what one suggested to the others at the table, by the events since.
import type { TableEvent } from "../wire";

export interface Answer {
  kind: "stopDeclined" | "undoDeclined" | "undoGranted" | "passed";
  /** Of whoever answered. */
  seat: number;
  /** Of the event: whoever has read it is not told again. */
  number: number;
}

const ASKED: ReadonlySet<string> = new Set(["stop_offered", "undo_asked"]);

/** The answer to one's own last suggestion, as long as nothing else has happened on the board; null if there is none. */
export function lastAnswer(events: readonly TableEvent[], own: readonly number[]): Answer | null {
  const isOwn = ({ seat }: TableEvent): boolean => seat !== null && own.includes(seat);
  let answer: Answer | null = null;
  let asked: TableEvent | null = null;
  for (const event of events) {
    const { kind, number, seat } = event;
    if (ASKED.has(kind)) {
      if (isOwn(event)) [asked, answer] = [event, null];
    } else if (kind === "moved") {
      answer = asked && !isOwn(event) ? { kind: "passed", seat: seat ?? 0, number } : null;
      asked = null;
    } else if (asked) {
      const isUndo = asked.kind === "undo_asked";
      if (kind === "undone" && isUndo) answer = { kind: "undoGranted", seat: seat ?? 0, number };
      else if (kind === "stop_declined" && !isUndo && !isOwn(event))
        answer = { kind: "stopDeclined", seat: seat ?? 0, number };
      else if (kind === "undo_declined" && isUndo && !isOwn(event))
        answer = { kind: "undoDeclined", seat: seat ?? 0, number };
      else if (kind !== "undo_declined") continue;
      asked = null;
    }
  }
  return answer;
}
