// Whether the house can be reached. While it cannot, it is asked again and again. One on this device always can.
import { hasServer, ROOT } from "../address";

/** In milliseconds: how often it is asked, and how long it is said that it answers again. */
const AGAIN = 5000;
const SAID = 5000;

class Online {
  isOff = $state(hasServer && !navigator.onLine);
  /** Whether it has just come back. */
  isBack = $state(false);
  #asking: Promise<void> | null = null;
  #timer = 0;

  constructor() {
    if (!hasServer) return;
    addEventListener("offline", () => this.#note(true));
    addEventListener("online", () => void this.ask());
    if (this.isOff) this.#note(true);
  }

  /** Something did not arrive: find out whether anything does. */
  ask(): Promise<void> {
    this.#asking ??= fetch(ROOT, { method: "HEAD", cache: "no-store" })
      .then(
        ({ status }) => this.#note(status >= 500),
        () => this.#note(true),
      )
      .finally(() => (this.#asking = null));
    return this.#asking;
  }

  #note(isOff: boolean): void {
    clearTimeout(this.#timer);
    this.isBack = !isOff && (this.isOff || this.isBack);
    this.isOff = isOff;
    if (isOff) this.#timer = window.setTimeout(() => void (this.isOff && this.ask()), AGAIN);
    else if (this.isBack) this.#timer = window.setTimeout(() => (this.isBack = false), SAID);
  }
}

export const online = new Online();
