// Who sits in front of this page. Nobody has to say a name before they play: they get one.
import { forgetNotes } from "./notes";
import { api } from "./wire/client";
import type { ListedGame, ListedTable } from "./wire/types";

class Me {
  name = $state("");
  isKnown = $state(false);

  /** Where they sit, which public tables wait for somebody, and which can be watched. */
  mine = $state.raw<ListedTable[]>([]);
  waiting = $state.raw<ListedTable[]>([]);
  watching = $state.raw<ListedTable[]>([]);

  /** Every game of the server. */
  games = $state.raw<ListedGame[]>([]);

  async recall(): Promise<void> {
    const welcome = await api.welcome();
    this.name = welcome.name ?? "";
    this.isKnown = welcome.name !== null;
    this.mine = welcome.mine;
    this.waiting = welcome.waiting;
    this.watching = welcome.watching;
    this.games = welcome.games;
  }

  /** Be known, under the given name or under any. */
  async introduce(name: string): Promise<void> {
    this.name = (await api.introduce(name)).name;
    this.isKnown = true;
  }

  async beKnown(guest: string): Promise<void> {
    if (!this.isKnown) await this.introduce(guest);
  }

  forget(): void {
    this.name = "";
    this.isKnown = false;
    forgetNotes();
  }
}

export const me = new Me();
