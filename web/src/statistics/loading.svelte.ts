// What takes a while: all games of somebody, page by page; all their records in a file; reviews of several games.
import { ReviewRequest } from "../review/request.svelte";
import { api, type PlayedGame } from "../wire";
import { explain } from "../words";

/** Nobody has so many pages of games. */
const MOST_PAGES = 2000;

export class AllGames {
  /** The latest first, as far as they have come. */
  games = $state.raw<readonly PlayedGame[]>([]);
  /** Finished tables that were looked at, of how many. */
  done = $state(0);
  total = $state(0);
  isDone = $state(false);
  failure = $state("");
  #run = 0;

  async load(): Promise<void> {
    const run = ++this.#run;
    this.failure = "";
    this.isDone = false;
    // What is there stays until all of it has come again.
    const games = new Map<string, PlayedGame>();
    const isFirst = !this.games.length;
    let [before, done] = ["", 0];
    try {
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const found = await api.play(before);
        if (run !== this.#run) return;
        // A game that was touched meanwhile may come twice.
        for (const game of found.games) games.set(game.table, game);
        this.done = done += found.looked_at;
        this.total = found.total;
        if (isFirst) this.games = [...games.values()];
        if (!found.next) break;
        before = found.next;
      }
      this.games = [...games.values()];
      this.isDone = true;
    } catch (error) {
      if (run === this.#run) this.failure = explain(error);
    }
  }

  stop(): void {
    this.#run += 1;
  }
}

/** A file of all records, put together from as many answers as it takes. */
export class RecordsFile {
  done = $state(0);
  isBusy = $state(false);
  failure = $state("");
  #run = 0;

  /** The whole file; null if it was given up, or did not come. `count` records are asked for at a time. */
  async fetch(count: number): Promise<Blob | null> {
    const run = ++this.#run;
    const parts: string[] = [];
    this.done = 0;
    this.failure = "";
    this.isBusy = true;
    try {
      for (let before = ""; ;) {
        const text = await api.records(before, count);
        if (run !== this.#run) return null;
        const lines = text.split("\n").filter(Boolean);
        parts.push(text);
        this.done += lines.length;
        if (lines.length < count) return new Blob(parts, { type: "application/jsonl" });
        const { ended, table } = JSON.parse(lines.at(-1) ?? "{}") as { ended: number; table: string };
        before = `${ended}.${table}`;
      }
    } catch (error) {
      if (run === this.#run) this.failure = explain(error);
      return null;
    } finally {
      if (run === this.#run) this.isBusy = false;
    }
  }

  stop(): void {
    this.#run += 1;
    this.isBusy = false;
  }
}

/** Reviews of several games, one after the other. */
export class ReviewsToMake {
  /** Which one is being made; null if none is. */
  at = $state<number | null>(null);
  count = $state(0);
  /** Why one could not be made, as a sentence; the others are made all the same. */
  failure = $state("");
  #request = $state.raw<ReviewRequest | null>(null);
  #isStopped = false;

  /** From 0 to 1, of the one that is being made. */
  get progress(): number | null {
    return this.#request?.progress ?? null;
  }

  /** Whether at least one was made. */
  async make(tables: readonly string[]): Promise<boolean> {
    if (this.at !== null) return false;
    this.#isStopped = false;
    this.failure = "";
    this.count = tables.length;
    let made = 0;
    for (const [at, table] of tables.entries()) {
      if (this.#isStopped) break;
      this.at = at;
      const request = (this.#request = new ReviewRequest());
      await request.begin(() => api.reviewTable(table));
      if (request.failure) this.failure = request.failure;
      else if (request.message?.is_done) made += 1;
    }
    this.at = this.#request = null;
    return made > 0;
  }

  stop(): void {
    this.#isStopped = true;
    this.#request?.stop();
  }
}
