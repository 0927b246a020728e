// A choice in progress: targets are picked one by one until a single action is left. Knows no rules.
import type { Action } from "../wire";

export class Choice {
  /** The legal actions. */
  legal = $state.raw<Action[]>([]);
  /** The targets picked so far. */
  picked = $state.raw<string[]>([]);
  /** The target under consideration before a pick: hovered, focused, or under a finger. */
  considered = $state<string | null>(null);
  /** The targets of a hint, in order. */
  hinted = $state.raw<readonly string[]>([]);
  /** The house's suggestion, and the rest of its turn. */
  hint = $state.raw<Action | null>(null);
  afterwards = $state.raw<readonly Action[]>([]);
  /** The pending action of a board with a choice of its own. */
  boardPending = $state.raw<Action | null>(null);
  /** An automatic action that waits until the player has read. */
  held = $state.raw<Action | null>(null);
  /** The last action, unanswered for a while: shown as if it waited for a yes. */
  sent = $state.raw<Action | null>(null);

  #asked = $state.raw<Action | null>(null);
  #commit: (action: Action) => void;

  /** `asksFirst`: whether picks need confirmation; `isHeld`: whether automatic actions wait. */
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

  /** The pending action. */
  get pending(): Action | null {
    return this.#asked ?? this.boardPending;
  }

  /** The same, except the board's own; or the unanswered action. */
  get asked(): Action | null {
    return this.#asked ?? this.sent;
  }

  /** The actions that match the picks. */
  get open(): Action[] {
    return this.legal.filter((action) => this.picked.every((target, at) => action.targets[at] === target));
  }

  /** The next possible targets. */
  get touchable(): Set<string> {
    return new Set(this.open.flatMap((action) => action.targets[this.picked.length] ?? []));
  }

  /**
   * The action that the considered target would complete; null if more picks are needed. With nothing
   * considered, the house's suggestion.
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
    // As offered here: a game may need only some of its targets.
    this.hinted = (this.legal.find(({ text }) => text === action?.text) ?? action)?.targets ?? [];
  }

  can(target: string): boolean {
    return this.touchable.has(target);
  }

  /** Whether the hint points here next; first, if another target is picked; or later in the turn. */
  isHinted(target: string): boolean {
    const { hinted, picked, afterwards } = this;
    const agrees = picked.every((each, at) => hinted[at] === each);
    if (hinted[agrees ? picked.length : 0] === target) return true;
    return !picked.length && afterwards.some(({ targets }) => targets[0] === target);
  }

  /** Whether picking it would play at once. */
  plays(target: string): boolean {
    return this.can(target) && !this.asksFirst() && this.#completed([...this.picked, target]) !== null;
  }

  isPicked(target: string): boolean {
    return this.picked.includes(target);
  }

  consider(target: string | null): void {
    this.considered = target !== null && this.can(target) ? target : null;
  }

  /** Cancels what is pending. */
  cancel(): void {
    this.#asked = this.boardPending = null;
    this.consider(null);
  }

  /** Confirms what is pending. */
  confirm(): void {
    if (this.pending) this.carryOut(this.pending);
  }

  /** Chooses a whole action. One without targets has a labelled button: it needs no confirmation. */
  take(action: Action): void {
    if (!this.asksFirst() || !action.targets.length) {
      this.carryOut(action);
      return;
    }
    this.picked = [];
    this.consider(null);
    this.#asked = action;
  }

  /** No decision left: plays by itself, unless the player wants to read first. */
  goOn(action: Action): void {
    if (this.isHeld()) this.held = action;
    else this.carryOut(action);
  }

  /** Acts without asking. */
  carryOut(action: Action): void {
    this.#asked = this.held = null;
    this.picked = [];
    this.consider(null);
    this.#commit(action);
  }

  /** Picks a target. Commits once a single action is left. */
  point(target: string): void {
    // A second tap on the pending target is neither a yes nor a no.
    if (this.#asked?.targets.at(-1) === target) return;
    this.#asked = null;
    if (this.isPicked(target)) {
      this.picked = this.picked.slice(0, this.picked.indexOf(target));
      this.consider(null);
      return;
    }
    // Picking another first target starts over: changing one's mind needs no cancel.
    if (!this.can(target) && this.legal.some((action) => action.targets[0] === target)) this.picked = [];
    if (!this.can(target)) return;
    const picked = [...this.picked, target];
    const action = this.#completed(picked);
    this.consider(null);
    if (action) this.take(action);
    // While it is pending, the last target can still change.
    this.picked = action ? (this.#asked ? picked.slice(0, -1) : []) : picked;
  }

  /** One step back: the pending action, or the last pick. */
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
