// Which first lessons somebody has begun and finished on this device, and which games they know. Stored here, sent nowhere.
interface Begun {
  /** How many actions have been taken; 0 if it is to begin anew. */
  ply: number;
  isDone: boolean;
}
const stored = (game: string) => `estaminet.lesson.${game}`;

export function recallLesson(game: string): Begun | null {
  try {
    return JSON.parse(localStorage.getItem(stored(game)) ?? "null") as Begun | null;
  } catch {
    return null;
  }
}

export function noteLesson(game: string, begun: Begun): void {
  try {
    localStorage.setItem(stored(game), JSON.stringify(begun));
  } catch {
    // A browser that stores nothing offers the lesson again.
  }
}

const known = (game: string) => `estaminet.known.${game}`;

/** Whether somebody has played a game to its end here, or finished its lesson. */
export function isKnown(game: string): boolean {
  try {
    return localStorage.getItem(known(game)) !== null || (recallLesson(game)?.isDone ?? false);
  } catch {
    return false;
  }
}

export function noteKnown(game: string): void {
  try {
    localStorage.setItem(known(game), "yes");
  } catch {
    // Then the aim is said again.
  }
}
