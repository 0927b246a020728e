// What an action does to the figures (R4, R5), and how far Charly comes when a turn ends (R7). The server sends what has
// happened and nothing ahead of it; a ghost has to stand there before anybody commits, so the page works it out for
// itself. It never says what is legal, and its tests hold it against what the engine does.
import type { AnyView } from "../../wire/types";
import {
  CENTRE,
  ENTRANCES,
  HAND,
  isFigure,
  narrow,
  ownerOf,
  sideOf,
  squaresOf,
  type Squares,
} from "./street";

/** Where figures would stand after an action, written as in the record. */
export function movesOf(text: string, at: Squares, seat: number): Partial<Squares> {
  const toward = seat === 0 ? -1 : 1;
  const [verb = "", whom = ""] = text.split(" ");
  const steps = Number(/\d$/.exec(verb)?.[0] ?? 1) * toward;
  if (verb === "discard" || verb === "end") return {};
  if (verb === "charm") return isFigure(whom) ? { [whom]: at.hans } : {};
  if (verb === "flank") return { w: at.lilli - 1, e: at.lilli + 1 };
  if (verb === "court") return { w: at.w + toward, lilli: at.lilli + toward, e: at.e + toward };
  if (verb === "lola0") return { lola: CENTRE };
  if (whom === "we") return { w: at.w + toward, e: at.e + toward };
  const figure = whom || verb.replace(/\d$/, "");
  return isFigure(figure) ? { [figure]: at[figure] + steps } : {};
}

/** How far Charly would come, if a seat's turn ended with the figures like this. */
export function pullOf(at: Squares, seat: number): number {
  const visitors = [at.w, at.e, at.hans, at.lola].filter((square) => ownerOf(square) === seat).length;
  const court = [at.w, at.lilli, at.e].every((square) => sideOf(square) === seat);
  return visitors + Number(court);
}

/** Charly stops on the first square of an entrance. */
export function walkCharly(from: number, steps: number, seat: number): number {
  return seat === 0 ? Math.max(from - steps, ENTRANCES[0][0]) : Math.min(from + steps, ENTRANCES[1][0]);
}

/** Who wins if the turn ends now (R6.3, R7, R9): a seat, `draw`, or null if the game goes on. */
export function endOf(view: AnyView): number | "draw" | null {
  const { board, to_move } = narrow(view);
  const seat = to_move ?? 0;
  const at = squaresOf(board);
  const charly = walkCharly(at.charly, board.pull[seat] ?? 0, seat);
  const isLastCard = board.is_refilled && HAND - (board.hand_sizes[seat] ?? HAND) >= board.stack;
  const isCharlyFirst = view.options["edition"] === "royal_visit";
  if (ownerOf(charly) !== null && (isCharlyFirst || !isLastCard)) return ownerOf(charly);
  if (!isLastCard) return null;
  return sideOf(at.lilli) ?? sideOf(isCharlyFirst ? charly : at.charly) ?? "draw";
}
