// The branches of a game as a list in which each comes after what it leaves, and the games that a record's variations
// tell. Draws nothing, asks nobody.
import type { Branch, GameRecord, Variation } from "../wire";

/** A branch in the list. */
export interface Row {
  /** Its table; empty if it is only in a record. */
  id: string;
  key: string;
  title: string;
  /** Under which number it is known without a name. */
  number: number;
  /** How many branches lie between it and the game: 0 for a branch of the game itself. */
  depth: number;
  at: number;
  /** The first action of its own; empty if that is not known. */
  action: string;
  seat: number | null;
  isImagined: boolean;
  isOver: boolean;
  reason: string | null;
  winners: readonly number[] | null;
  scores: readonly number[] | null;
  /** The game that it is, where it comes from a record. */
  record: GameRecord | null;
}

/** The game from which a branch comes in the end. */
export function rootOf(branches: readonly Branch[], source: string): string {
  const sources = new Map(branches.map((each) => [each.id, each.source]));
  let root = source;
  for (let step = 0; step < branches.length; step += 1) root = sources.get(root) ?? root;
  return root;
}

/** The branches of a game, each followed by its own. */
export function rowsOf(branches: readonly Branch[], root: string, depth = 0): Row[] {
  return branches
    .filter(({ source }) => source === root)
    .flatMap((branch) => [
      {
        id: branch.id,
        key: branch.id,
        title: branch.title,
        number: branches.indexOf(branch) + 1,
        depth,
        at: branch.at,
        action: branch.action,
        seat: branch.seat,
        isImagined: branch.worlds === "imagined",
        isOver: branch.status === "over",
        reason: branch.reason,
        winners: branch.winners,
        scores: branch.scores,
        record: null,
      },
      ...rowsOf(branches, branch.id, depth + 1),
    ]);
}

const OF_GAME = "format game players options deal actions names characters turned".split(" ");
const OF_END = ["scores", "winners"];
const pick = (record: GameRecord, names: readonly string[]): GameRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

/** The game of a record alone, as it is sent: of what is beside it the house makes nothing. */
export const alone = (record: GameRecord): GameRecord => pick(record, [...OF_GAME, ...OF_END]);

/** The game of a record as it would have gone. */
export function follow(record: GameRecord, variation: Variation): GameRecord {
  const { at, actions, deal, variations } = variation;
  return {
    ...pick(record, OF_GAME),
    ...pick({ ...variation }, OF_END),
    ...(deal && { deal }),
    ...(variations && { variations }),
    actions: [...(record.actions ?? []).slice(0, at), ...actions],
  };
}

/** The variations of a record, each followed by its own. Anybody may have written it: what is none is left out. */
export function rowsIn(record: GameRecord, count = { rows: 0 }, depth = 0): Row[] {
  const variations = Array.isArray(record.variations) && depth < 8 ? record.variations : [];
  return variations
    .filter((each) => Number.isInteger(each?.at) && Array.isArray(each.actions))
    .flatMap((variation) => {
      const game = follow(record, variation);
      count.rows += 1;
      const row = {
        id: "",
        key: `variation-${count.rows}`,
        title: typeof variation.name === "string" ? variation.name : "",
        number: count.rows,
        depth,
        at: variation.at,
        action: variation.actions[0] ?? "",
        seat: variation.seat ?? null,
        isImagined: variation.deal !== undefined,
        isOver: variation.winners !== undefined,
        reason: variation.winners ? "finished" : null,
        winners: variation.winners ?? null,
        scores: variation.scores ?? null,
        record: game,
      };
      return count.rows > 100 ? [] : [row, ...rowsIn(game, count, depth + 1)];
    });
}
