// Tables in the order in which somebody would look at them: where they are to move, then what goes on, then the rest.
import type { ListedTable } from "../wire/types";

export const isMyTurn = (table: ListedTable): boolean =>
  table.turn !== null && table.yours.includes(table.turn) && table.seats[table.turn]?.level === null;

export function inOrder(tables: readonly ListedTable[]): ListedTable[] {
  const rank = (table: ListedTable) =>
    isMyTurn(table) ? 0 : table.status === "playing" ? 1 : table.status === "waiting" ? 2 : 3;
  return [...tables].sort((one, two) => rank(one) - rank(two) || two.touched - one.touched);
}
