// What a person is about to do: points at one thing after the other until one action is left. Knows no rule.
import type { Action } from "../wire";

export class Choice {
  /** Everything that is legal now. */
  legal = $state.raw<Action[]>([]);
  /** What has been pointed at so far. */
  picked = $state.raw<string[]>([]);
  /** What the person looks at, before they commit: pointed at with a mouse, focused, or under a finger. */
  considered = $state<string | null>(null);
  /** What a hint points at, one after the other. */
  hinted = $state.raw<readonly string[]>([]);
  /** What the house would do, and what after that in the same turn. */
  hint = $state.raw<Action | null>(null);
  afterwards = $state.raw<readonly Action[]>([]);
  /** What a board with a choice of its own has pending there. */
  boardPending = $state.raw<Action | null>(null);
  /** What would happen by itself, and waits until somebody has read. */
  held = $state.raw<Action | null>(null);
  /** What was done, and nobody has answered for a while: it is shown as if it waited for a yes. */
  sent = $state.raw<Action | null>(null);

  #asked = $state.raw<Action | null>(null);
  #commit: (action: Action) => void;

  /** `asksFirst` says whether what is pointed at waits for a yes; `isHeld` whether what goes without saying does. */
  constructor(
    commit: (action: Action) => void,
    readonly asksFirst: () => boolean = () => false,
    readonly isHeld: () => boolean = () => false,
  ) {
    this.#commit = commit;
  }

  offer(legal: Action[]): void {
    this.legal = legal;
    this.picked = [];
    this.showHint(null);
    this.#asked = this.boardPending = this.held = null;
    this.consider(null);
  }

  /** What waits for a yes. */
  get pending(): Action | null {
    return this.#asked ?? this.boardPending;
  }

  /** The same, unless the board asks; or what waits for an answer. */
  get asked(): Action | null {
    return this.#asked ?? this.sent;
  }

  /** The actions that still agree with what was pointed at. */
  get open(): Action[] {
    return this.legal.filter((action) => this.picked.every((target, at) => action.targets[at] === target));
  }

  /** What can be pointed at next. */
  get touchable(): Set<string> {
    return new Set(this.open.flatMap((action) => action.targets[this.picked.length] ?? []));
  }

  /**
   * The action that would be carried out if the considered target were taken; null if more has to be said. While nobody
   * points at anything, what the house would do.
   */
  get preview(): Action | null {
    if (this.asked) return this.asked;
    if (this.considered === null && !this.picked.length && this.hint) return this.hint;
    if (this.considered === null) return this.open.length === 1 ? (this.open[0] ?? null) : null;
    return this.#completed([...this.picked, this.considered]);
  }

  showHint(action: Action | null, afterwards: readonly Action[] = []): void {
    this.hint = action;
    this.afterwards = afterwards;
    // As it is offered here: a game may ask for less than all of its targets.
    this.hinted = (this.legal.find(({ text }) => text === action?.text) ?? action)?.targets ?? [];
  }

  can(target: string): boolean {
    return this.touchable.has(target);
  }

  /** Whether the house would point at this next; if something else is picked, at this first; or later in the turn. */
  isHinted(target: string): boolean {
    const { hinted, picked, afterwards } = this;
    const agrees = picked.every((each, at) => hinted[at] === each);
    if (hinted[agrees ? picked.length : 0] === target) return true;
    return !picked.length && afterwards.some(({ targets }) => targets[0] === target);
  }

  /** Whether pointing at it would be carried out at once. */
  plays(target: string): boolean {
    return this.can(target) && !this.asksFirst() && this.#completed([...this.picked, target]) !== null;
  }

  isPicked(target: string): boolean {
    return this.picked.includes(target);
  }

  consider(target: string | null): void {
    this.considered = target !== null && this.can(target) ? target : null;
  }

  /** Say no to what is pending. */
  cancel(): void {
    this.#asked = this.boardPending = null;
    this.consider(null);
  }

  /** Say yes to what is pending. */
  confirm(): void {
    if (this.pending) this.carryOut(this.pending);
  }

  /** Choose an action as a whole. What points at nothing has a button that says what it does: nobody is asked again. */
  take(action: Action): void {
    if (!this.asksFirst() || !action.targets.length) {
      this.carryOut(action);
      return;
    }
    this.picked = [];
    this.consider(null);
    this.#asked = action;
  }

  /** There is nothing to decide: it happens by itself, unless somebody wants to read first. */
  goOn(action: Action): void {
    if (this.isHeld()) this.held = action;
    else this.carryOut(action);
  }

  /** Do it, without asking. */
  carryOut(action: Action): void {
    this.#asked = this.held = null;
    this.picked = [];
    this.consider(null);
    this.#commit(action);
  }

  /** Point at something. Commits as soon as one action is meant. */
  point(target: string): void {
    // A second tap on what waits for a yes is neither a yes nor a no.
    if (this.#asked?.targets.at(-1) === target) return;
    this.#asked = null;
    if (this.isPicked(target)) {
      this.picked = this.picked.slice(0, this.picked.indexOf(target));
      this.consider(null);
      return;
    }
    // Pointing at another first thing starts anew: nobody has to cancel before changing their mind.
    if (!this.can(target) && this.legal.some((action) => action.targets[0] === target)) this.picked = [];
    if (!this.can(target)) return;
    const picked = [...this.picked, target];
    const action = this.#completed(picked);
    this.consider(null);
    if (action) this.take(action);
    // While it waits for a yes, the last target can still be another.
    this.picked = action ? (this.#asked ? picked.slice(0, -1) : []) : picked;
  }

  /** One step: what waits for a yes, or what was pointed at last. */
  back(): void {
    if (this.pending) return this.cancel();
    this.picked = this.picked.slice(0, -1);
    this.consider(null);
  }

  #completed(picked: string[]): Action | null {
    const left = this.legal.filter((action) => picked.every((target, at) => action.targets[at] === target));
    const exact = left.find((action) => action.targets.length === picked.length);
    return exact && left.length === 1 ? exact : null;
  }
}
