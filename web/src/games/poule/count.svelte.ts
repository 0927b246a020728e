// The count of a full square: one stretch after the other is lit, and its coins fly to whom it pays.
import { settings } from "../../settings.svelte";
import type { PouleBoard } from "../../wire/types";
import { coins } from "./coins";
import { totals, type Segment } from "./market";

/** Milliseconds: until everybody has seen the last piece, for a stretch, and for all of them at most. */
const LANDING = 1500;
const STRETCH = 620;
const LONGEST = 6500;

export class Count {
  /** The square that is counted, with the money as far as it is counted; null if nothing is. */
  shown = $state.raw<PouleBoard | null>(null);
  /** The stretch that is being paid. */
  segment = $state.raw<Segment | null>(null);
  /** What everybody has got so far. */
  sums = $state.raw<number[]>([]);
  isDone = $state(false);

  #paying: Segment[] = [];
  #before: PouleBoard | null = null;
  #after: PouleBoard | null = null;
  #root: () => HTMLElement | undefined = () => undefined;
  #timer = 0;

  /** `mover` has put down the last piece. */
  begin(
    after: PouleBoard,
    before: PouleBoard,
    mover: number | null,
    root: () => HTMLElement | undefined,
  ): void {
    const paid = after.last_round;
    if (!paid) return;
    [this.#before, this.#after, this.#root] = [putDown(before, paid.pieces, mover), after, root];
    this.#paying = paid.segments.filter(({ value, ranks }) => value && ranks.some((each) => each));
    this.isDone = false;
    this.#show(0);
    this.#timer = window.setTimeout(() => (settings.isStill ? this.finish() : this.#step(0)), LANDING);
  }

  /** All at once, for whoever has seen enough. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#show(this.#paying.length);
    this.segment = null;
    this.isDone = true;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.shown = this.segment = null;
    this.isDone = false;
  }

  #step(at: number): void {
    const segment = this.#paying[at];
    if (!segment) return this.finish();
    const pace = Math.min(STRETCH, LONGEST / this.#paying.length);
    this.segment = segment;
    this.#show(at + 1);
    const root = this.#root();
    if (root) coins(root, segment, pace);
    this.#timer = window.setTimeout(() => this.#step(at + 1), at + 1 < this.#paying.length ? pace : LANDING);
  }

  /** The square as it was, after so many stretches. */
  #show(counted: number): void {
    const [before, paid] = [this.#before, this.#after?.last_round];
    if (!before || !paid) return;
    this.sums = totals(this.#paying.slice(0, counted), paid.gains.length);
    this.shown = {
      ...before,
      pieces: paid.pieces,
      segments: paid.segments,
      drawn: null,
      money: before.money.map((money, seat) => money + (this.sums[seat] ?? 0)),
    };
  }
}

/** A board whose last piece is no longer in the hand of whoever put it down. */
function putDown(board: PouleBoard, pieces: PouleBoard["pieces"], mover: number | null): PouleBoard {
  const placed = pieces.find(({ cell }) => board.pieces.every((each) => each.cell !== cell));
  if (!placed || board.drawn) return board;
  const { seat, rank } = placed;
  if (seat === null || rank === null)
    return { ...board, holds_secret: board.holds_secret.map((holds, each) => holds && each !== mover) };
  return {
    ...board,
    stalls: board.stalls.map((hand, each) =>
      each === seat ? { ...hand, [rank]: (hand[rank] ?? 1) - 1 } : hand,
    ),
  };
}
