// The study of a marked decision: the better move, its continuation, and another try.
import { effectsOf, withEffects } from "../games/effects";
import { Choice } from "../table/choice.svelte";
import type { Playback } from "../table/playback.svelte";
import { type Action, api, type Decision, Refused, type Replay } from "../wire";
import { answerTo, bestLine, type Answer } from "./decision";

type Frames = Replay["frames"];

export class Study {
  decision = $state.raw<Decision | null>(null);
  isTrying = $state(false);
  /** The reply to the last try. */
  answer = $state.raw<Answer | null>(null);
  /** The position of the decision and its continuation, as far as the cards allow. */
  imagined = $state.raw<Frames>([]);
  /** The frame's index. */
  at = $state(0);
  readonly choice: Choice;

  constructor(readonly playback: Playback) {
    this.choice = new Choice((action) => this.#take(action));
  }

  /** The board's view. */
  get view() {
    const { frame } = this.playback;
    const view = (this.imagined[this.at] ?? frame)?.view;
    return view ? { ...view, legal: this.isTrying ? view.legal : [] } : null;
  }

  get before() {
    const frames = this.imagined.length ? this.imagined : (this.playback.replay?.frames ?? []);
    return frames[(this.imagined.length ? this.at : this.playback.ply) - 1]?.view ?? null;
  }

  /** The last action; at a decision, the one played there. */
  get recent(): ReadonlySet<string> {
    const { decision, playback } = this;
    if (!decision) return playback.recent;
    const text = this.at ? this.imagined[this.at]?.action : this.isTrying ? "" : decision.played[0];
    return new Set(playback.byText.get(text ?? "")?.targets);
  }

  async open(decision: Decision): Promise<void> {
    this.close();
    await this.playback.seeAs(decision.seat);
    this.playback.isPlaying = false;
    this.playback.go(decision.ply);
    this.decision = decision;
    this.showBest();
  }

  close(): void {
    this.decision = this.answer = null;
    this.#rest();
  }

  /** The house's choice, on the board. */
  showBest(): void {
    this.answer = null;
    this.#rest();
    const best = this.playback.byText.get(this.decision?.better[0] ?? "");
    this.choice.showHint(best ? this.#foresee(best) : null);
  }

  retry(): void {
    const { face, frame, byText } = this.playback;
    if (!frame || !face) return;
    this.answer = null;
    this.#rest();
    this.isTrying = true;
    const legal = frame.view.legal.flatMap((text) => byText.get(text) ?? []);
    this.choice.offer(face.shorten ? face.shorten(legal, frame.view) : legal);
  }

  /** Shows the continuation of the last try, or best. */
  async follow(): Promise<void> {
    const { decision, answer } = this;
    if (!decision) return;
    const line = answer ? [answer.action, ...answer.continuation] : bestLine(decision);
    const frames = await this.#imagine(decision, line);
    if (this.decision !== decision || this.answer !== answer) return;
    this.imagined = frames;
    this.step(1);
  }

  step(by: number): void {
    this.at = Math.max(0, Math.min(this.imagined.length - 1, this.at + by));
    this.choice.offer([]);
  }

  #take(action: Action): void {
    if (!this.decision) return;
    this.#rest();
    this.answer = answerTo(this.decision, action.text);
    if (this.answer.isGood) this.choice.showHint(this.#foresee(action));
    void this.follow().catch(() => {}); // its cost is shown all the same
  }

  /** The action with its effects in the position shown, where it is not offered. */
  #foresee(action: Action): Action {
    const { frame } = this.playback;
    return withEffects(action, frame && effectsOf(frame.view, action.text));
  }

  #rest(): void {
    this.isTrying = false;
    this.imagined = [];
    this.at = 0;
    this.choice.offer([]);
  }

  /** The house expected this in another world: with the true cards, parts may be impossible. */
  async #imagine({ ply, seat }: Decision, line: readonly string[]): Promise<Frames> {
    const { format, game, players, options, deal, actions = [], names } = this.playback.record ?? {};
    for (let length = line.length; length > 0; length = Math.floor(length / 2)) {
      const taken = [...actions.slice(0, ply), ...line.slice(0, length)];
      try {
        const record = { format, game, players, options, deal, actions: taken, names };
        return (await api.replay(record, seat)).frames.slice(ply);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
    return [];
  }
}
