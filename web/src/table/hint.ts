// A hint as displayed: its distinct rows, how the first two compare, the likely continuation, and the playing
// of one row.
import { withEffects } from "../games/effects";
import type { GameFace, GameWords } from "../games/game";
import type { Action, AnyView, FollowingMove, HintedTurn, HintMessage, LogLine } from "../wire";
import type { Choice } from "./choice.svelte";
import { describeMoves, isMinor } from "./sentences";
import { turnsOf } from "./turns";

export interface HintRow {
  /** Its rank among the house's turns. */
  rank: number;
  actions: Action[];
  text: string;
  lead: number | null;
  percent: number;
  isAsGood: boolean;
  /** A remark on the chance; null if it needs none. */
  remark: "as_good" | NonNullable<HintedTurn["risk"]> | null;
}

/** Turns with the same text become one row. */
export function hintRows(
  { turns }: Pick<HintMessage, "turns">,
  byText: ReadonlyMap<string, Action>,
  tell: (actions: readonly Action[]) => string,
): HintRow[] {
  const found = turns.map(({ actions: texts, effects, share, lead, is_as_good, risk }, rank) => {
    const actions = texts.flatMap((text, at) => {
      const action = byText.get(text);
      return action ? [withEffects(action, effects[at])] : [];
    });
    const remark: HintRow["remark"] = risk ?? (is_as_good ? "as_good" : null);
    const percent = Math.round(100 * share);
    return { rank, actions, text: tell(actions), lead, percent, isAsGood: is_as_good, remark };
  });
  return found.filter(({ text }, at) => found.findIndex((row) => row.text === text) === at);
}

interface Said {
  near: string;
  later: string;
  won: string;
  reason: (given: LogLine) => string;
}

/** Why the first row is better than the second; empty if the house compared turns merged into one row. */
export function sayWhy(given: HintMessage["reason"], rows: readonly HintRow[], said: Said): string {
  if (given?.key === "reason.won") return said.won;
  if (!given || rows[1]?.rank !== 1) return "";
  if (given.key === "reason.later") return said.later;
  return given.key === "reason.close" ? said.near : said.reason(given);
}

/** The row that a measured reason compares the first with; null if it names none. */
export function comparedWith(given: HintMessage["reason"], rows: readonly HintRow[]): number | null {
  if (!given || ["reason.won", "reason.later", "reason.close"].includes(given.key)) return null;
  const place = rows.findIndex((row, at) => at > 0 && !row.isAsGood);
  return place > 0 ? place : null;
}

/** The likely continuation, turn by turn, as the log would put it. */
export function tellFollowing(
  follow: readonly FollowingMove[],
  words: GameWords,
  nameOf: (seat: number) => string,
  isAside?: GameFace["isAside"],
): { seat: number; text: string }[] {
  const moves = follow.map(({ seat, action, lines }) => ({ seat, text: action, lines }));
  return turnsOf(moves, isAside).flatMap(({ seat, moves: made }) => {
    const isAll = made.every((move) => isMinor(move, words));
    const said = describeMoves(made, words, nameOf);
    const text = said.filter((each, at) => each && (isAll || !isMinor(made[at]!, words))).join(" ");
    return text ? { seat, text } : [];
  });
}

/** Plays a whole turn, action by action, as long as all goes as expected. */
export class WholeTurn {
  #left: readonly Action[] = [];
  /** The ply at which the next action is due. */
  #ply = 0;

  begin(turn: readonly Action[], choice: Choice, view: AnyView): void {
    this.#left = turn;
    this.#ply = view.ply;
    this.step(choice, view);
  }

  /**
   * The next action, if it is due and legal; otherwise the game went another way, and the rest is dropped.
   */
  step(choice: Choice, view: AnyView): void {
    const [next, ...left] = this.#left;
    if (!next || !choice.legal.length) return;
    const isDue = view.ply === this.#ply && view.legal.includes(next.text);
    this.#left = isDue ? left : [];
    this.#ply += 1;
    if (isDue) choice.carryOut(next);
  }
}
