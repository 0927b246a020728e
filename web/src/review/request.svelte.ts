// The request for a review: sent, then polled once a second until it is done.
import { api, Refused, type Review, type ReviewMessage } from "../wire";
import { explain } from "../words";

const SECOND = 1000;

export class ReviewRequest {
  message = $state.raw<ReviewMessage | null>(null);
  /** The failure, as a sentence. */
  failure = $state("");
  #run = 0;

  get review(): Review | null {
    return this.message?.review ?? null;
  }

  /** From 0 to 1; null while it is queued. */
  get progress(): number | null {
    const { done = 0, total = 0 } = this.message ?? {};
    return total ? done / total : null;
  }

  /** `ask` requests the review, or finds it done. */
  async begin(ask: () => Promise<ReviewMessage>): Promise<void> {
    const run = ++this.#run;
    this.failure = "";
    try {
      let message = await ask();
      let hasAskedAgain = false;
      while (run === this.#run) {
        this.message = message;
        if (message.is_done) return;
        await new Promise((wake) => setTimeout(wake, SECOND));
        if (run !== this.#run) return;
        const found = await find(message.key);
        // A background page polls so rarely that the house may drop the review.
        if (!found && hasAskedAgain) throw new Error("the house has given up twice");
        hasAskedAgain ||= !found;
        message = found ?? (await ask());
      }
    } catch (error) {
      if (run === this.#run) this.failure = explain(error);
    }
  }

  stop(): void {
    this.#run += 1;
  }
}

/** The progress; null if nobody works on it any more. */
async function find(key: string): Promise<ReviewMessage | null> {
  try {
    return await api.review(key);
  } catch (error) {
    if (error instanceof Refused && error.code === "review.none") return null;
    throw error;
  }
}
