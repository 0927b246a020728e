// Shows updates one after the other, so that people can follow what others did, even when it all came at once.
import { settings } from "../settings.svelte";
import type { AnyView, Update } from "../wire";

const MOST_WAITING = 40;
/** In milliseconds: what somebody else did is seen at least so long. */
const SEEN = 1000;
/** However much came at once, it is over after this; whoever waits can skip it. */
const LONGEST = 20_000;
const FACTORS = { slow: 1.8, normal: 1, fast: 0.45, step: 1 };

interface Pacing {
  pace: (before: AnyView, view: AnyView) => number;
  holds?: ((before: AnyView, view: AnyView) => boolean) | undefined;
  /** Whether what led to this update matters little: it passes as fast as it moves. */
  isMinor?: (update: Update) => boolean;
  /** Whether somebody's turn is over before this update: step by step, it is asked for. */
  stops?: (update: Update) => boolean;
}

export class UpdateQueue {
  now = $state.raw<Update | null>(null);
  before = $state.raw<Update | null>(null);
  /** The last one from before the last action: not the same as `before` when only who watches has changed. */
  earlier = $state.raw<Update | null>(null);
  /** The latest that has been shown, also while something from before is shown again. */
  present = $state.raw<Update | null>(null);
  /** Whether newer updates wait to be shown. */
  isBehind = $state(false);
  /** Whether the board shows something first, and says when it has: until then nothing newer comes. */
  isHeld = $state(false);
  /** Whether the next update waits for somebody to ask for it. */
  isStopped = $state(false);
  /** Whether this is something from before, shown again. */
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
    // What was taken back is not shown any more, nor counted.
    if (last?.view && update.view && update.view.ply < last.view.ply) return this.skip();
    const isAtOnce = (settings.isStill || document.hidden) && settings.pace !== "step" && !this.isAgain;
    if (isAtOnce || !this.now || this.#waiting.length > MOST_WAITING)
      this.#waiting.splice(0, this.#waiting.length - 1);
    this.isBehind = true;
    if (!this.#timer && !this.isHeld && !this.isStopped) this.#next();
  }

  /** The board has shown what it had to show. */
  release(): void {
    this.isHeld = false;
    if (!this.#timer && !this.isStopped) this.#next();
  }

  /** Go on with the next turn. */
  step(): void {
    if (!this.isStopped) return;
    this.isStopped = false;
    this.#show();
  }

  /** Show something from before, then go back to what is. */
  again(updates: readonly Update[]): void {
    const back = this.now;
    if (!back || this.isBehind || this.isHeld) return;
    clearTimeout(this.#timer);
    this.#waiting = [...updates.filter(({ view }) => view?.ply !== back.view?.ply), back];
    this.isAgain = true;
    this.now = null;
    this.#show();
  }

  /** Show the latest update at once. */
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
    // From the middle of what was shown again nothing leads to what is.
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

  /** How long the update stands before the next may come. */
  #pause(): number {
    const { now } = this;
    const [before, view] = [this.before?.view, now?.view];
    if (this.isAgain && !before) return SEEN;
    if (!now || !before || !view || before.ply === view.ply) return 0;
    if (settings.isStill && !this.isAgain && settings.pace !== "step") return 0;
    const time = this.#pacing.pace(before, view);
    // Who acts knows what they do, and wants to go on.
    if (before.to_move === before.seat) return time;
    const isMinor = !this.isAgain && (this.#pacing.isMinor?.(now) ?? false);
    const wanted = Math.max(time, isMinor ? 0 : SEEN);
    // Whoever asks to see it again wants to see it.
    const factor = this.isAgain ? Math.max(1, FACTORS[settings.pace]) : FACTORS[settings.pace];
    return Math.min(wanted, LONGEST / (this.#waiting.length + 1)) * factor;
  }
}
