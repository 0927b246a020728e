// Sit down at a table that needs nobody else, begin, and go there.
import { freshSalt } from "../me.svelte";
import { navigation } from "../navigation.svelte";
import { api } from "../wire/client";

export async function begin(table: string): Promise<void> {
  await api.command(table, { type: "sit", salt: freshSalt() });
  await api.command(table, { type: "start" });
  navigation.go(`/t/${table}`);
}
