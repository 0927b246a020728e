// What is said at a table: who of the others is muted on this device, and what has not been read yet.
import { recall, store } from "../storage";
import type { Said, TableLine, Update } from "../wire";

export type Phrase = NonNullable<Said["phrase"]>;
export const PHRASES: readonly Phrase[] = [
  "hello",
  "luck",
  "nice",
  "thanks",
  "oops",
  "hurry",
  "moment",
  "played",
];
export const LONGEST = 200;
const MUTED = "muted";
const MOST_MUTED = 200;

/** Whether there is somebody to talk to, and it is allowed. */
export function canTalk({ table, you }: Pick<Update, "table" | "you">): boolean {
  const others = table.seats.some(
    (seat, number) => (seat.is_taken && !you.seats.includes(number)) || seat.is_kept,
  );
  return table.has_talk && you.seats.length > 0 && others;
}

export class Talk {
  muted = $state.raw<readonly string[]>(recall<string[]>(MUTED) ?? []);
  /** The last remark that was read. */
  #seen = $state("");

  constructor(private readonly live: TableLine) {}

  /** Without what muted people said. */
  get remarks(): Said[] {
    return this.live.said.filter(({ author }) => !this.muted.includes(author));
  }

  /** What others said since it was last looked at. */
  get unread(): Said[] {
    const from = this.remarks.findLastIndex(({ id, is_mine }) => is_mine || id === this.#seen);
    return this.remarks.slice(from + 1);
  }

  read(): void {
    this.#seen = this.remarks.at(-1)?.id ?? "";
  }

  mute(author: string, isMuted = true): void {
    const others = this.muted.filter((each) => each !== author);
    this.muted = (isMuted ? [...others, author] : others).slice(-MOST_MUTED);
    store(MUTED, this.muted);
  }
}
