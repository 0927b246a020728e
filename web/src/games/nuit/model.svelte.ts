// The model of the board, which all its pieces share: the view, what is pointed at, and what would follow from it.
import { untrack } from "svelte";
import type { BoardProps } from "../game";
import { splitTarget } from "../target";
import { forecastWalk, type Walk } from "./forecast";
import { compare, NOTHING, type Changes } from "./changes";
import {
  isForGroup,
  KINDS,
  listGuests,
  narrow,
  orderSeats,
  type Guests,
  type Kind,
  type SpaceState,
} from "./pieces";
import { spaceName, Spaces } from "./spaces.svelte";
import { narrowWords } from "./words/lexicon";

interface Ghost {
  /** Name of the space: `2:i5`. */
  space: string;
  tile: string | null;
  guests: Guests;
}

export class BoardModel {
  readonly spaces: Spaces;
  changes = $state.raw<Changes>(NOTHING);
  #props: () => BoardProps;
  #ply = -1;

  constructor(props: () => BoardProps) {
    this.#props = props;
    this.spaces = new Spaces(props().choice);
  }

  view = $derived.by(() => narrow(this.#props().view));
  board = $derived.by(() => this.view.board);
  words = $derived.by(() => narrowWords(this.#props().words));
  recent = $derived.by(() => this.#props().recent);
  /** Whose pub is shown large. */
  mine = $derived.by(() => this.view.seat ?? 0);
  others = $derived.by(() => orderSeats(this.board.pubs.length, this.mine).slice(1));
  isMyMove = $derived.by(() => this.view.legal.length > 0);

  get choice() {
    return this.#props().choice;
  }

  nameOf(seat: number): string {
    return this.#props().players[seat]?.name ?? "";
  }

  /** Keeps up with the table: what happened since the last view, which spaces can be pointed at. */
  follow(): void {
    const { before, view, recent } = this.#props();
    if (view.ply === this.#ply) return;
    const isOnward = before !== null && before.ply < view.ply;
    const changes = isOnward ? compare(narrow(before), narrow(view), recent) : NOTHING;
    this.#ply = view.ply;
    untrack(() => (this.changes = changes));
  }

  delay(place: string): number {
    return this.changes.delays.get(place) ?? 0;
  }

  /** What would stand or sit on the space that is considered. */
  ghost = $derived.by((): Ghost | null => {
    const action = this.spaces.preview;
    const target = action?.targets.at(-1)?.slice(6);
    const { board } = this;
    const me = this.view.to_move ?? 0;
    if (!action || !target) return null;
    const space = spaceName(me, target);
    if (action.kind === "put") return { space, tile: board.start_tiles[me]?.[0] ?? null, guests: {} };
    if (action.kind === "equip")
      return { space, tile: board.open_tiles[Number(action.targets[0]?.slice(5))] ?? null, guests: {} };
    if (action.kind !== "seat" || !board.group) return null;
    const [first = ""] = listGuests(board.group.guests);
    return {
      space,
      tile: null,
      guests: isForGroup(board.group.furniture) ? board.group.guests : { [first]: 1 },
    };
  });

  /** Where the guests who get up would go, for every kind of furniture that can be named. */
  forecasts = $derived.by((): Partial<Record<Kind, Walk>> => {
    const { leaving, stage } = this.board;
    if (!leaving || stage !== "to") return {};
    const walks = KINDS.map(
      (kind) => [kind, forecastWalk(this.view, leaving.pub, leaving.space, kind)] as const,
    );
    return Object.fromEntries(walks.filter(([, walk]) => walk));
  });

  /** The walk that is considered. */
  walk = $derived.by((): Walk | null => {
    const { stage, card } = this.board;
    if (stage === "to") return this.forecasts[this.choice.considered?.slice(5) as Kind] ?? null;
    const preview = this.spaces.preview;
    if (stage !== "from" || card?.type !== "to" || !preview) return null;
    return forecastWalk(
      this.view,
      Number(preview.targets[0]?.slice(4)),
      preview.targets[1]?.slice(6) ?? "",
      card.furniture,
    );
  });

  /** A walk in words. */
  describeWalk(walk: Walk | null | undefined): string {
    if (!walk) return "";
    const { board } = this.words;
    const pub = (seat: number) => this.board.pubs[seat]?.name ?? "";
    const end = walk.stops.at(-1) ?? 0;
    if (walk.isTaken && end === walk.pub) return `${board.stays}; ${board.unpaid}`;
    const where = walk.isTaken ? board.goesTo(pub(end)) : board.goHome;
    return `${where}; ${walk.pay ? board.paid(pub(walk.pub), this.words.score(walk.pay)) : board.unpaid}`;
  }

  /** What owners would get. */
  expected = $derived.by((): ReadonlyMap<number, number> => {
    if (this.choice.preview?.kind === "cash")
      return new Map(this.board.pubs.map((pub) => [pub.seat, pub.worth]));
    return new Map(this.walk?.pay ? [[this.walk.pub, this.walk.pay]] : []);
  });

  /** Spaces that matter for what is considered. */
  hinted = $derived.by((): ReadonlySet<string> => {
    const [what, which] = splitTarget(this.choice.considered ?? "");
    const { board, view, walk } = this;
    const me = view.to_move ?? 0;
    const spaces = (pubs: number[], fits: (space: SpaceState) => boolean) =>
      new Set(
        pubs.flatMap(
          (pub) => board.pubs[pub]?.spaces.filter(fits).map((each) => spaceName(pub, each.space)) ?? [],
        ),
      );
    const card = what === "hand" ? board.hands[me]?.[Number(which)]?.card : null;
    if (card) {
      const isFrom = card.type === "from";
      const all = board.pubs.map((pub) => pub.seat);
      return spaces(
        all,
        (each) => listGuests(each.guests).length > 0 && (each.tile === card.furniture) === isFrom,
      );
    }
    const group = what === "guest_card" ? board.open_guests[Number(which)] : null;
    if (group) return spaces([me], (each) => each.tile === group.furniture && each.free > 0);
    const sought = board.stage === "to" ? which : board.card?.furniture;
    const end = walk?.isTaken ? walk.stops.at(-1) : undefined;
    return end === undefined ? new Set() : spaces([end], (each) => each.tile === sought && each.free > 0);
  });

  describeSpace(seat: number, space: SpaceState): string {
    const { words, board } = this;
    const guests = listGuests(space.guests);
    const what = space.tile
      ? words.board.seat(
          words.kinds[space.tile as Kind].name,
          guests.length ? words.guests(guests) : "",
          space.free,
        )
      : words.board.freeSpace;
    return `${board.pubs[seat]?.name}, ${words.space(space.space)}, ${what}`;
  }
}
