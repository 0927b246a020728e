// What the viewer points at on this board: a choice of its own, whose plans are carried out action by action.
import { Choice } from "../../table/choice.svelte";
import { listDrops, listPlans, pointAt, SPACE, type Plan } from "./plans";
import type { NuitView } from "./pieces";

/** Guests whom the lifted card cannot move were missed, not meant: another card does not move them by mistake. */
class Lifting extends Choice {
  override point(target: string): void {
    const isLifted = this.picked[0]?.startsWith("hand:");
    if (isLifted && SPACE.test(target) && !this.can(target)) return;
    super.point(target);
  }
}

export class Pointing {
  readonly choice: Choice;
  /** The same for what is dragged. */
  readonly dragging: Choice;
  /** What waits for a yes, if somebody wants to be asked. */
  #asked = $state.raw<Plan | null>(null);
  /** What is still to do of the plan that was begun, or that waits for a yes. */
  #left: string[] = [];

  constructor(readonly whole: Choice) {
    this.choice = new Lifting((action) => this.#go(action as Plan));
    this.dragging = new Choice((action) => this.#go(action as Plan));
  }

  /** What is being pointed at now, or dragged. */
  get active(): Choice {
    return this.dragging.picked.length ? this.dragging : this.choice;
  }

  /** Takes over what is legal now; goes on with what was begun. */
  follow(view: NuitView): void {
    const { legal } = this.whole;
    this.#asked = null;
    const [next, ...left] = this.#left;
    const step = legal.find((action) => action.text === next);
    if (legal.length) this.#left = step ? left : [];
    const plans = step ? [] : listPlans(view, legal);
    this.choice.offer(plans);
    this.dragging.offer(listDrops(view, plans));
    if (step) this.whole.carryOut(step);
  }

  /** Takes over a hint; whoever follows it with a card has it played at once, and can ask for more. */
  takeHint(): void {
    const { hint } = this.whole;
    const plans = this.choice.legal as Plan[];
    if (hint?.kind === "card") {
      const rest = plans.filter((each) => each.targets[0] !== hint.targets[0]);
      this.choice.offer([{ ...hint, steps: [hint.text] } as Plan, ...rest]);
    }
    const plan = hint && plans.find((each) => each.steps.length === 1 && each.steps[0] === hint.text);
    this.choice.hinted = plan?.targets ?? hint?.targets ?? [];
    this.choice.afterwards = this.whole.afterwards.map(pointAt);
  }

  /** What waits for a yes, or would be done if the considered target were taken; while nobody points at anything, the turn of the hint. */
  get preview(): Plan | null {
    const { active, choice, pending, whole } = this;
    if (pending) return pending;
    const { hint, afterwards, sent } = whole;
    if (sent) return { ...sent, steps: [sent.text], said: [sent.effects] };
    const isPointing = choice.considered !== null || choice.picked.length > 0 || active !== choice;
    if (isPointing || !hint) return active.preview as Plan | null;
    const turn = [hint, ...afterwards];
    return { ...hint, steps: turn.map(({ text }) => text), said: turn.map(({ effects }) => effects) };
  }

  /** At which step of its turn the house would point at this, from 1; 0 if never, or if there is only one step. */
  stepOf(target: string): number {
    const { hinted, afterwards, picked } = this.choice;
    const later = afterwards.flatMap(({ kind, targets }) => (kind === "seat" ? [] : (targets[0] ?? [])));
    if (!later.length || picked.length) return 0;
    return [hinted[0], ...later].indexOf(target) + 1;
  }

  /** What waits for a yes. */
  get pending(): Plan | null {
    return this.#asked;
  }

  /** Shows what waits for a yes above the board: the first action as it is sent, told by the last. */
  ask(): void {
    const { pending } = this;
    this.#left = pending?.steps.slice(1) ?? this.#left;
    this.whole.boardPending = pending && { ...pending, text: pending.steps[0] ?? "" };
  }

  /** Says no to what waits. */
  cancel(): void {
    if (this.pending) this.#left = [];
    this.#asked = null;
  }

  /** Tells those above the board what is picked. What was dropped, with more to say, goes on as if it had been touched. */
  share(): void {
    const { picked } = this.active;
    this.whole.picked = picked;
    if (picked.length < 2 || this.active === this.choice) return;
    this.dragging.offer(this.dragging.legal);
    this.choice.picked = picked;
  }

  /** Gives back what was taken back above the board. */
  goBack(): void {
    const { length } = this.whole.picked;
    if (length >= this.choice.picked.length) return;
    this.choice.picked = this.choice.picked.slice(0, length);
    this.choice.consider(null);
  }

  #go(plan: Plan): void {
    const [first = "", ...left] = plan.steps;
    const action = this.whole.legal.find((each) => each.text === first);
    if (!action) return;
    if (this.whole.asksFirst() || plan.isWaste) {
      this.#asked = plan;
      return;
    }
    this.#left = left;
    this.whole.take(action);
  }
}
