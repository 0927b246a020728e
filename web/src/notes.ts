// What a table promised when somebody sat down there with this browser, and the salt that it added. Stored here, sent nowhere.
import { navigation } from "./navigation.svelte";
import { forget, recall, store, storedNames } from "./storage";
import { api } from "./wire";

/** What a table publishes before anybody sits. */
export interface TablePromise {
  id: string;
  commitment: string;
  /** Empty at a table whose commitment covers the seed alone. */
  terms: string;
}

export interface Note extends TablePromise {
  salt: string;
  /** Whether they stood up again before the deal, or never got the seat: then the salt need not be in the record. */
  hasLeft: boolean;
  at: number;
}

const PREFIX = "deal.";
const MOST = 500;

/** A salt that nobody can guess, for the deal. */
function freshSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export const findNote = (id: string): Note | null => recall(PREFIX + id);

/** Every note, the latest first. */
export function allNotes(): Note[] {
  return storedNames(PREFIX)
    .map((name) => recall<Note>(name))
    .filter((note) => note !== null)
    .sort((one, other) => other.at - one.at);
}

function write(note: Note): void {
  store(PREFIX + note.id, note);
  if (storedNames(PREFIX).length <= MOST) return;
  for (const old of allNotes().slice(MOST)) forget(PREFIX + old.id);
}

/**
 * The salt to sit down with. What the table promises is noted with it, once: whatever the table says later is
 * compared with that, and whoever sits down again has the same salt.
 */
export function saltFor({ id, commitment, terms }: TablePromise): string {
  const note = findNote(id) ?? { id, commitment, terms, salt: freshSalt(), hasLeft: false, at: Date.now() };
  write({ ...note, hasLeft: false });
  return note.salt;
}

/** Somebody stood up before the deal, or did not get the seat. */
export function noteLeaving(id: string): void {
  const note = findNote(id);
  if (note) write({ ...note, hasLeft: true });
}

export function forgetNotes(): void {
  for (const note of allNotes()) forget(PREFIX + note.id);
}

/** Sit down at a table that needs nobody else, begin, and go there. */
export async function begin(table: TablePromise): Promise<void> {
  await api.command(table.id, { type: "sit", salt: saltFor(table) });
  await api.command(table.id, { type: "start" });
  navigation.go(`/t/${table.id}`);
}
