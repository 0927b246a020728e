// What was played, what was better and why, in the words of the game.
import type { GameWords, Player } from "../games/game";
import { capital } from "../games/phrases";
import { describeMoves } from "../table/sentences";
import type { Action, AnyView, Decision, LogLine, Replay } from "../wire/types";

/** What some games say about whole turns, and about reasons. */
interface Telling {
  hint?: {
    turn?: (actions: readonly Action[], view: AnyView) => string;
    reason?: (reason: LogLine, name: (seat: number) => string) => string;
  };
}

/** A turn, or where the game has no words for one, how it begins: the rest depends on what is drawn. */
export function tellTurn(
  texts: readonly string[],
  byText: ReadonlyMap<string, Action>,
  words: GameWords & Telling,
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
  words: GameWords & Telling,
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
