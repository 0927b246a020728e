// Shows pictures one after the other, so that people can follow what others did, even when it all came at once.
import { settings } from "../settings.svelte";
import type { Update } from "../wire/types";

const PACE = 420;
const MOST_WAITING = 8;

export class Showing {
  now = $state.raw<Update | null>(null);
  before = $state.raw<Update | null>(null);
  /** Whether newer pictures wait to be shown. */
  isBehind = $state(false);

  #waiting: Update[] = [];
  #timer = 0;

  push(picture: Update): void {
    if (picture === this.now) return;
    this.#waiting.push(picture);
    if (settings.isStill || !this.now || document.hidden || this.#waiting.length > MOST_WAITING) {
      this.#waiting.splice(0, this.#waiting.length - 1);
    }
    this.isBehind = this.#waiting.length > 0;
    if (!this.#timer) this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(): void {
    const picture = this.#waiting.shift();
    this.#timer = 0;
    if (!picture) return;
    const isMove = this.now?.view?.ply !== picture.view?.ply;
    this.before = this.now;
    this.now = picture;
    this.isBehind = this.#waiting.length > 0;
    this.#timer = window.setTimeout(() => this.#next(), isMove && !settings.isStill ? PACE : 0);
  }
}
