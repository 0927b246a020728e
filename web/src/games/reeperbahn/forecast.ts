// What pointing at something would lead to: ghosts on the street, Charly's way, somebody's victory.
import type { Choice } from "../../table/choice.svelte";
import type { Action, AnyView } from "../../wire/types";
import { effectsOn, movesOf } from "./effects";
import { narrow, squaresOf, type FigureName, type Squares } from "./street";

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
  /** Who would win. */
  winner: number | null;
}

/** The ways that are open once what is picked, or else considered, is taken. */
export function openWays(choice: Choice): Action[] {
  if (choice.asked) return [choice.asked];
  if (choice.picked.length) return choice.open;
  const { considered } = choice;
  return considered === null ? [] : choice.legal.filter((action) => action.targets[0] === considered);
}

export function forecastTurn(view: AnyView, choice: Choice): Forecast {
  const { board, to_move: toMove } = narrow(view);
  if (toMove === null) return { ghosts: [], charly: null, winner: null };
  const at = squaresOf(board);
  const ways = openWays(choice);
  if (!ways.length && choice.hint) return forecastHint(view, at, [choice.hint, ...choice.afterwards]);
  const preview = ways.length ? choice.preview : null;
  const ghosts = new Map<string, Ghost>();
  for (const action of ways) {
    for (const [figure, to] of movesOf(view, action)) {
      const key = `${figure} ${to}`;
      const isStrong = action === preview;
      if (ghosts.has(key) && !isStrong) continue;
      ghosts.set(key, { key, figure, to, target: action.targets.at(-1) ?? "", isStrong });
    }
  }
  const effects = preview && effectsOn(view, preview);
  return {
    ghosts: [...ghosts.values()],
    charly: effects?.charly ?? board.charly_after[toMove] ?? at.charly,
    winner: winnerOf(effects?.winners),
  };
}

const winnerOf = (winners: number[] | null | undefined): number | null =>
  winners?.length === 1 ? (winners[0] ?? null) : null;

/** Where everybody would stand after a whole turn. */
function forecastHint(view: AnyView, at: Squares, turn: readonly Action[]): Forecast {
  const after: Squares = { ...at };
  for (const action of turn) Object.assign(after, Object.fromEntries(movesOf(view, action)));
  const moved = (Object.keys(after) as FigureName[]).filter((figure) => after[figure] !== at[figure]);
  const last = turn.flatMap((action) => effectsOn(view, action) ?? []).at(-1);
  return {
    ghosts: moved.map((figure) => ({
      key: `${figure} ${after[figure]}`,
      figure,
      to: after[figure],
      target: turn[0]?.targets.at(-1) ?? "",
      isStrong: true,
    })),
    charly: last?.charly ?? at.charly,
    winner: winnerOf(last?.winners),
  };
}

/** What pointing at something now would bring whoever does it, and how many squares that is towards them; null if more has to be said, or nobody moves. */
export function gainOf(
  view: AnyView,
  choice: Choice,
  target: string,
): { square: number | null; steps: number; charly: number } | null {
  const { board, to_move: toMove } = narrow(view);
  const whole = [...choice.picked, target].join();
  const action = choice.legal.find(({ targets }) => targets.join() === whole);
  if (!action || toMove === null) return null;
  const [first, ...more] = movesOf(view, action);
  if (!first) return null;
  const [figure, square] = first;
  const steps = more.length ? 0 : (square - squaresOf(board)[figure]) * (toMove === 0 ? -1 : 1);
  return {
    square: more.length ? null : square,
    steps: Math.max(0, steps),
    charly: effectsOn(view, action)?.pull ?? 0,
  };
}
