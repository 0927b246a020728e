// What would follow from a choice, drawn before anybody commits: as the server says it.
import { effectsOf } from "../effects";
import { spaceName, type Guests, type Kind, type NuitView } from "./pieces";

/** What an action will do; only what it does is there. */
export interface Effects {
  /** The space of one's own pub to which something comes. */
  space?: string;
  tile?: string;
  guests?: Guests;
  /** Every way that guests may go after it, before another card is played. */
  walks?: { pub: number; space: string; furniture: Kind; to: number | null; pay: number }[];
  /** Whether there is nothing to decide. */
  is_forced?: boolean;
}

export interface Walk {
  pub: number;
  space: string;
  /** What they look for. */
  furniture: Kind;
  guests: Guests;
  /** The pubs that they try, in this order; the last one takes them if `isTaken`. */
  stops: number[];
  isTaken: boolean;
  /** What the pub that they leave is paid. */
  pay: number;
}

/** What would stand or sit on a space. */
export interface Ghost {
  tile: string | null;
  guests: Guests;
}

/** What each step of a turn will do: of those that follow on the first one, only a hint says it. */
export type Said = readonly (Effects | null | undefined)[];

const said = (view: NuitView, steps: readonly string[], given: Said): Effects[] =>
  steps.flatMap((step, at) => given[at] ?? effectsOf<Effects>(view, step) ?? []);

/** What a turn would bring to the spaces of whoever takes it, by their names. */
export function forecastSpaces(
  view: NuitView,
  steps: readonly string[],
  given: Said = [],
): Map<string, Ghost> {
  const ghosts = new Map<string, Ghost>();
  for (const { space, tile, guests = {} } of said(view, steps, given)) {
    if (!space) continue;
    const name = spaceName(view.to_move ?? 0, space);
    const ghost = ghosts.get(name);
    ghosts.set(name, { tile: ghost?.tile ?? tile ?? null, guests: add(ghost?.guests ?? {}, guests) });
  }
  return ghosts;
}

function add(some: Guests, more: Guests): Guests {
  const sum = { ...some };
  for (const [colour, count] of Object.entries(more)) if (count) sum[colour] = (sum[colour] ?? 0) + count;
  return sum;
}

/** Every way that guests may go after these steps. */
export function listWalks(view: NuitView, steps: readonly string[], given: Said = []): Walk[] {
  const { pubs } = view.board;
  const ghosts = forecastSpaces(view, steps, given);
  const walks = said(view, steps, given).flatMap((each) => (each.walks ? [each.walks] : []));
  return (walks.at(-1) ?? []).map(({ pub, space, furniture, to, pay }) => {
    const guests = pubs[pub]?.spaces.find((each) => each.space === space)?.guests ?? {};
    const tried = to === null ? pubs.length : ((to - pub + pubs.length) % pubs.length) + 1;
    return {
      pub,
      space,
      furniture,
      guests: add(guests, ghosts.get(spaceName(pub, space))?.guests ?? {}),
      stops: Array.from({ length: tried }, (_, step) => (pub + step) % pubs.length),
      isTaken: to !== null,
      pay,
    };
  });
}

/** Where guests would go if these actions were carried out, one after the other; null if nobody gets up, or more has to be said. */
export function forecastSteps(view: NuitView, steps: readonly string[], given: Said = []): Walk | null {
  const words = Object.fromEntries(steps.map((step) => [step.split(" ")[0], step.split(" ").slice(1)]));
  const [pub, space] = words["from"] ?? [];
  const [kind] = words["to"] ?? [];
  const walks = listWalks(view, steps, given).filter(
    (walk) =>
      (space === undefined || (walk.pub === Number(pub) && walk.space === space)) &&
      (kind === undefined || walk.furniture === kind),
  );
  const isNamed = space !== undefined || kind !== undefined;
  return isNamed && walks.length === 1 ? (walks[0] ?? null) : null;
}

/** Whether an action leads nobody anywhere, as far as that is said. */
export const isInVain = (view: NuitView, action: string): boolean =>
  effectsOf<Effects>(view, action)?.walks?.length === 0;
