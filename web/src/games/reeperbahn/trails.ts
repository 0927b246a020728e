// What the other has done since: who went from where to where, in which order.
import type { AnyView } from "../../wire/types";
import type { Change, OthersTurn } from "../since";
import { FIGURES, narrow, squaresOf, type FigureName, type Squares } from "./street";

export interface Trail {
  figure: FigureName;
  from: number;
  to: number;
  /** In which place, from 1. */
  order: number;
}

/** Whom a target stands for: `figure:hans`, `figures:we`. */
export function figuresAt(target: string): FigureName[] {
  if (target === "figures:court") return ["w", "lilli", "e"];
  if (target === "figures:we") return ["w", "e"];
  return FIGURES.filter((figure) => target === `figure:${figure}`);
}

/** Where the trails begin: before all that the others did, or before the last action; null when that was taken back. */
export function startOf(
  view: AnyView,
  before: AnyView | null,
  since: readonly OthersTurn[] | null,
): AnyView | null {
  return since?.[0]?.was ?? (before && before.ply < view.ply ? before : null);
}

/** `targets` is what was pointed at, in that order. Charly goes when all is done. */
export function trailsOf(before: Squares, at: Squares, targets: Iterable<string>): Trail[] {
  const inOrder = [...targets].flatMap(figuresAt);
  const place = (figure: FigureName) => {
    const found = inOrder.indexOf(figure);
    return found < 0 ? inOrder.length + FIGURES.length - FIGURES.indexOf(figure) : found;
  };
  const moved = FIGURES.filter((figure) => before[figure] !== at[figure]).sort((a, b) => place(a) - place(b));
  return moved.map((figure, index) => ({
    figure,
    from: before[figure],
    to: at[figure],
    order: index + 1,
  }));
}

/** How far everybody who moved has come towards the viewer's club; fewer than no squares if away from it. */
export function changesOf({ was, view, targets }: OthersTurn, viewer: number): Change[] {
  const [before, at] = [was, view].map((each) => squaresOf(narrow(each).board)) as [Squares, Squares];
  return trailsOf(before, at, targets).map(({ figure, from, to, order }) => ({
    key: figure,
    seat: viewer,
    amount: viewer === 0 ? from - to : to - from,
    order,
  }));
}
