// Who sits in front of this page. Nobody has to say a name before they play: they get one.
import { hasServer } from "./address";
import { tablesHere } from "./device/stored";
import { forgetNotes } from "./notes";
import { forgetSaved } from "./offline/saved";
import { speech } from "./words";
import { forget, recall, store } from "./storage";
import { api, type ListedGame, type ListedTable, playsHere } from "./wire";

const RENEWED = "estaminet.renewed";
const NAME = "name";
const DAY = 86_400_000;

/** One of the names that nobody at the table has; `chance` is at least 0 and less than 1. */
export function suggestName(names: readonly string[], taken: readonly string[], chance: number): string {
  const free = names.filter((name) => !taken.includes(name));
  const from = free.length ? free : names;
  return from[Math.floor(chance * from.length)] ?? "";
}

/** What somebody is called who has not said their name: one of the names that nobody at the table has. */
export const nickname = (taken: readonly string[] = []): string =>
  suggestName(speech.words.people.nicknames.split(", "), taken, 0);

class Me {
  name = $state("");
  isKnown = $state(false);

  /** Where they sit, which public tables wait for somebody, and which can be watched. */
  mine = $state.raw<ListedTable[]>([]);
  waiting = $state.raw<ListedTable[]>([]);
  watching = $state.raw<ListedTable[]>([]);

  /** The tables on this device, the latest first. */
  here = $state.raw<ListedTable[]>([]);

  /** Every game of the house. */
  games = $state.raw<ListedGame[]>([]);

  /** Where other devices reach the server. */
  addresses = $state.raw<string[]>([]);

  async recall(): Promise<void> {
    this.here = await tablesHere();
    this.name ||= recall<string>(NAME) ?? "";
    if (!hasServer) {
      this.isKnown = this.name !== "";
      this.games = await api.games().catch(() => []); // the page has those of its own
      return;
    }
    const welcome = await api.welcome();
    this.#note(welcome.name ?? "");
    this.mine = welcome.mine;
    this.waiting = welcome.waiting;
    this.watching = welcome.watching;
    this.games = welcome.games;
    this.addresses = welcome.addresses;
    if (this.isKnown) void this.#renew();
  }

  /** The cookie is good for another year, and the server sees that this device is in use; once a day is enough. */
  async #renew(): Promise<void> {
    const last = Number(localStorage.getItem(RENEWED));
    if (Math.abs(Date.now() - last) < DAY) return;
    try {
      await api.renew();
      localStorage.setItem(RENEWED, String(Date.now()));
    } catch {
      // The next page tries again.
    }
  }

  /** Be called otherwise. The house on this device hears it when somebody plays there next. */
  async rename(name: string): Promise<void> {
    if (hasServer) await this.introduce(name);
    else this.#note(name);
  }

  /** Be known, under the given name or under any. */
  async introduce(name: string): Promise<void> {
    this.#note((await api.introduce(name)).name);
  }

  /** The house on this device is told each time: nobody has a cookie there. */
  async beKnown(name = this.name || nickname()): Promise<void> {
    if (!this.isKnown || playsHere()) await this.introduce(name);
  }

  /** Without a connection, too, one is called as one was. */
  #note(name: string): void {
    this.name = name;
    this.isKnown = name !== "";
    store(NAME, name);
  }

  /** Be who a personal link says; whoever was here before, if that was somebody else, leaves nothing behind. */
  async claim(token: string, isAnother: boolean): Promise<void> {
    await api.claim(token);
    if (isAnother) await this.forget();
    await this.recall();
  }

  async forget(): Promise<void> {
    this.name = "";
    this.isKnown = false;
    forget(NAME);
    forgetNotes();
    await forgetSaved();
  }
}

export const me = new Me();
