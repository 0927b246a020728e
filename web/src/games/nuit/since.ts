// What the others did since the viewer's turn: what they changed and took, and what became of the viewer's pub and of all tills.
import type { AnyView } from "../../wire/types";
import { marksOf, type Change, type Mark, type OthersTurn } from "../since";
import { compare, more } from "./changes";
import { guestsOf, narrow, sumGuests, type Colour, type Guests } from "./pieces";

const sum = (colours: Colour[]) => {
  const count = (colour: Colour) => colours.filter((each) => each === colour).length;
  return sumGuests({ yellow: count("yellow"), red: count("red"), blue: count("blue") });
};

/** By the names of spaces, and of what was taken from the market. */
export const marksSince = (turns: readonly OthersTurn[]): Map<string, Mark> =>
  marksOf(turns, ({ was, view, targets }) => [
    ...compare(narrow(was), narrow(view), new Set()).spaces,
    ...targets.filter((target) => /^(tile:|guest_card:|action_|cash)/.test(target)),
  ]);

/** What owners have got since, by seat. */
export function gainsSince(turns: readonly OthersTurn[]): Map<number, number> {
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last) return new Map();
  const before = narrow(first.was).board.pubs;
  const gains = narrow(last.view).board.pubs.map(({ seat, money }): [number, number] => [
    seat,
    money - (before[seat]?.money ?? 0),
  ]);
  return new Map(gains.filter(([, gain]) => gain > 0));
}

/** Who sits in a pub, or waits on its doorstep for a seat. */
function guestsAt(view: AnyView, seat: number): Guests | null {
  const { pubs, group } = narrow(view).board;
  const pub = pubs[seat];
  if (!pub) return null;
  const [inside, waiting] = [guestsOf(pub), group?.pub === seat ? group.guests : {}];
  const all = (colour: Colour) => (inside[colour] ?? 0) + (waiting[colour] ?? 0);
  return { yellow: all("yellow"), red: all("red"), blue: all("blue") };
}

/** Guests who left the viewer's pub, with what they would have paid; who came there; and all money. */
export function changesOf({ was, view }: OthersTurn, viewer: number): Change[] {
  const [before, after] = [narrow(was).board.pubs, narrow(view).board.pubs];
  const [own, now] = [guestsAt(was, viewer), guestsAt(view, viewer)];
  const gone = own && now ? more(own, now) : [];
  const come = own && now ? more(now, own) : [];
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
