// Carries out a whole turn, action by action, as long as all goes as expected.
import type { Action, AnyView } from "../wire/types";
import type { Choice } from "./choice.svelte";

export class WholeTurn {
  #left: readonly Action[] = [];
  /** How many actions the game has had when the next one is due. */
  #ply = 0;

  begin(turn: readonly Action[], choice: Choice, view: AnyView): void {
    this.#left = turn;
    this.#ply = view.ply;
    this.step(choice, view);
  }

  /** The next action, if it is due and legal; otherwise something else has happened, and the rest is dropped. */
  step(choice: Choice, view: AnyView): void {
    const [next, ...left] = this.#left;
    if (!next || !choice.legal.length) return;
    const isDue = view.ply === this.#ply && view.legal.includes(next.text);
    this.#left = isDue ? left : [];
    this.#ply += 1;
    if (isDue) choice.carryOut(next);
  }
}
