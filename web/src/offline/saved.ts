// What this device has for when there is no connection: the worker puts answers of the house aside, never private ones.
import { RECORDS, SAVED, isRecordPath } from "../worker/ways";
import { api, type GameRecord } from "../wire";
import { hasServer, ROOT } from "../address";
import { house } from "../device/house.svelte";
import { forgetTables } from "../device/stored";

export interface SavedGame {
  table: string;
  record: GameRecord;
  /** When it was saved. */
  at: number;
}

const canSave = (): boolean => "caches" in globalThis;

/** The finished games that can be looked at again, the latest first. */
export async function savedGames(): Promise<SavedGame[]> {
  if (!canSave()) return [];
  const cache = await caches.open(RECORDS);
  const asked = (await cache.keys()).filter(({ url }) => isRecordPath(url.slice(ROOT.length)));
  const games = await Promise.all(
    asked.map(async (request) => {
      const answer = await cache.match(request);
      if (!answer) return [];
      const record = (await answer.json()) as GameRecord;
      return { table: request.url.split("/").at(-2) ?? "", record, at: Number(answer.headers.get(SAVED)) };
    }),
  );
  return games.flat().sort((one, other) => other.at - one.at);
}

export async function isSaved(table: string): Promise<boolean> {
  return (await savedGames()).some((game) => game.table === table);
}

/** Have a finished game of one's own put aside: its record, and how it looked to everybody and to these seats. */
export async function saveGame(table: string, seats: readonly number[]): Promise<void> {
  if (!navigator.serviceWorker?.controller || (await isSaved(table))) return;
  try {
    const record = await api.record(table);
    for (const seat of [null, ...seats]) await api.replay(record, seat);
  } catch {
    // It can be looked at again with a connection.
  }
}

/** Ask for what lessons need, so that the worker puts it aside; of a house on this device they are files that stay. */
export async function stock(games: readonly string[]): Promise<void> {
  if (!hasServer) {
    await Promise.all(games.flatMap((game) => [api.game(game), api.lesson(game)]));
    return;
  }
  for (const path of games.flatMap((game) => [`api/games/${game}`, `api/games/${game}/lesson`]))
    // Read to its end: the worker is at work until then, and does not make room for a newer one.
    if (!(await caches.match(ROOT + path))) await (await fetch(ROOT + path)).blob();
}

/** Leave nothing behind on this device. */
export async function forgetSaved(): Promise<void> {
  await forgetTables();
  if (!canSave()) return;
  await (await navigator.serviceWorker?.getRegistration(ROOT))?.unregister();
  await house.drop();
  for (const name of await caches.keys()) await caches.delete(name);
}
