// The views after each action, so that the others' moves can be told, outlined and replayed.
import type { OthersTurn } from "../games/since";
import type { AnyView, TableEvent, Update, Views } from "../wire";
import { standing, type Others } from "./turns";

/** The view after an event. */
export interface Snapshot {
  number: number;
  view: AnyView;
}

export interface SeenTurn extends OthersTurn {
  /** The views before and after each action. */
  snapshots: Snapshot[];
}

const MOST = 200;
/** The server's limit per request. */
const MOST_ASKED = 100;

export class ViewHistory {
  /** By the number of the event that led there; 0 for the deal. An undo never invalidates it. */
  #views = $state.raw<ReadonlyMap<number, AnyView>>(new Map());
  #asked = -1;

  constructor(
    /** Loads the last `count` views. */
    readonly views: (count: number, drawing: boolean) => Promise<Views>,
    readonly targetsOf: (event: TableEvent) => readonly string[],
  ) {}

  /** Stores the view of an update. `events` are all known events. */
  keep({ number, view, you }: Update, events: readonly TableEvent[]): void {
    // On a shared device, the next player may not see the last one's view.
    if (view && you.seats.length < 2) this.#add(number, [view], events);
  }

  /** The others' turns; null if some of their views are missing. */
  recall({ before, turns }: Others<TableEvent>): SeenTurn[] | null {
    let last = before?.number ?? 0;
    const seen: SeenTurn[] = [];
    for (const { seat, moves } of turns) {
      const numbers = [last, ...moves.map(({ number }) => number)];
      const snapshots = numbers.flatMap((number) => {
        const view = this.#views.get(number);
        return view ? { number, view } : [];
      });
      const [first, end] = [snapshots[0], snapshots.at(-1)];
      if (!first || !end || snapshots.length < numbers.length) return null;
      seen.push({ seat, targets: moves.flatMap(this.targetsOf), was: first.view, view: end.view, snapshots });
      last = end.number;
    }
    return seen;
  }

  /** Loads missing views: after a reload, or a burst of updates. */
  async ask(
    update: Update,
    { before }: Others<TableEvent>,
    events: () => readonly TableEvent[],
  ): Promise<void> {
    if (this.#asked === update.number) return;
    this.#asked = update.number;
    // Including the move before them, and later moves that are still to be shown.
    const moves = standing(events());
    const count = moves.length - moves.findIndex(({ number }) => number === before?.number);
    const hasDrawing = update.view?.drawing !== undefined;
    try {
      const { number, views } = await this.views(Math.min(count, MOST_ASKED), hasDrawing);
      this.#add(number, views, events());
    } catch {
      this.#asked = -1; // the next update retries
    }
  }

  /** `views` are the last ones at event `number`. */
  #add(number: number, views: readonly AnyView[], events: readonly TableEvent[]): void {
    if ((events.at(-1)?.number ?? 0) < number) return;
    const moves = standing(events.filter((event) => event.number <= number));
    const added = views.flatMap((view, at): [number, AnyView][] => {
      const key = view.ply ? moves.at(at - views.length)?.number : 0;
      return key === undefined ? [] : [[key, view]];
    });
    this.#views = new Map([...this.#views, ...added].slice(-MOST));
  }
}
