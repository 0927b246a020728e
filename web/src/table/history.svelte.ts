// Remembers how the game looked after each action, so that what the others did can be told, outlined and shown again.
import type { OthersTurn } from "../games/since";
import type { AnyView, TableEvent, Update, Views } from "../wire";
import { standing, type Others } from "./turns";

/** How it looked after an event. */
export interface Snapshot {
  number: number;
  view: AnyView;
}

export interface SeenTurn extends OthersTurn {
  /** Before it, and after each of its actions. */
  snapshots: Snapshot[];
}

const MOST = 200;
/** As many as the server gives at once. */
const MOST_ASKED = 100;

export class ViewHistory {
  /** By the number of the event that led there; 0 for the deal. Never wrong, whatever is taken back. */
  #views = $state.raw<ReadonlyMap<number, AnyView>>(new Map());
  #asked = -1;

  constructor(
    /** Gives the last so many positions. */
    readonly views: (count: number, drawing: boolean) => Promise<Views>,
    readonly targetsOf: (event: TableEvent) => readonly string[],
  ) {}

  /** What was just seen. `events` is all that is known to have happened. */
  keep({ number, view, you }: Update, events: readonly TableEvent[]): void {
    // On a device that several people share, the next one may not see what the last one saw.
    if (view && you.seats.length < 2) this.#add(number, [view], events);
  }

  /** The turns of the others; null if something of them was not seen. */
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

  /** Asks for what was not seen: after a reload, or where much came at once. */
  async ask(
    update: Update,
    { before }: Others<TableEvent>,
    events: () => readonly TableEvent[],
  ): Promise<void> {
    if (this.#asked === update.number) return;
    this.#asked = update.number;
    // With the one before them, and with what has happened meanwhile and is still to be shown.
    const moves = standing(events());
    const count = moves.length - moves.findIndex(({ number }) => number === before?.number);
    const hasDrawing = update.view?.drawing !== undefined;
    try {
      const { number, views } = await this.views(Math.min(count, MOST_ASKED), hasDrawing);
      this.#add(number, views, events());
    } catch {
      this.#asked = -1; // the next update asks again
    }
  }

  /** `views` are the last ones after so many events. */
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
