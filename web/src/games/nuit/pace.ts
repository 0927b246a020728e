// How long people need to follow what happened here: guests who walk past all pubs take their time.
import type { AnyView } from "../../wire/types";
import { FLIGHT } from "./motion";
import { compare } from "./changes";
import { narrow } from "./pieces";

const GLANCE = 130;
const READING = 900;

export function pace(before: AnyView, view: AnyView): number {
  const { delays, shouts, gains } = compare(narrow(before), narrow(view), new Set());
  const last = Math.max(0, ...delays.values(), ...shouts.map((shout) => shout.delay));
  const isCard = narrow(view).board.card && !narrow(before).board.card;
  return Math.max(last, FLIGHT) + (gains.size || isCard ? READING : GLANCE);
}
