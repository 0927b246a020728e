// A decision of a finished game: the reply to another try, and the move played, the better one and the
// reason, in the words of the game.
import type { GameWords, Player } from "../games/game";
import { capital } from "../games/phrases";
import { describeMove, describeMoves, withoutStop, type Said } from "../table/sentences";
import type { Action, AnyView, Decision, LogLine, Replay } from "../wire";

/** The loss up to which an action equals the best, as a share of the victory. */
export const NEAR = 0.04;

export interface Answer {
  isGood: boolean;
  action: string;
  /** The loss to the best, as a share of the victory; null if the house has not seen it. */
  loss: number | null;
  /** The likely continuation. */
  continuation: string[];
}

/** The marked decisions, in order. */
export const markedOf = (decisions: readonly Decision[]): Decision[] =>
  decisions
    .filter(({ verdict }) => verdict === "mistake" || verdict === "grave")
    .sort((one, two) => one.ply - two.ply);

/** The value of an action in place of the one played. */
export function answerTo(decision: Decision, action: string): Answer {
  const choice = decision.choices.find((each) => each.action === action);
  const best = decision.choices[0]?.loss ?? 0;
  // The move played has been valued more carefully than the rest.
  const loss = action === decision.played[0] ? decision.loss : choice ? choice.loss - best : null;
  return { isGood: loss !== null && loss <= NEAR, action, loss, continuation: choice?.continuation ?? [] };
}

/** The better turn and, if known, its continuation with the cards as they lay. */
export const bestLine = ({ better, follow }: Pick<Decision, "better" | "follow">): string[] =>
  follow.length ? follow : better;

/** Phrases of some games for whole turns and for reasons. */
interface Reasons {
  hint?: {
    turn?: (actions: readonly Action[], view: AnyView) => string;
    reason?: (reason: LogLine, name: (seat: number) => string) => string;
  };
}

/** A turn, or if the game has no words for one, its first action: the rest depends on draws. */
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

/**
 * Why another move was better; empty if the game has no reason. It addresses the player: nobody reads it for
 * the house.
 */
export function tellReason(
  { reason, seat }: Pick<Decision, "reason" | "seat">,
  words: GameWords & Reasons,
  players: readonly Player[],
): string {
  if (!reason || players[seat]?.character) return "";
  return words.hint?.reason?.(reason, (each) => players[each]?.name ?? "") ?? "";
}

/** The events between positions, sentence by sentence; each may be empty. */
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

/**
 * The move played there, as in the log, without the full stop: more text follows. `moves` are those of the
 * whole game.
 */
export function tellPlayed(
  { ply, seat }: Pick<Decision, "ply" | "seat">,
  moves: readonly Said[],
  words: GameWords,
  nameOf: (seat: number) => string,
): string {
  const move = moves[ply];
  // Its consequences are told elsewhere.
  const first = move?.lines.map((line) => words.logLine(line, nameOf)).find(Boolean);
  const unlogged = move && describeMove({ ...move, lines: [] }, words, nameOf);
  return withoutStop(first || unlogged || nameOf(seat));
}
