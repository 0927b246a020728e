// Whether a phone shows the hand and its choices large, because the board is on a big screen. Nothing changes in the
// middle of a game unless somebody wants it: what holds is settled when the table is opened, or by hand.
import { recall, store } from "../storage";

const STORED = "hand";

export class HandView {
  isOn = $state(false);
  readonly isPhone = matchMedia("(max-width: 40rem)").matches;

  constructor(
    readonly table: string,
    screens: number,
  ) {
    const chosen = recall<{ table: string; isOn: boolean }>(STORED);
    this.isOn = chosen?.table === table ? chosen.isOn : screens > 0;
  }

  /** What somebody wants at this table; the next one asks anew. */
  choose(isOn: boolean): void {
    this.isOn = isOn;
    store(STORED, { table: this.table, isOn });
  }
}
