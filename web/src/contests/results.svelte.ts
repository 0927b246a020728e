// The results of a deal: looked at once, and again as long as the house plays it.
import { api, type ContestResults } from "../wire";
import { explain } from "../words";

const FIRST_WAIT = 3000;
const LONGEST_WAIT = 20_000;
/** Each wait is so much longer than the one before it. */
const PATIENCE = 1.25;

export class ResultsRequest {
  results = $state.raw<ContestResults | null>(null);
  /** Why there are none, as a sentence. */
  failure = $state("");
  #run = 0;

  async begin(contest: string, deal: number): Promise<void> {
    const run = ++this.#run;
    this.failure = "";
    let wait = FIRST_WAIT;
    try {
      while (run === this.#run) {
        const found = await api.results(contest, deal);
        if (run !== this.#run) return;
        const more = found.house.done - (this.results?.house.done ?? 0);
        this.results = found;
        if (found.house.done >= found.house.total) return;
        wait = more > 0 ? FIRST_WAIT : Math.min(LONGEST_WAIT, wait * PATIENCE);
        await pause(wait);
      }
    } catch (error) {
      if (run === this.#run) this.failure = explain(error);
    }
  }

  stop(): void {
    this.#run += 1;
  }
}

/** So many milliseconds, and until somebody looks. */
async function pause(wait: number): Promise<void> {
  await new Promise((wake) => setTimeout(wake, wait));
  if (document.hidden)
    await new Promise((wake) => document.addEventListener("visibilitychange", wake, { once: true }));
}
