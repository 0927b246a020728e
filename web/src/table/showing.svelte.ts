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

  #waiting: Update[] = [];
  #timer = 0;
  #pace: (before: AnyView, view: AnyView) => number;

  constructor(pace: (before: AnyView, view: AnyView) => number) {
    this.#pace = pace;
  }

  push(update: Update): void {
    if (update === this.now) return;
    this.#waiting.push(update);
    if (settings.isStill || !this.now || document.hidden || this.#waiting.length > MOST_WAITING) {
      this.#waiting.splice(0, this.#waiting.length - 1);
    }
    this.isBehind = this.#waiting.length > 0;
    if (!this.#timer) this.#next();
  }

  /** Show the latest update at once. */
  skip(): void {
    this.#waiting.splice(0, this.#waiting.length - 1);
    clearTimeout(this.#timer);
    this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(): void {
    const update = this.#waiting.shift();
    this.#timer = 0;
    if (!update) return;
    this.before = this.now;
    if (this.now?.view?.ply !== update.view?.ply) this.earlier = this.now;
    this.now = update;
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
