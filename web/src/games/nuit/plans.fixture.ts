// An evening for tests: a red guest at the bar of pub 1, a yellow one at a table of pub 2, and two cards in hand.
import { CASES } from "../cases.fixture";
import { KINDS, narrow, type HandCardState, type NuitView, type SpaceState } from "./pieces";

export const card = (type: string, furniture: string, paying = true): HandCardState => ({
  card: { type, furniture, paying },
  known: false,
});

export const space = (name: string, tile: string | null, guests = {}, free = 0): SpaceState => ({
  space: name,
  tile,
  guests: { yellow: 0, red: 0, blue: 0, ...guests },
  free,
});

export function seatAtBars(): NuitView {
  const { before } = CASES.nuit.cases.find(({ action }) => action.kind === "card")!;
  const view = structuredClone(narrow(before));
  const { board } = view;
  view.seat = view.to_move = board.turn = 0;
  view.legal = ["card 0", "card 1"];
  for (const pub of board.pubs) pub.spaces = pub.spaces.map((each) => space(each.space, null));
  board.pubs[1]!.spaces[0] = space("i1", "bar", { red: 1 }, 1);
  board.pubs[2]!.spaces[3] = space("i4", "table", { yellow: 1 }, 1);
  board.hands[0] = [card("from", "bar"), card("to", "dance", false)];
  const others = KINDS.filter((kind) => kind !== "bar");
  view.effects = [
    { walks: others.map((kind) => walk(1, "i1", kind, 20)) },
    { walks: [walk(1, "i1", "dance"), walk(2, "i4", "dance")] },
  ];
  return view;
}

/** Guests who find no room. */
const walk = (pub: number, name: string, furniture: string, pay = 0) => ({
  pub,
  space: name,
  furniture,
  to: null,
  pay,
});
