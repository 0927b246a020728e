// A decision of a finished game: what is said to somebody who tries it again, and what was played, what was better and
// why, in the words of the game.
import type { GameWords, Player } from "../games/game";
import { capital } from "../games/phrases";
import { describeMove, describeMoves, withoutStop, type Said } from "../table/sentences";
import type { Action, AnyView, Decision, LogLine, Replay } from "../wire";

/** How much less than the best is as strong as the best, as a share of the victory. */
export const NEAR = 0.04;

export interface Answer {
  isGood: boolean;
  action: string;
  /** Against the best, as a share of the victory; null if the house has not looked at it. */
  loss: number | null;
  /** What is expected to follow. */
  continuation: string[];
}

/** The marked decisions, in their order. */
export const markedOf = (decisions: readonly Decision[]): Decision[] =>
  decisions
    .filter(({ verdict }) => verdict === "mistake" || verdict === "grave")
    .sort((one, two) => one.ply - two.ply);

/** What an action is worth in the place of the one that was played. */
export function answerTo(decision: Decision, action: string): Answer {
  const choice = decision.choices.find((each) => each.action === action);
  const best = decision.choices[0]?.loss ?? 0;
  // What was played has been valued more carefully than the rest.
  const loss = action === decision.played[0] ? decision.loss : choice ? choice.loss - best : null;
  return { isGood: loss !== null && loss <= NEAR, action, loss, continuation: choice?.continuation ?? [] };
}

/** The better turn and, where that is known, what would have followed it with the cards as they lay. */
export const bestLine = ({ better, follow }: Pick<Decision, "better" | "follow">): string[] =>
  follow.length ? follow : better;

/** What some games say about whole turns, and about reasons. */
interface Reasons {
  hint?: {
    turn?: (actions: readonly Action[], view: AnyView) => string;
    reason?: (reason: LogLine, name: (seat: number) => string) => string;
  };
}

/** A turn, or where the game has no words for one, how it begins: the rest depends on what is drawn. */
export function tellTurn(
  texts: readonly string[],
  byText: ReadonlyMap<string, Action>,
  words: GameWords & Reasons,
  view: AnyView,
): string {
  const actions = texts.flatMap((text) => byText.get(text) ?? []);
  const [first] = actions;
  if (!first) return "";
  return words.hint?.turn?.(actions, view) ?? words.action(first, view);
}

/** Why something else was better; empty if the game does not say. It speaks to whoever decided: nobody reads it for the
 *  house. */
export function tellReason(
  { reason, seat }: Pick<Decision, "reason" | "seat">,
  words: GameWords & Reasons,
  players: readonly Player[],
): string {
  if (!reason || players[seat]?.character) return "";
  return words.hint?.reason?.(reason, (each) => players[each]?.name ?? "") ?? "";
}

/** What happened between positions, sentence by sentence; each may be empty. */
export function tellFrames(
  frames: Replay["frames"],
  words: GameWords,
  nameOf: (seat: number) => string,
): string[] {
  const moves = frames.slice(1).map(({ action, lines }, at) => {
    return { text: action, lines, seat: frames[at]?.view.to_move ?? null };
  });
  return describeMoves(moves, words, nameOf).map(capital);
}

/** What somebody did there, as the log says it, without the full stop: it goes on. `moves` are those of the whole game. */
export function tellPlayed(
  { ply, seat }: Pick<Decision, "ply" | "seat">,
  moves: readonly Said[],
  words: GameWords,
  nameOf: (seat: number) => string,
): string {
  const move = moves[ply];
  // What came of it besides is told elsewhere.
  const first = move?.lines.map((line) => words.logLine(line, nameOf)).find(Boolean);
  const unlogged = move && describeMove({ ...move, lines: [] }, words, nameOf);
  return withoutStop(first || unlogged || nameOf(seat));
}
