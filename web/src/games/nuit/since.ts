// What has become of the viewer's own pub since their last turn, and which spaces changed in whose turn.
import { more, type Changes } from "./changes";
import { guestsOf, sumGuests, type Colour, type NuitView } from "./pieces";

export interface Tally {
  /** Guests who are no longer there, and what they would have paid. */
  gone: number;
  lost: number;
  /** Guests who came, and what they will pay. */
  come: number;
  won: number;
  /** What came into the till. */
  money: number;
}

/** Whose turn changed a space, and the how manieth turn that was since one's own. */
export interface Mark {
  seat: number;
  order: number;
}

const sum = (colours: Colour[]) => {
  const count = (colour: Colour) => colours.filter((each) => each === colour).length;
  return sumGuests({ yellow: count("yellow"), red: count("red"), blue: count("blue") });
};

/** Null if nothing happened that concerns this seat. */
export function tally(was: NuitView, now: NuitView, seat: number): Tally | null {
  const [before, after] = [was.board.pubs[seat], now.board.pubs[seat]];
  if (!before || !after) return null;
  const gone = more(guestsOf(before), guestsOf(after));
  const come = more(guestsOf(after), guestsOf(before));
  const money = after.money - before.money;
  if (!gone.length && !come.length && !money) return null;
  return { gone: gone.length, lost: sum(gone), come: come.length, won: sum(come), money };
}

export interface Since {
  /** How it looked when the viewer's turn was over. */
  base: NuitView | null;
  marks: ReadonlyMap<string, Mark>;
  /** The turn that was last counted, and its number. */
  turn: number;
  order: number;
}
export const NOTHING_YET: Since = { base: null, marks: new Map(), turn: -1, order: 0 };

/** Goes on counting from one view to the next; the viewer's own action begins anew. */
export function goOn(since: Since, before: NuitView | null, view: NuitView, changes: Changes): Since {
  const me = view.seat;
  if (!before || me === null || before.ply > view.ply || before.seat !== me) return NOTHING_YET;
  if (before.board.turn === me && before.to_move === me && before.ply !== view.ply)
    return { ...NOTHING_YET, base: view.board.turn === me ? null : view };
  if (view.board.stage === "put" || before.board.stage === "put") return { ...NOTHING_YET, base: view };
  if (!changes.spaces.size) return since;
  const { turn } = before.board;
  const order = since.turn === turn ? since.order : since.order + 1;
  const marks = new Map(since.marks);
  for (const space of changes.spaces) marks.set(space, { seat: turn, order });
  return { base: since.base, marks, turn, order };
}
