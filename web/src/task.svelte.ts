// Something that a person has begun and that may fail: one at a time, and what went wrong is said.
import { explain } from "./words";

export class Task {
  isBusy = $state(false);
  /** What went wrong, as a sentence; empty if nothing did. */
  failure = $state("");

  // Not `isBusy`: an effect that begins something must not begin again because it has ended.
  #isUnderWay = false;

  /** Whether it worked. Nothing is begun while another is under way. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.#isUnderWay) return false;
    this.#isUnderWay = true;
    this.isBusy = true;
    this.failure = "";
    try {
      await work();
      return true;
    } catch (error) {
      this.failure = explain(error);
      return false;
    } finally {
      this.#isUnderWay = false;
      this.isBusy = false;
    }
  }
}
