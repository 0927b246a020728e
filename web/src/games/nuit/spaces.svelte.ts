// The spaces of all pubs as things to point at once: `2:i5` says pub and space together, whatever the action is called.
import { Choice } from "../../table/choice.svelte";
import type { Action } from "../../wire/types";

export const spaceName = (pub: number, space: string): string => `${pub}:${space}`;

export class Spaces {
  /** The spaces that can be pointed at now. */
  readonly choice: Choice;
  #actions = new Map<string, Action>();

  constructor(readonly whole: Choice) {
    this.choice = new Choice((space) => this.#go(space), whole.isOneTap);
  }

  /** Takes over what is open in the whole choice; `pub` is where a space without a pub lies. */
  follow(pub: number): void {
    const picked = this.whole.picked.length;
    this.#actions.clear();
    const spaces = this.whole.open.flatMap((action) => {
      const left = action.targets.slice(picked);
      const target = left.at(-1);
      if (!target?.startsWith("space:") || left.length > 2) return [];
      if (left.length === 2 && !left[0]?.startsWith("pub:")) return [];
      const owner = left.length === 2 ? Number(left[0]?.slice(4)) : pub;
      this.#actions.set(action.text, action);
      return [{ ...action, targets: [spaceName(owner, target.slice(6))] }];
    });
    this.choice.offer(spaces);
  }

  /** Takes over what the house advises. */
  takeAdvice(): void {
    const { advised } = this.whole;
    const action = [...this.#actions.values()].find((each) => each.targets.join() === advised.join());
    const space = this.choice.legal.find((each) => each.text === action?.text);
    this.choice.advised = space?.targets ?? [];
  }

  /** The action that the considered space would complete. */
  get preview(): Action | null {
    const space = this.choice.preview;
    return space ? (this.#actions.get(space.text) ?? null) : null;
  }

  #go(space: Action): void {
    const action = this.#actions.get(space.text);
    for (const target of action?.targets.slice(this.whole.picked.length) ?? []) this.whole.point(target);
  }
}
