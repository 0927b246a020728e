// What a table promised when somebody sat down there with this browser, and the salt that it added. Stored here, sent nowhere.

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

const PREFIX = "estaminet.deal.";
const MOST = 500;

/** A salt that nobody can guess, for the deal. */
function freshSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export function findNote(id: string): Note | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id) ?? "null") as Note | null;
  } catch {
    return null;
  }
}

/** Every note, the latest first. */
export function allNotes(): Note[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => findNote(key.slice(PREFIX.length)))
    .filter((note) => note !== null)
    .sort((one, other) => other.at - one.at);
}

function write(note: Note): void {
  try {
    localStorage.setItem(PREFIX + note.id, JSON.stringify(note));
    for (const old of allNotes().slice(MOST)) localStorage.removeItem(PREFIX + old.id);
  } catch {
    // A browser that stores nothing can still play; later it says that it has no note.
  }
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
  for (const note of allNotes()) localStorage.removeItem(PREFIX + note.id);
}
