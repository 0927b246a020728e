// Sit down at a table that needs nobody else, begin, and go there.
import { navigation } from "../navigation.svelte";
import { saltFor, type TablePromise } from "../notes";
import { api } from "../wire/client";

export async function begin(table: TablePromise): Promise<void> {
  await api.command(table.id, { type: "sit", salt: saltFor(table) });
  await api.command(table.id, { type: "start" });
  navigation.go(`/t/${table.id}`);
}
