// Pass and play: when the device changes hands, whoever has just moved sees their piece land before all is covered.
// Nothing is given away meanwhile: the server shows nobody's hand from the moment the next player is to move.
const LINGERS = 1200;

export class Cover {
  /** The seat that the device must be handed to, once it is covered. */
  seat = $state<number | null>(null);
  #next: number | null = null;
  #timer = 0;

  /** The device is wanted by a seat; null if it is where it belongs. */
  want(seat: number | null, hasSomethingToSee: boolean): void {
    if (seat === this.#next) return;
    clearTimeout(this.#timer);
    this.#next = seat;
    if (seat === null || !hasSomethingToSee) this.fall();
    else this.#timer = window.setTimeout(() => this.fall(), LINGERS);
  }

  /** At once: a tap says that all has been seen. */
  fall(): void {
    clearTimeout(this.#timer);
    this.seat = this.#next;
  }
}
