// On which of several pages of one browser the house players move: on the one that somebody looks at.

export class Home {
  #isHere = false;
  #waiting = new AbortController();

  /** `tell` hears whether it is here. A browser without locks lets them move on every page: the log decides. */
  constructor(
    readonly name: string,
    readonly tell: (isHere: boolean) => void,
  ) {
    if ("locks" in navigator) this.#wait();
  }

  /** Somebody looks at this page. */
  take(): void {
    if (this.#isHere || !("locks" in navigator)) return;
    this.#waiting.abort();
    this.#isHere = true;
    void this.#request({ steal: true });
  }

  /** Until no other page has it. */
  #wait(): void {
    this.#isHere = false;
    this.tell(false);
    this.#waiting = new AbortController();
    void this.#request({ signal: this.#waiting.signal });
  }

  async #request(how: LockOptions): Promise<void> {
    try {
      await navigator.locks.request(this.name, how, () => {
        this.#isHere = true;
        this.tell(true);
        return new Promise(() => {});
      });
    } catch {
      // Another page has taken it; or this one has, and waits no longer.
      if (!how.signal?.aborted) this.#wait();
    }
  }
}
