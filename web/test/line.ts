// For tests: a line that a test opens, speaks on and breaks, instead of a server.
import { vi } from "vitest";
import type { Refusal, TableEvent, Update } from "../src/wire";

export class FakeLine {
  static OPEN = 1;
  static all: FakeLine[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;

  constructor(readonly address: URL) {
    FakeLine.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  open(): this {
    this.readyState = FakeLine.OPEN;
    this.onopen?.();
    return this;
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** The line that was opened last. */
export function lastLine(): FakeLine {
  const line = FakeLine.all.at(-1);
  if (!line) throw new Error("no line was opened");
  return line;
}

/** From now on every WebSocket is a fake one, and time stands still until a test moves it. */
export function fakeLines(): void {
  FakeLine.all = [];
  vi.stubGlobal("WebSocket", FakeLine);
  vi.useFakeTimers();
}

export function event(number: number, kind: TableEvent["kind"] = "moved"): TableEvent {
  return { number, at: number, kind, seat: 0, text: "", lines: [] };
}

/** An update of which a test cares for a few members only. */
export function update(number: number, rest: object = {}): Update {
  return {
    type: "update",
    protocol: 2,
    number,
    events: [],
    view: null,
    clock: null,
    ...rest,
  } as unknown as Update;
}

export function refusal(id: string | null, code = "seat.taken", retryAfter: number | null = null): Refusal {
  return { type: "refusal", code, sentence: "No.", rule: null, id, retry_after: retryAfter };
}
