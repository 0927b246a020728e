// The replay of a finished game, action by action, from any seat's perspective.
import { SvelteMap } from "svelte/reactivity";
import { isFile } from "../branches/files";
import { card, face } from "../games";
import type { GameFace, Player } from "../games/game";
import { navigation } from "../navigation.svelte";
import { type Action, type AnyView, api, type GameRecord, type Replay } from "../wire";
import { speech } from "../words";
import { characterIn, houseName, levelOf } from "./house";
import { describeMove, describeMoves } from "./sentences";
import { turnsOf } from "./turns";

/** The ply at which a finished game opens: `/replay/TABLE#12`. */
export const plyAsked = (): number => Number.parseInt(navigation.anchor, 10) || 0;

/** In milliseconds: browsers limit address changes, as by each step of a slider. */
const CALM = 300;

/** Keeps the ply in the address: a reload, or a shared link, shows the same position. */
export function keepPlyInAddress(playback: Playback): void {
  $effect(() => {
    if (!playback.replay) return;
    const anchor = playback.ply ? String(playback.ply) : "";
    const timer = setTimeout(() => navigation.mark(anchor), CALM);
    return () => clearTimeout(timer);
  });
}

/** The viewer's seat in a game; null if none, if several, or if unknown, as in a file. */
export async function ownSeatAt(table: string): Promise<number | null> {
  if (isFile(table)) return null;
  try {
    const { you } = await api.table(table);
    return you.seats.length === 1 ? (you.seats[0] ?? null) : null;
  } catch {
    return null;
  }
}

export class Playback {
  record = $state.raw<GameRecord | null>(null);
  replay = $state.raw<Replay | null>(null);
  face = $state.raw<GameFace | null>(null);
  byText = $state.raw<ReadonlyMap<string, Action>>(new Map());
  /** The number of actions so far. */
  ply = $state(0);
  /** The seat of the view; null: a spectator. */
  seat = $state<number | null>(null);
  isPlaying = $state(false);
  #seen = new SvelteMap<number | null, Replay>();

  last = $derived.by(() => (this.replay?.frames.length ?? 1) - 1);
  frame = $derived.by(() => this.replay?.frames[this.ply]);
  words = $derived.by(() => this.face?.words[speech.language]);
  recent = $derived.by(() => new Set(this.byText.get(this.frame?.action ?? "")?.targets));
  players = $derived.by<Player[]>(() =>
    Array.from({ length: this.frame?.view.players ?? 0 }, (_, seat) => this.#playerAt(seat)),
  );
  moves = $derived.by(() =>
    (this.replay?.frames ?? []).slice(1).map((each, at) => ({
      ply: at + 1,
      seat: this.replay?.frames[at]?.view.to_move ?? null,
      text: each.action,
      lines: each.lines,
    })),
  );
  sentences = $derived.by(() => (this.words ? describeMoves(this.moves, this.words, this.nameOf) : []));
  turns = $derived.by(() =>
    turnsOf(this.moves, this.face?.isAside).map((turn) => {
      const from = (turn.moves[0]?.ply ?? 1) - 1;
      const to = from + turn.moves.length;
      return { seat: turn.seat, from, to, text: this.sentences.slice(from, to).filter(Boolean).join(" ") };
    }),
  );

  nameOf = (seat: number): string => this.players[seat]?.name ?? "";

  /** The last action, in words. */
  get said(): string {
    return this.#describe(this.ply - 1);
  }

  /** The next action. */
  get saidNext(): string {
    return this.#describe(this.ply);
  }

  /** The same with only its beginning and its end. */
  get saidInShort(): string {
    const done = this.moves[this.ply - 1];
    const said = done?.lines.flatMap((line) => this.words?.logLine(line, this.nameOf) || []) ?? [];
    return said.length > 2 ? `${said[0]} … ${said.at(-1)}` : this.said;
  }

  async load(record: GameRecord): Promise<void> {
    const replay = await api.replay(record, this.seat, card(record.game ?? "")?.isGeneric);
    this.face = await face(replay.game);
    this.byText = new Map((await api.game(replay.game)).actions.map((action) => [action.text, action]));
    this.#seen.clear();
    this.#seen.set(this.seat, replay);
    this.replay = replay;
    this.record = record;
  }

  /** Switches to a seat's view. */
  async seeAs(seat: number | null): Promise<void> {
    if (!this.record || seat === this.seat) return;
    this.seat = seat;
    const replay = await this.know(seat);
    if (this.seat === seat) this.replay = replay;
  }

  /** Loads a seat's view without switching to it. */
  async know(seat: number | null): Promise<Replay> {
    const { record } = this;
    const known = this.#seen.get(seat);
    if (known) return known;
    const replay = await api.replay(record, seat, card(record?.game ?? "")?.isGeneric);
    if (record === this.record) this.#seen.set(seat, replay);
    return replay;
  }

  /** A seat's view before some action, if it is loaded. */
  viewOf = (seat: number, ply: number): AnyView | undefined => this.#seen.get(seat)?.frames[ply]?.view;

  go(to: number): void {
    this.ply = Math.max(0, Math.min(this.last, to));
    if (this.ply === this.last) this.isPlaying = false;
  }

  step(by: number): void {
    this.go(this.ply + by);
  }

  /** Jumps to the end of the previous or the next turn. */
  turn(by: -1 | 1): void {
    const ends = this.turns.map((each) => each.to);
    const { ply } = this;
    this.go(by > 0 ? (ends.find((end) => end > ply) ?? this.last) : (ends.findLast((end) => end < ply) ?? 0));
  }

  key = (event: KeyboardEvent): void => {
    const { target } = event;
    if (!this.replay || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      PageUp: () => this.turn(-1),
      PageDown: () => this.turn(1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      " ": () => (this.isPlaying = !this.isPlaying),
    };
    const wanted = steps[event.key];
    if (!wanted || (event.key === " " && target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    wanted();
  };

  #describe(at: number): string {
    const move = this.moves[at];
    return move && this.words ? describeMove(move, this.words, this.nameOf) : "";
  }

  // A record names house players by level. The viewer is not the player whose view they share.
  #playerAt(seat: number): Player {
    const words = speech.words;
    const name = this.replay?.names[seat] ?? "";
    const character = characterIn({ ...this.record, names: this.replay?.names ?? [] }, seat, words);
    const player = { seat, isYou: false, isHouse: false };
    if (!character) return { ...player, name: name || words.setUp.seat(seat + 1) };
    return { ...player, name: houseName(character), level: levelOf(name, character, words), character };
  }
}
