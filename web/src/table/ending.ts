// How a game ended, as whoever looks at it would say it.
import type { ListedTable, Update } from "../wire";

export interface Ending {
  kind: "youWin" | "youShare" | "youLose" | "youGaveUp" | "youLeft" | "youStopped" | "wins" | "nobody";
  winners: readonly number[];
  /** By how much it was won or, for the viewer, lost; null where that means nothing. */
  margin: number | null;
}

/** Whether everybody else at a table belongs to the house: nobody is here, and nobody may come back. */
export function isAlone({ table, you }: Pick<Update, "table" | "you">): boolean {
  return !table.seats.some((seat, number) => (seat.is_taken && !you.seats.includes(number)) || seat.is_kept);
}

/** Whether a table is one of a contest, where nothing is taken back and no hint is given. */
export const isContest = ({
  opening,
  is_practice,
}: Pick<Update["table"], "opening" | "is_practice">): boolean => opening?.kind === "contest" && !is_practice;

/** `wasHere`: whether the viewer has sat at the table, though they may have no seat any more. */
export function endingOf(update: Pick<Update, "table" | "you" | "view">, wasHere = false): Ending {
  const { table, you } = update;
  const { reason, winners } = table.outcome ?? { reason: "left", winners: [] };
  const [own, scores] = [you.seats, update.view?.scores ?? []];
  const mine = own.length === 1 ? own[0] : undefined; // several on one device: nobody among them is "you"
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

/** The winners first, also of a game that points did not decide, then by points. */
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

/** How far the winner is ahead of a seat, or of all others. Scores of at most 1 are shares of the victory, no points. */
function marginOf(scores: readonly number[], winners: readonly number[], seat?: number): number | null {
  const [winner] = winners;
  if (winner === undefined || winners.length > 1 || Math.max(...scores) <= 1) return null;
  const others = seat === undefined ? scores.filter((_, number) => number !== winner) : [scores[seat] ?? 0];
  const margin = (scores[winner] ?? 0) - Math.max(...others);
  return margin > 0 ? margin : null;
}

interface Played {
  reason: ListedTable["reason"];
  /** Whether somebody has won, or whoever looks at it has given up. */
  isLost: boolean;
  decisions: number;
  seats: number;
}

/** Whether a game leaves something to look back on: whoever gave up before everybody had acted left nothing. */
export const isPlayedOn = ({ reason, isLost, decisions, seats }: Played): boolean =>
  reason === "finished" || (isLost && decisions >= seats);

/** How the points of a finished game stood, seat by seat as the names beside them; empty where they mean nothing. */
export const pointsOf = ({ scores, reason }: Pick<ListedTable, "scores" | "reason">): readonly number[] =>
  scores && reason === "finished" && Math.max(...scores) > 1 ? scores : [];
