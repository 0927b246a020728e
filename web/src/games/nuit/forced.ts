// What happens by itself, because there is nothing to decide; only long enough in sight to be understood.
import { effectsOf } from "../effects";
import { isOneWay } from "./prompt";
import type { Effects } from "./forecast";
import { narrow, type NuitView } from "./pieces";
import type { AnyView } from "../../wire/types";

const GLANCE = 900;
const READING = 2000;
/** Between those who sit down one after the other. */
const NEXT = 220;

/** The action that goes without saying; null if there is something to decide. */
export const findForced = (view: NuitView): string | null =>
  view.legal.find((text) => effectsOf<Effects>(view, text)?.is_forced) ?? null;

/** After how many milliseconds it happens; never right after it was taken back. */
export function waitForced(before: AnyView | null, view: NuitView): number | null {
  const forced = findForced(view);
  if (!forced || (before && before.ply > view.ply)) return null;
  if (forced === "pass") return READING;
  const isNext =
    before && before.ply + 1 === view.ply && before.seat === view.seat && isOneWay(narrow(before));
  return isNext ? NEXT : GLANCE;
}
