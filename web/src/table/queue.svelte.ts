// Shows updates one by one, so that people can follow the others' moves even after a burst.
import { settings } from "../settings.svelte";
import type { AnyView, Update } from "../wire";

const MOST_WAITING = 40;
/** In milliseconds: the minimum time for another player's move. */
const SEEN = 1000;
/** The limit for any burst; a waiting player can skip it. */
const LONGEST = 20_000;
const FACTORS = { slow: 1.8, normal: 1, fast: 0.45, step: 1 };

interface Pacing {
  pace: (before: AnyView, view: AnyView) => number;
  holds?: ((before: AnyView, view: AnyView) => boolean) | undefined;
  /** Whether the update is minor: it lasts only as long as its animation. */
  isMinor?: (update: Update) => boolean;
  /** Whether a turn ended before this update: in step mode, it waits for a click. */
  stops?: (update: Update) => boolean;
}

export class UpdateQueue {
  now = $state.raw<Update | null>(null);
  before = $state.raw<Update | null>(null);
  /** The last one from before the last action: unlike `before`, not replaced by changes of presence. */
  earlier = $state.raw<Update | null>(null);
  /** The latest one shown, even during a replay. */
  present = $state.raw<Update | null>(null);
  /** Whether newer updates are waiting. */
  isBehind = $state(false);
  /** Whether the board is still counting, and will release the queue: newer updates wait. */
  isHeld = $state(false);
  /** Whether the next update waits for a click. */
  isStopped = $state(false);
  /** Whether this is a replay. */
  isAgain = $state(false);

  #waiting: Update[] = [];
  #timer = 0;
  #pacing: Pacing;

  constructor(pacing: Pacing) {
    this.#pacing = pacing;
  }

  push(update: Update): void {
    if (update === this.present) return;
    const last = this.#waiting.at(-1) ?? this.now;
    this.#waiting.push(update);
    // An undone move is no longer shown or counted.
    if (last?.view && update.view && update.view.ply < last.view.ply) return this.skip();
    const isAtOnce = (settings.isStill || document.hidden) && settings.pace !== "step" && !this.isAgain;
    if (isAtOnce || !this.now || this.#waiting.length > MOST_WAITING)
      this.#waiting.splice(0, this.#waiting.length - 1);
    this.isBehind = true;
    if (!this.#timer && !this.isHeld && !this.isStopped) this.#next();
  }

  /** The board has finished counting. */
  release(): void {
    this.isHeld = false;
    if (!this.#timer && !this.isStopped) this.#next();
  }

  /** Shows the next turn. */
  step(): void {
    if (!this.isStopped) return;
    this.isStopped = false;
    this.#show();
  }

  /** Replays updates, then returns to the present. */
  again(updates: readonly Update[]): void {
    const back = this.now;
    if (!back || this.isBehind || this.isHeld) return;
    clearTimeout(this.#timer);
    this.#waiting = [...updates.filter(({ view }) => view?.ply !== back.view?.ply), back];
    this.isAgain = true;
    this.now = null;
    this.#show();
  }

  /** Jumps to the latest update. */
  skip(): void {
    this.#waiting.splice(0, this.#waiting.length - 1);
    clearTimeout(this.#timer);
    this.isHeld = this.isStopped = false;
    this.#show();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(): void {
    this.#timer = 0;
    const [update] = this.#waiting;
    if (this.isHeld || !update) return;
    this.isStopped = settings.pace === "step" && this.now !== null && (this.#pacing.stops?.(update) ?? false);
    if (!this.isStopped) this.#show();
  }

  #show(): void {
    this.#timer = 0;
    const update = this.#waiting.shift();
    if (!update) return;
    const old = this.now;
    const isAgain = this.#waiting.some((each) => each === this.present);
    // The jump from the middle of a replay to the present is no move.
    const isLeap = this.isAgain && !isAgain && (update.view?.ply ?? 0) - (old?.view?.ply ?? 0) > 1;
    this.before = isLeap ? null : old;
    if (old?.view?.ply !== update.view?.ply) this.earlier = this.before;
    this.now = update;
    this.isAgain = isAgain;
    if (!isAgain) this.present = update;
    const [was, is] = [this.before?.view, update.view];
    this.isHeld = Boolean(was && is && this.#pacing.holds?.(was, is));
    this.isBehind = this.#waiting.length > 0;
    this.#timer = window.setTimeout(() => this.#next(), this.#pause());
  }

  /** The time before the next update. */
  #pause(): number {
    const { now } = this;
    const [before, view] = [this.before?.view, now?.view];
    if (this.isAgain && !before) return SEEN;
    if (!now || !before || !view || before.ply === view.ply) return 0;
    if (settings.isStill && !this.isAgain && settings.pace !== "step") return 0;
    const time = this.#pacing.pace(before, view);
    // The viewer's own action has no minimum time.
    if (before.to_move === before.seat) return time;
    const isMinor = !this.isAgain && (this.#pacing.isMinor?.(now) ?? false);
    const wanted = Math.max(time, isMinor ? 0 : SEEN);
    // A replay on request is never rushed.
    const factor = this.isAgain ? Math.max(1, FACTORS[settings.pace]) : FACTORS[settings.pace];
    return Math.min(wanted, LONGEST / (this.#waiting.length + 1)) * factor;
  }
}
