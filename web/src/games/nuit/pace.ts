// How long people need to follow what happened here: guests who walk past all pubs take their time.
import type { AnyView } from "../../wire/types";
import { FLIGHT } from "./motion";
import { compare } from "./changes";
import { narrow } from "./pieces";

const GLANCE = 130;
const READING = 900;
/** Nobody's turn is over in less. */
const TURN = 800;

export function pace(before: AnyView, view: AnyView): number {
  const [was, now] = [narrow(before), narrow(view)];
  const { delays, shouts, gains } = compare(was, now, new Set());
  const last = Math.max(0, ...delays.values(), ...shouts.map((shout) => shout.delay));
  // Who plays a card knows what it says.
  const isCard = now.board.card && !was.board.card && now.board.turn !== now.seat;
  const time = Math.max(last, FLIGHT) + (gains.size || isCard ? READING : GLANCE);
  return was.board.turn === now.board.turn ? time : Math.max(time, TURN);
}
