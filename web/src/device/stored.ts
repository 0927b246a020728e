// The tables on this device, without waking the house: lists are made of what it has written down.
import { ROOT } from "../address";
import { forget, recall } from "../storage";
import type { ListedTable } from "../wire";
import type { Store } from "./store";

async function within<Found>(work: (store: Store, name: string) => Promise<Found>): Promise<Found> {
  const { nameOf, Store } = await import("./store");
  const store = await Store.open(nameOf(ROOT));
  try {
    return await work(store, nameOf(ROOT));
  } finally {
    store.database.close();
  }
}

/** All of them, the latest first. Who never played here has nothing to look for. */
export async function tablesHere(): Promise<ListedTable[]> {
  if (!recall("device")) return [];
  try {
    const rows = await within((store) => store.tables());
    return rows.map((row) => (JSON.parse(row) as { listed: ListedTable }).listed);
  } catch {
    return []; // whoever opens one of them hears what is wrong
  }
}

/** Forget every table, on every page. */
export async function forgetTables(): Promise<void> {
  if (!recall("device")) return;
  await within(async (store, name) => {
    await store.clear();
    new BroadcastChannel(name).postMessage(null);
  });
  forget("device");
}
