// A name for whoever comes without one: at a table of five, nobody wants to be the third guest.

/** One of the names that nobody at the table has; `chance` is at least 0 and less than 1. */
export function suggestName(names: readonly string[], taken: readonly string[], chance: number): string {
  const free = names.filter((name) => !taken.includes(name));
  const from = free.length ? free : names;
  return from[Math.floor(chance * from.length)] ?? "";
}
