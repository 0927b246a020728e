// The model of the board, which all its pieces share: the view, what is pointed at, and what would follow from it.
import { untrack } from "svelte";
import type { BoardProps, Player } from "../game";
import { speech } from "../../words/language.svelte";
import { splitTarget } from "../target";
import { forecastSpaces, forecastSteps, listWalks, type Ghost, type Walk } from "./forecast";
import { compare, NOTHING, type Changes } from "./changes";
import { listGuests, narrow, orderSeats, spaceName, type Kind, type SpaceState } from "./pieces";
import { listSources, playOf, proposeSeats, readPicked, STEP_TARGET, type Plan } from "./plans";
import { Pointing } from "./pointing.svelte";
import { gainsSince, marksSince } from "./since";
import { narrowWords } from "./words";

export class BoardModel {
  readonly pointing: Pointing;
  changes = $state.raw<Changes>(NOTHING);
  #props: () => BoardProps;
  #ply = -1;

  constructor(props: () => BoardProps) {
    this.#props = props;
    this.pointing = new Pointing(props().choice);
  }

  view = $derived.by(() => narrow(this.#props().view));
  board = $derived.by(() => this.view.board);
  words = $derived.by(() => narrowWords(this.#props().words));
  /** Whose pub is shown large. */
  mine = $derived.by(() => this.view.seat ?? 0);
  others = $derived.by(() => orderSeats(this.board.pubs.length, this.mine).slice(1));
  /** Whether the hand in sight is the viewer's own: who only watches, or looks at a game again, has none. */
  isOwn = $derived.by(() =>
    this.#props().players.some(({ seat, isYou }) => isYou && seat === this.view.seat),
  );
  isMyMove = $derived.by(() => this.view.legal.length > 0);

  /** What can be touched on this board. */
  get choice() {
    return this.pointing.choice;
  }

  /** The same, or what is being dragged. */
  get active() {
    return this.pointing.active;
  }

  playerOf(seat: number): Player | undefined {
    return this.#props().players[seat];
  }

  nameOf(seat: number): string {
    return this.playerOf(seat)?.name ?? "";
  }

  /** Keeps up with the table: what happened since the last view. */
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

  /** What the others have changed since the viewer's turn. */
  marks = $derived.by(() => marksSince(this.#props().since ?? []));
  /** What the last move touched, unless all that the others did is marked. */
  recent = $derived.by((): ReadonlySet<string> => (this.#props().since ? new Set() : this.#props().recent));
  /** What has come into the tills since then, or with the last move. */
  gains = $derived.by(() => {
    const { since } = this.#props();
    return since ? gainsSince(since) : this.changes.gains;
  });

  /** The card whose guests are sought, and the tile that they leave, played or only lifted. */
  moving = $derived.by(() => {
    const { card, leaving, stage } = this.board;
    const lifted = stage === "card" ? readPicked(this.view, this.active.picked) : null;
    return { card: card ?? lifted?.card ?? null, source: leaving ?? lifted?.source ?? null };
  });

  /** Whether guests have got up who may be told what to look for. */
  isNaming = $derived.by(
    () => this.isMyMove && this.moving.card?.type === "from" && this.moving.source !== null,
  );

  /** What would stand or sit on spaces, by their names. */
  ghosts = $derived.by((): ReadonlyMap<string, Ghost> => {
    const { board } = this;
    const plan = this.pointing.preview;
    if (plan && plan.targets.at(-1) !== STEP_TARGET) return forecastSpaces(this.view, plan.steps, plan.said);
    if (!board.group || !this.isMyMove) return new Map();
    const me = this.view.to_move ?? 0;
    const waiting = listGuests(board.group.guests);
    const ghosts = new Map<string, Ghost>();
    proposeSeats(this.view).forEach((seat, at) => {
      const name = spaceName(me, seat);
      const guests = ghosts.get(name)?.guests ?? {};
      const colour = waiting[at] ?? "";
      ghosts.set(name, { tile: null, guests: { ...guests, [colour]: (guests[colour] ?? 0) + 1 } });
    });
    return ghosts;
  });

  /** Where the guests who get up would go, for every kind of furniture that can be named. */
  forecasts = $derived.by((): Partial<Record<Kind, Walk>> => {
    const { view } = this;
    const { card, source } = this.moving;
    if (!card || !source) return {};
    const walks = view.board.card
      ? view.legal.flatMap((text) => listWalks(view, [text]))
      : listWalks(view, [playOf(view, card)]);
    const own = walks.filter(({ pub, space }) => pub === source.pub && space === source.space);
    return Object.fromEntries(own.map((walk) => [walk.furniture, walk]));
  });

  /** The walk that is considered. */
  walk = $derived.by((): Walk | null => {
    const { preview } = this.pointing;
    return preview ? forecastSteps(this.view, preview.steps, preview.said) : null;
  });

  /** What owners would get. */
  expected = $derived.by((): ReadonlyMap<number, number> => {
    if (this.pointing.preview?.kind === "cash")
      return new Map(this.board.pubs.map((pub) => [pub.seat, pub.worth]));
    return new Map(this.walk?.pay ? [[this.walk.pub, this.walk.pay]] : []);
  });

  /** Spaces that matter for what is considered. */
  relevant = $derived.by((): ReadonlySet<string> => {
    const { board, view, walk, active } = this;
    // A card that is carried somewhere is still the one that matters.
    const isCarried = active !== this.choice && !/^(\d|kind):/.test(active.considered ?? "");
    const [what, which] = splitTarget((isCarried ? active.picked[0] : active.considered) ?? "");
    const me = view.to_move ?? 0;
    const spaces = (pub: number, fits: (space: SpaceState) => boolean) =>
      new Set(board.pubs[pub]?.spaces.filter(fits).map((each) => spaceName(pub, each.space)) ?? []);
    const card = what === "hand" ? board.hands[me]?.[Number(which)]?.card : null;
    if (card) return new Set(listSources(view, card).map((each) => spaceName(each.pub, each.space)));
    const group = what === "guest_card" ? board.open_guests[Number(which)] : null;
    if (group) return spaces(me, (each) => each.tile === group.furniture && each.free > 0);
    const sought = what === "kind" ? which : this.moving.card?.furniture;
    const end = walk?.isTaken ? walk.stops.at(-1) : undefined;
    return end === undefined ? new Set() : spaces(end, (each) => each.tile === sought && each.free > 0);
  });

  /** What stands and sits in a pub. */
  describePub(seat: number): string {
    const pub = this.board.pubs[seat];
    const spaces =
      pub?.spaces.filter(({ tile }) => tile).map((space) => this.describeSpace(seat, space)) ?? [];
    return spaces.join(`${this.words.semicolon} `) || (pub?.name ?? "");
  }

  /** A space in words; one that can be touched also says what comes of it. */
  describeSpace(seat: number, space: SpaceState): string {
    const { words, board, view } = this;
    const guests = listGuests(space.guests);
    const what = space.tile
      ? words.board.seat(
          words.kinds[space.tile as Kind].name,
          guests.length ? words.present(guests) : "",
          space.free,
        )
      : words.board.freeSpace;
    const target = [...this.active.picked, spaceName(seat, space.space)].join();
    const plan = (this.active.legal as Plan[]).find(({ targets }) => targets.join() === target);
    const walk = plan && forecastSteps(view, plan.steps);
    const outcome = walk ? `${speech.colon} ${words.walk(walk)}` : "";
    return `${board.pubs[seat]?.name}, ${words.space(space.space)}, ${what}${outcome}`;
  }
}
