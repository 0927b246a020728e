// Shows updates one after the other, so that people can follow what others did, even when it all came at once.
import { settings } from "../settings.svelte";
import type { AnyView, Update } from "../wire/types";

const MOST_WAITING = 40;
/** However much came at once, nobody waits longer than this. */
const LONGEST = 9000;

export class Showing {
  now = $state.raw<Update | null>(null);
  before = $state.raw<Update | null>(null);
  /** The last one from before the last action: not the same as `before` when only who watches has changed. */
  earlier = $state.raw<Update | null>(null);
  /** Whether newer updates wait to be shown. */
  isBehind = $state(false);
  /** Whether the board shows something first, and says when it has: until then nothing newer comes. */
  isHeld = $state(false);

  #waiting: Update[] = [];
  #timer = 0;
  #pace: (before: AnyView, view: AnyView) => number;
  #holds: (before: AnyView, view: AnyView) => boolean;

  constructor(
    pace: (before: AnyView, view: AnyView) => number,
    holds: (before: AnyView, view: AnyView) => boolean = () => false,
  ) {
    this.#pace = pace;
    this.#holds = holds;
  }

  push(update: Update): void {
    if (update === this.now) return;
    this.#waiting.push(update);
    if (settings.isStill || !this.now || document.hidden || this.#waiting.length > MOST_WAITING) {
      this.#waiting.splice(0, this.#waiting.length - 1);
    }
    this.isBehind = this.#waiting.length > 0;
    if (!this.#timer && !this.isHeld) this.#next();
  }

  /** The board has shown what it had to show. */
  release(): void {
    this.isHeld = false;
    if (!this.#timer) this.#next();
  }

  /** Show the latest update at once. */
  skip(): void {
    this.#waiting.splice(0, this.#waiting.length - 1);
    clearTimeout(this.#timer);
    this.isHeld = false;
    this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(): void {
    this.#timer = 0;
    if (this.isHeld) return;
    const update = this.#waiting.shift();
    if (!update) return;
    this.before = this.now;
    if (this.now?.view?.ply !== update.view?.ply) this.earlier = this.now;
    this.now = update;
    this.isHeld = Boolean(this.before?.view && update.view && this.#holds(this.before.view, update.view));
    this.isBehind = this.#waiting.length > 0;
    this.#timer = window.setTimeout(() => this.#next(), this.#pause());
  }

  /** How long the update stands before the next may come. */
  #pause(): number {
    const [before, view] = [this.before?.view, this.now?.view];
    if (settings.isStill || !before || !view || before.ply === view.ply) return 0;
    return Math.min(this.#pace(before, view), LONGEST / (this.#waiting.length + 1));
  }
}
