// What pointing at something would lead to: ghosts on the street, Charly's way, somebody's victory.
import type { Choice } from "../../table/choice.svelte";
import type { Action, ReeperbahnBoard } from "../../wire/types";
import { movesOf, pullOf, walkCharly } from "./effects";
import { isFigure, ownerOf, squaresOf, type FigureName, type Squares } from "./street";

export interface Ghost {
  key: string;
  figure: FigureName;
  to: number;
  /** What stands for it: pointing at the ghost points at this. */
  target: string;
  /** Whether this is what would happen now, and not one of several ways. */
  isStrong: boolean;
}

export interface Forecast {
  ghosts: Ghost[];
  /** Where Charly goes when this turn ends; null when the game is over. */
  charly: number | null;
  /** Whose entrance Lilli would step on. */
  winner: number | null;
}

/** The ways that are open once what is picked, or else considered, is taken. */
export function openWays(choice: Choice): Action[] {
  if (choice.asked) return [choice.asked];
  if (choice.picked.length) return choice.open;
  const { considered } = choice;
  return considered === null ? [] : choice.legal.filter((action) => action.targets[0] === considered);
}

export function forecastTurn(board: ReeperbahnBoard, toMove: number | null, choice: Choice): Forecast {
  if (toMove === null) return { ghosts: [], charly: null, winner: null };
  const at = squaresOf(board);
  const ways = openWays(choice);
  if (!ways.length && choice.advice) return forecastAdvice(at, toMove, [choice.advice, ...choice.afterwards]);
  const preview = ways.length ? choice.preview : null;
  const ghosts = new Map<string, Ghost>();
  for (const action of ways) {
    for (const [figure, to] of Object.entries(movesOf(action.text, at, toMove))) {
      if (!isFigure(figure) || at[figure] === to) continue;
      const key = `${figure} ${to}`;
      const isStrong = action === preview;
      if (ghosts.has(key) && !isStrong) continue;
      ghosts.set(key, { key, figure, to, target: action.targets.at(-1) ?? "", isStrong });
    }
  }
  const after: Squares = preview ? { ...at, ...movesOf(preview.text, at, toMove) } : at;
  const steps = preview ? pullOf(after, toMove) : (board.pull[toMove] ?? 0);
  return {
    ghosts: [...ghosts.values()],
    charly: walkCharly(at.charly, steps, toMove),
    winner: ownerOf(after.lilli),
  };
}

/** Where everybody would stand after a whole turn. */
function forecastAdvice(at: Squares, toMove: number, turn: readonly Action[]): Forecast {
  const after = turn.reduce<Squares>((now, { text }) => ({ ...now, ...movesOf(text, now, toMove) }), at);
  const moved = (Object.keys(after) as FigureName[]).filter((figure) => after[figure] !== at[figure]);
  return {
    ghosts: moved.map((figure) => ({
      key: `${figure} ${after[figure]}`,
      figure,
      to: after[figure],
      target: turn[0]?.targets.at(-1) ?? "",
      isStrong: true,
    })),
    charly: walkCharly(at.charly, pullOf(after, toMove), toMove),
    winner: ownerOf(after.lilli),
  };
}

/** What pointing at something now would bring whoever does it, and how many squares that is towards them; null if more has to be said, or nobody moves. */
export function gainOf(
  board: ReeperbahnBoard,
  toMove: number | null,
  choice: Choice,
  target: string,
): { square: number | null; steps: number; charly: number } | null {
  const whole = [...choice.picked, target].join();
  const action = choice.legal.find(({ targets }) => targets.join() === whole);
  if (!action || toMove === null) return null;
  const at = squaresOf(board);
  const moves = movesOf(action.text, at, toMove);
  const [[figure, square] = [], ...more] = Object.entries(moves);
  if (!figure) return null;
  const isAlone = !more.length && isFigure(figure);
  const steps = isAlone && square ? (square - at[figure]) * (toMove === 0 ? -1 : 1) : 0;
  return {
    square: isAlone ? (square ?? null) : null,
    steps: Math.max(0, steps),
    charly: pullOf({ ...at, ...moves }, toMove),
  };
}
