// What would follow from a choice, drawn before anybody commits. The server alone says what is allowed.
import {
  countGuests,
  isForGroup,
  listGuests,
  SEATS,
  spaceName,
  sumGuests,
  type ActionCardState,
  type Guests,
  type Kind,
  type NuitView,
  type SpaceState,
} from "./pieces";

export interface Walk {
  pub: number;
  space: string;
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

/** What a turn would bring to the spaces of whoever takes it, by their names. */
export function forecastSpaces(view: NuitView, steps: readonly string[]): Map<string, Ghost> {
  const { board } = view;
  const me = view.to_move ?? 0;
  const ghosts = new Map<string, Ghost>();
  let waiting = listGuests(board.group?.guests ?? {});
  let isGroup = isForGroup(board.group?.furniture ?? "");
  let sought = board.card?.furniture ?? "";
  let placed = 0;
  const add = (space: string, tile: string | null, colours: readonly string[]) => {
    const name = spaceName(me, space);
    const ghost = ghosts.get(name) ?? { tile, guests: {} };
    const guests = { ...ghost.guests };
    for (const colour of colours) guests[colour] = (guests[colour] ?? 0) + 1;
    ghosts.set(name, { tile: ghost.tile ?? tile, guests });
  };
  for (const step of steps) {
    const [verb, first = "", second = ""] = step.split(" ");
    if (verb === "put") add(first, board.start_tiles[me]?.[placed++] ?? null, []);
    if (verb === "equip") add(second, board.open_tiles[Number(first)] ?? null, []);
    if (verb === "host") {
      const group = board.open_guests[Number(first)];
      [waiting, isGroup] = [listGuests(group?.guests ?? {}), isForGroup(group?.furniture ?? "")];
    }
    if (verb === "card") sought = board.hands[me]?.[Number(first)]?.card?.furniture ?? "";
    if (verb === "from") {
      const space = board.pubs[Number(first)]?.spaces.find((each) => each.space === second);
      [waiting, isGroup] = [listGuests(space?.guests ?? {}), isForGroup(sought)];
    }
    if (verb === "to") isGroup = isForGroup(first);
    if (verb === "seat") add(first, null, waiting.splice(0, isGroup ? waiting.length : 1));
  }
  return ghosts;
}

/** Where the guests of a tile would go if they looked for a kind of furniture. */
export function forecastWalk(
  view: NuitView,
  pub: number,
  space: string,
  kind: string,
  card: ActionCardState | null = view.board.card,
): Walk | null {
  const { pubs } = view.board;
  const guests = pubs[pub]?.spaces.find((each) => each.space === space)?.guests;
  if (!guests || !card) return null;
  const number = countGuests(guests);
  const stops: number[] = [];
  let isTaken = false;
  for (let step = 0; step < pubs.length && !isTaken; step++) {
    const next = (pub + step) % pubs.length;
    stops.push(next);
    const free = pubs[next]?.spaces.reduce((sum, each) => sum + (each.tile === kind ? each.free : 0), 0) ?? 0;
    isTaken = free >= number;
  }
  const stays = isTaken && stops.length === 1;
  return { pub, space, guests, stops, isTaken, pay: card.paying && !stays ? sumGuests(guests) : 0 };
}

/** Where guests would go if these actions were carried out, one after the other; null if nobody gets up. */
export function forecastSteps(view: NuitView, steps: readonly string[]): Walk | null {
  const { board } = view;
  const said = Object.fromEntries(steps.map((step) => [step.split(" ")[0], step.split(" ").slice(1)]));
  const [slot] = said["card"] ?? [];
  const card =
    slot === undefined ? board.card : (board.hands[view.to_move ?? 0]?.[Number(slot)]?.card ?? null);
  const [pub = board.leaving?.pub, space = board.leaving?.space] = said["from"] ?? [];
  const kind = said["to"]?.[0] ?? (card?.type === "to" ? card.furniture : undefined);
  if (!card || pub === undefined || !space || !kind) return null;
  const before = slot === undefined ? [] : steps.slice(0, steps.indexOf(`card ${slot}`));
  return forecastWalk(furnish(view, before), Number(pub), space, kind, card);
}

/** The view after the steps of a turn that come before guests are moved. */
function furnish(view: NuitView, steps: readonly string[]): NuitView {
  const me = view.to_move ?? 0;
  const ghosts = forecastSpaces(view, steps);
  if (!ghosts.size) return view;
  const pubs = view.board.pubs.map((pub) =>
    pub.seat === me
      ? { ...pub, spaces: pub.spaces.map((each) => fill(each, ghosts.get(spaceName(me, each.space)))) }
      : pub,
  );
  return { ...view, board: { ...view.board, pubs } };
}

/** A space with what would come to it. */
function fill(space: SpaceState, ghost: Ghost | undefined): SpaceState {
  if (!ghost) return space;
  const tile = ghost.tile ?? space.tile;
  const come = countGuests(ghost.guests);
  const free = ghost.tile ? SEATS[ghost.tile as Kind].length : space.free;
  const guests = { ...space.guests };
  for (const [colour, count] of Object.entries(ghost.guests)) guests[colour] = (guests[colour] ?? 0) + count;
  return { ...space, tile, guests, free: come && isForGroup(tile ?? "") ? 0 : free - come };
}
