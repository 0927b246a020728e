// The end of a game from the viewer's perspective.
import type { ListedTable, Update } from "../wire";

export interface Ending {
  kind: "youWin" | "youShare" | "youLose" | "youGaveUp" | "youLeft" | "youStopped" | "wins" | "nobody";
  winners: readonly number[];
  /** The winning or, for the viewer, losing margin; null where it means nothing. */
  margin: number | null;
}

/** Whether all others at a table are house players: nobody is here or may come back. */
export function isAlone({ table, you }: Pick<Update, "table" | "you">): boolean {
  return !table.seats.some((seat, number) => (seat.is_taken && !you.seats.includes(number)) || seat.is_kept);
}

/** Whether a table is part of a contest, which allows no undo and no hints. */
export const isContest = ({
  opening,
  is_practice,
}: Pick<Update["table"], "opening" | "is_practice">): boolean => opening?.kind === "contest" && !is_practice;

/** `wasHere`: whether the viewer once sat at the table, even without a seat now. */
export function endingOf(update: Pick<Update, "table" | "you" | "view">, wasHere = false): Ending {
  const { table, you } = update;
  const { reason, winners } = table.outcome ?? { reason: "left", winners: [] };
  const [own, scores] = [you.seats, update.view?.scores ?? []];
  const mine = own.length === 1 ? own[0] : undefined; // several on one device: none of them is "you"
  const hasGivenUp = own.length > 0 && own.every((seat) => table.seats[seat]?.has_lost);
  if (hasGivenUp && (reason === "resigned" || reason === "left"))
    return { kind: "youGaveUp", winners, margin: null };
  if (reason === "left" && !own.length && wasHere) return { kind: "youLeft", winners, margin: null };
  if (reason === "agreed" && own.length > 0 && isAlone(update))
    return { kind: "youStopped", winners, margin: null };
  const [winner] = winners;
  if (winner === undefined) return { kind: "nobody", winners, margin: null };
  if (mine !== undefined && winners.length > 1 && winners.includes(mine))
    return { kind: "youShare", winners: winners.filter((seat) => seat !== mine), margin: null };
  if (mine === undefined || winners.length > 1)
    return { kind: "wins", winners, margin: reason === "finished" ? marginOf(scores, winners) : null };
  const isMine = winner === mine;
  const margin = reason === "finished" ? marginOf(scores, winners, isMine ? undefined : mine) : null;
  return { kind: isMine ? "youWin" : "youLose", winners, margin };
}

/** Sorts winners first, even in a game not decided by points, then by points. */
export const rank = <Who extends { seat: number }>(
  players: readonly Who[],
  scores: readonly number[],
  winners: readonly number[],
): Who[] =>
  [...players].sort(
    (one, other) =>
      Number(winners.includes(other.seat)) - Number(winners.includes(one.seat)) ||
      (scores[other.seat] ?? 0) - (scores[one.seat] ?? 0),
  );

/**
 * The winner's lead over a seat, or over all others. Scores of at most 1 are shares of the victory, not
 * points.
 */
function marginOf(scores: readonly number[], winners: readonly number[], seat?: number): number | null {
  const [winner] = winners;
  if (winner === undefined || winners.length > 1 || Math.max(...scores) <= 1) return null;
  const others = seat === undefined ? scores.filter((_, number) => number !== winner) : [scores[seat] ?? 0];
  const margin = (scores[winner] ?? 0) - Math.max(...others);
  return margin > 0 ? margin : null;
}

interface Played {
  reason: ListedTable["reason"];
  /** Whether the game has a winner, or the viewer has resigned. */
  isLost: boolean;
  decisions: number;
  seats: number;
}

/** Whether a game is worth reviewing: one resigned before every player had acted is not. */
export const isPlayedOn = ({ reason, isLost, decisions, seats }: Played): boolean =>
  reason === "finished" || (isLost && decisions >= seats);

/** The points of a finished game, seat by seat as the names beside them; empty where they mean nothing. */
export const pointsOf = ({ scores, reason }: Pick<ListedTable, "scores" | "reason">): readonly number[] =>
  scores && reason === "finished" && Math.max(...scores) > 1 ? scores : [];
