// The deals of today as the first page shows them, and on how many days in a row somebody has played one.
import { hasServer } from "../address";
import { cards } from "../games";
import { forget, recall, store, storedNames } from "../storage";
import { api, type Contest } from "../wire";
import { dayAfter, type DealState, stateOf } from "./contest";

export interface TodaysDeal {
  id: string;
  game: string;
  /** Null while nobody has said. */
  state: DealState | null;
  /** How many people have finished it; null where nobody else is. */
  finished: number | null;
}

const STATE = "contest.";
const DAYS = "daily.days";
const MOST_DAYS = 400;

/** How many days in a row, up to this one or to the one before: today is not over yet. */
export function streakOf(days: readonly string[], date: string): number {
  let at = days.includes(date) ? date : dayAfter(date, -1);
  let streak = 0;
  for (; days.includes(at); streak += 1) at = dayAfter(at, -1);
  return streak;
}

const recallDays = (): string[] => recall<string[]>(DAYS) ?? [];
/** Today, as everybody counts it: in UTC. */
export const utcDay = (): string => new Date().toISOString().slice(0, 10);

/** Notes how far somebody is, for when nobody can be asked. A deal counts for its day, also when it
 *  was finished after midnight. */
export function note({ id, date, mine }: Pick<Contest, "id" | "date" | "mine">, today = utcDay()): void {
  if (!date) return;
  const state = stateOf(mine[0]);
  if (!hasServer && state !== "open") store(STATE + id, state);
  for (const name of storedNames(`${STATE}daily-`))
    if (name.slice(`${STATE}daily-`.length) < dayAfter(today, -1)) forget(name);
  const days = recallDays();
  if (date >= dayAfter(today, -1) && mine[0]?.is_over && !days.includes(date))
    store(DAYS, [...days, date].slice(-MOST_DAYS));
}

/** In the order of the games on the first page. */
export function inOrder<Of extends { game: string }>(deals: readonly Of[]): Of[] {
  const order = cards().map(({ name }) => name);
  return [...deals].sort((one, other) => order.indexOf(one.game) - order.indexOf(other.game));
}

class Today {
  /** What is known without asking: that there are deals, and on a device of one's own how far one is. */
  deals = $state.raw<TodaysDeal[]>([]);
  /** When the next ones come, in milliseconds since 1970. */
  ends = $state(0);
  streak = $state(0);

  async look(): Promise<void> {
    this.#recall();
    // Without a server the house would have to be woken, and would say nothing new.
    if (hasServer) await this.#ask();
  }

  #recall(): void {
    const date = utcDay();
    this.ends = Date.parse(dayAfter(date));
    this.streak = streakOf(recallDays(), date);
    if (hasServer && this.deals[0]?.id.includes(date)) return; // the server has said more
    this.deals = cards()
      .filter(({ isGeneric }) => !isGeneric)
      .map(({ name: game }) => {
        const id = `daily-${date}-${game}`;
        const state = hasServer ? null : (recall<DealState>(STATE + id) ?? "open");
        return { id, game, state, finished: null };
      });
  }

  async #ask(): Promise<void> {
    const { date, ends, contests } = await api.daily();
    for (const each of contests) note(each, date);
    this.streak = streakOf(recallDays(), date);
    this.ends = ends;
    this.deals = inOrder(contests).map(({ id, game, mine, finished }) => ({
      id,
      game,
      state: stateOf(mine[0]),
      finished: finished[0] ?? 0,
    }));
  }
}

export const today = new Today();
