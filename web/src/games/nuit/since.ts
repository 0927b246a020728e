// What the others did since the viewer's turn: which spaces they changed, and what became of the viewer's pub and of all tills.
import { marksOf, type Change, type Mark, type OthersTurn } from "../since";
import { compare, more } from "./changes";
import { guestsOf, narrow, sumGuests, type Colour } from "./pieces";

const sum = (colours: Colour[]) => {
  const count = (colour: Colour) => colours.filter((each) => each === colour).length;
  return sumGuests({ yellow: count("yellow"), red: count("red"), blue: count("blue") });
};

/** By the names of spaces. */
export const marksSince = (turns: readonly OthersTurn[]): Map<string, Mark> =>
  marksOf(turns, ({ was, view }) => compare(narrow(was), narrow(view), new Set()).spaces);

/** Guests who left the viewer's pub, with what they would have paid; who came there; and all money. */
export function changesOf({ was, view }: OthersTurn, viewer: number): Change[] {
  const [before, after] = [narrow(was).board.pubs, narrow(view).board.pubs];
  const [own, now] = [before[viewer], after[viewer]];
  const gone = own && now ? more(guestsOf(own), guestsOf(now)) : [];
  const come = own && now ? more(guestsOf(now), guestsOf(own)) : [];
  const money = after.map((pub, seat) => ({
    key: "money",
    seat,
    amount: pub.money - (before[seat]?.money ?? 0),
  }));
  return [
    { key: "gone", seat: viewer, amount: -sum(gone), count: gone.length },
    { key: "come", seat: viewer, amount: sum(come), count: come.length },
    ...money,
  ].filter(({ amount }) => amount);
}
