// What happened between two views, as things that fly or walk from place to place. Places carry `data-place` on the page.
import { COLOURS, listGuests, type ActionCardState, type Colour, type Guests, type NuitView } from "./pieces";
import { placeName } from "./places.svelte";
import { FLIGHT, STEP } from "./motion";

export type Thing =
  | { type: "guests"; guests: Colour[] }
  | { type: "tile"; kind: string }
  | { type: "card"; card: ActionCardState | null }
  | { type: "cash" };

export interface Flight {
  thing: Thing;
  /** Names of places, at least two. */
  path: string[];
  /** Milliseconds for each leg of the way. */
  leg: number;
}

export interface Shout {
  place: string;
  says: "gain" | "full" | "slips" | "home";
  amount: number;
  delay: number;
}

export interface Moved {
  /** Spaces that look different now. */
  changed: ReadonlySet<string>;
  /** What owners have got, by seat. */
  gains: ReadonlyMap<number, number>;
  flights: Flight[];
  shouts: Shout[];
  /** When something becomes visible at a place, because it is still on its way. */
  delays: ReadonlyMap<string, number>;
}

export const NOTHING: Moved = {
  changed: new Set(),
  gains: new Map(),
  flights: [],
  shouts: [],
  delays: new Map(),
};
export const spaceOf = (pub: number, space: string): string => `space ${placeName(pub, space)}`;
export const stepOf = (pub: number): string => `step ${pub}`;
export const pubOf = (pub: number): string => `pub ${pub}`;
export const handOf = (seat: number, slot: number): string => `hand ${seat} ${slot}`;

const more = (now: Guests, was: Guests): Colour[] =>
  COLOURS.flatMap((colour) =>
    Array<Colour>(Math.max(0, (now[colour] ?? 0) - (was[colour] ?? 0))).fill(colour),
  );

export function compare(before: NuitView, view: NuitView, recent: ReadonlySet<string>): Moved {
  const [was, now] = [before.board, view.board];
  const taken = (row: string) => [...recent].find((target) => target.startsWith(row)) ?? "";
  const changed = new Set<string>();
  const delays = new Map<string, number>();
  const flights: Flight[] = [];
  const shouts: Shout[] = [];
  const gains = new Map<number, number>();
  let left: { pub: number; space: string; guests: Colour[] } | null = null;

  const send = (thing: Thing, path: string[], leg = FLIGHT) => {
    flights.push({ thing, path, leg });
    delays.set(path.at(-1) ?? "", (path.length - 1) * leg);
  };

  now.pubs.forEach((pub, seat) => {
    const gain = pub.money - (was.pubs[seat]?.money ?? 0);
    if (gain > 0) gains.set(seat, gain);
    pub.spaces.forEach((space, at) => {
      const old = was.pubs[seat]?.spaces[at];
      if (!old) return;
      const place = spaceOf(seat, space.space);
      const come = more(space.guests, old.guests);
      const gone = more(old.guests, space.guests);
      if (space.tile !== old.tile || come.length || gone.length) changed.add(placeName(seat, space.space));
      if (space.tile && !old.tile) {
        send({ type: "tile", kind: space.tile }, [
          was.stage === "put" ? stepOf(seat) : taken("tile:"),
          place,
        ]);
      }
      if (come.length) send({ type: "guests", guests: come }, [stepOf(seat), place]);
      if (gone.length) left = { pub: seat, space: space.space, guests: gone };
    });
  });

  if (now.group && !was.group && !now.card) {
    send({ type: "guests", guests: listGuests(now.group.guests) }, [
      taken("guest_card:"),
      stepOf(now.group.pub),
    ]);
  }
  // TypeScript does not see the assignment inside the loop above.
  const leaver = left as { pub: number; space: string; guests: Colour[] } | null;
  const isHome = more(now.gone_home, was.gone_home).length > 0;
  if (leaver && (now.group || isHome)) {
    const players = now.pubs.length;
    const steps = isHome ? players : ((now.group?.pub ?? 0) - leaver.pub + players) % players;
    const path = [spaceOf(leaver.pub, leaver.space), stepOf(leaver.pub)];
    for (let step = 1; step <= steps; step++) {
      const next = (leaver.pub + step) % players;
      if (isHome && step === players) path.push("home");
      else path.push(stepOf(next));
      if (step < steps || (isHome && step < players)) {
        shouts.push({ place: stepOf(next), says: "full", amount: 0, delay: (step + 1) * STEP });
      }
    }
    send({ type: "guests", guests: leaver.guests }, path, STEP);
    if (isHome) shouts.push({ place: "home", says: "home", amount: 0, delay: (steps + 1) * STEP });
    if (steps && !gains.has(leaver.pub)) {
      shouts.push({ place: pubOf(leaver.pub), says: "slips", amount: 0, delay: STEP });
    }
  }
  for (const [seat, amount] of gains) {
    shouts.push({ place: pubOf(seat), says: "gain", amount, delay: leaver ? STEP : 200 });
  }
  if (now.stacks.cash < was.stacks.cash) send({ type: "cash" }, ["cash", pubOf(was.turn)]);

  now.hands.forEach((hand, seat) =>
    hand.forEach((held, slot) => {
      const old = was.hands[seat]?.[slot] ?? null;
      if (old && !held && now.card) send({ type: "card", card: now.card }, [handOf(seat, slot), "played"]);
      if (!old && held) {
        const from = taken("action_card:") || "action_stack";
        send({ type: "card", card: held.known ? held.card : null }, [from, handOf(seat, slot)]);
      }
    }),
  );
  return { changed, gains, flights: flights.filter(({ path }) => path.every(Boolean)), shouts, delays };
}
