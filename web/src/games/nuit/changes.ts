// What happened between two views, as things that fly or walk from place to place. Places carry `data-place` on the page.
import type { AnyView } from "../../wire/types";
import {
  COLOURS,
  listGuests,
  narrow,
  spaceName,
  type ActionCardState,
  type Colour,
  type Guests,
  type NuitView,
} from "./pieces";
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
  kind: "gain" | "full" | "slips" | "home";
  amount: number;
  delay: number;
}

export interface Changes {
  /** Names of the spaces where something is new. */
  spaces: ReadonlySet<string>;
  /** What owners have got, by seat. */
  gains: ReadonlyMap<number, number>;
  flights: Flight[];
  shouts: Shout[];
  /** When something becomes visible at a place, because it is still on its way. */
  delays: ReadonlyMap<string, number>;
}

/** Milliseconds to see what happened, and to read what was called out; nobody's turn is over in less than the last. */
const [GLANCE, READING, TURN] = [130, 900, 800];

export const NOTHING: Changes = {
  spaces: new Set(),
  gains: new Map(),
  flights: [],
  shouts: [],
  delays: new Map(),
};
export const spacePlace = (pub: number, space: string): string => `space ${spaceName(pub, space)}`;
export const stepPlace = (pub: number): string => `step ${pub}`;
export const tillPlace = (pub: number): string => `till ${pub}`;
export const pubPlace = (pub: number): string => `pub ${pub}`;
export const handPlace = (seat: number, slot: number): string => `hand ${seat} ${slot}`;

/** Who is there now and was not before. */
export const more = (now: Guests, was: Guests): Colour[] =>
  COLOURS.flatMap((colour) =>
    Array<Colour>(Math.max(0, (now[colour] ?? 0) - (was[colour] ?? 0))).fill(colour),
  );

export function compare(before: NuitView, view: NuitView, recent: ReadonlySet<string>): Changes {
  const [was, now] = [before.board, view.board];
  const taken = (row: string) => [...recent].find((target) => target.startsWith(row)) ?? "";
  const spaces = new Set<string>();
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
      const place = spacePlace(seat, space.space);
      const come = more(space.guests, old.guests);
      const gone = more(old.guests, space.guests);
      if (space.tile !== old.tile || come.length || gone.length) spaces.add(spaceName(seat, space.space));
      if (space.tile && !old.tile) {
        send({ type: "tile", kind: space.tile }, [
          was.stage === "put" ? stepPlace(seat) : taken("tile:"),
          place,
        ]);
      }
      if (come.length) send({ type: "guests", guests: come }, [stepPlace(seat), place]);
      if (gone.length) left = { pub: seat, space: space.space, guests: gone };
    });
  });

  if (now.group && !was.group && !now.card) {
    send({ type: "guests", guests: listGuests(now.group.guests) }, [
      taken("guest_card:"),
      stepPlace(now.group.pub),
    ]);
  }
  // TypeScript does not see the assignment inside the loop above.
  const leaver = left as { pub: number; space: string; guests: Colour[] } | null;
  const isHome = more(now.gone_home, was.gone_home).length > 0;
  if (leaver && (now.group || isHome)) {
    const players = now.pubs.length;
    const steps = isHome ? players : ((now.group?.pub ?? 0) - leaver.pub + players) % players;
    const path = [spacePlace(leaver.pub, leaver.space), stepPlace(leaver.pub)];
    for (let step = 1; step <= steps; step++) {
      const next = (leaver.pub + step) % players;
      if (isHome && step === players) path.push("home");
      else path.push(stepPlace(next));
      if (step < steps || (isHome && step < players)) {
        shouts.push({ place: stepPlace(next), kind: "full", amount: 0, delay: (step + 1) * STEP });
      }
    }
    send({ type: "guests", guests: leaver.guests }, path, STEP);
    if (isHome) shouts.push({ place: "home", kind: "home", amount: 0, delay: (steps + 1) * STEP });
    if (steps && !gains.has(leaver.pub)) {
      shouts.push({ place: pubPlace(leaver.pub), kind: "slips", amount: 0, delay: STEP });
    }
  }
  for (const [seat, amount] of gains) {
    shouts.push({ place: tillPlace(seat), kind: "gain", amount, delay: leaver ? STEP : 200 });
  }
  if (now.stacks.cash < was.stacks.cash) send({ type: "cash" }, ["cash", pubPlace(was.turn)]);

  now.hands.forEach((hand, seat) =>
    hand.forEach((handCard, slot) => {
      const old = was.hands[seat]?.[slot] ?? null;
      if (old && !handCard && now.card)
        send({ type: "card", card: now.card }, [handPlace(seat, slot), "played"]);
      if (!old && handCard) {
        const from = taken("action_card:") || "action_stack";
        send({ type: "card", card: handCard.known ? handCard.card : null }, [from, handPlace(seat, slot)]);
      }
    }),
  );
  return { spaces, gains, flights: flights.filter(({ path }) => path.every(Boolean)), shouts, delays };
}

/** How long people need to follow what happened: guests who walk past all pubs take their time. */
export function pace(before: AnyView, view: AnyView): number {
  const [was, now] = [narrow(before), narrow(view)];
  const { delays, shouts, gains } = compare(was, now, new Set());
  const last = Math.max(0, ...delays.values(), ...shouts.map((shout) => shout.delay));
  // Who plays a card knows what it says.
  const isCard = now.board.card && !was.board.card && now.board.turn !== now.seat;
  const time = Math.max(last, FLIGHT) + (gains.size || isCard ? READING : GLANCE);
  return was.board.turn === now.board.turn ? time : Math.max(time, TURN);
}
