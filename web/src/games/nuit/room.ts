// How the pubs, the market and the hand share the room that the table has.
import { HEIGHT, WIDTH } from "./layout";

/** `around`: one's own pub in the middle; `stack`: one above the other; `low`: a phone on its side; `row`: all pubs alike. */
export type Room = "around" | "stack" | "low" | "row";

const BROAD = 832;
const LOW = 420;
const NARROW = 600;

export function arrange(width: number, height: number): Room {
  if (height < LOW && width > height) return "low";
  return width >= BROAD && width > height ? "around" : "stack";
}

/** Whether the market needs two rows. */
export const isNarrow = (width: number, room: Room): boolean => room === "low" || width < NARROW;

/** Where a large pub has its head and its cards: beside its plan, above it, or its head above and its cards beside. */
export type Form = "beside" | "above" | "tight";

/** What each leaves of the width and the height for the plan. */
const TAKEN: Record<Form, readonly [number, number]> = {
  beside: [192, 16],
  above: [16, 124],
  tight: [100, 44],
};

/** The form in which the plan is largest. */
export function formOf(width: number, height: number): Form {
  const sizeOf = (form: Form) =>
    Math.min((width - TAKEN[form][0]) / WIDTH, (height - TAKEN[form][1]) / HEIGHT);
  return (["beside", "above", "tight"] as const).reduce((best, form) =>
    sizeOf(form) > sizeOf(best) ? form : best,
  );
}
