// Records from files that somebody has branched off: they belong to no table, so this browser keeps them to lead back.
import { api, type GameRecord } from "../wire";
import { forget, recall, store, storedNames } from "../storage";

const PREFIX = "branched.";
const MOST = 10;

/** Whether this is no table, but what a record is known by. */
export const isFile = (name: string): boolean => name.startsWith("record-");

export function keepFile(fingerprint: string, record: GameRecord): void {
  const names = storedNames(PREFIX);
  const old = names
    .map((name) => ({ name, at: recall<{ at: number }>(name)?.at ?? 0 }))
    .sort((one, two) => two.at - one.at);
  for (const { name } of old.slice(MOST - 1)) forget(name);
  store(PREFIX + fingerprint, { at: Date.now(), record });
}

/** The record of a table, or the one that was kept. */
export async function findRecord(name: string): Promise<GameRecord> {
  if (!isFile(name)) return api.record(name);
  const kept = recall<{ record: GameRecord }>(PREFIX + name);
  if (!kept) throw new Error("the file is no longer kept");
  return kept.record;
}
