// Looking at a finished game together: who takes part on this page, who leads, and what a page does then. Whoever leads
// moves all others; whoever goes elsewhere by themselves has left.
import type { Playback } from "../table/playback.svelte";
import { navigation } from "../navigation.svelte";
import { recall } from "../storage";
import type { LiveTable, Pointed, Together, Update } from "../wire";

/** Whoever follows an invitation takes part at once: `/replay/TABLE#together`. */
const ASKED = "together";
/** In milliseconds: so often at most it is said where the leader is. */
const PACE = 150;
/** How long a finger rests on a piece. */
export const POINTED = 4000;
const MOST_POINTED = 5;

/** At what somebody points. */
export interface Mark {
  id: number;
  seat: number;
  target: string;
}

/** Whether somebody whom this device did not mute leads others through the game, and whoever looks is not with them. */
export function canJoin({ together, you }: Pick<Update, "together" | "you">): boolean {
  const members = together?.members ?? [];
  const leader = members.find(({ seat }) => seat === together?.leader);
  if (!leader || !you.seats.length || members.some(({ seat }) => you.seats.includes(seat))) return false;
  return !isMuted(leader.author);
}

const isMuted = (author: string): boolean => (recall<string[]>("muted") ?? []).includes(author);

export class Company {
  /** Whether somebody wants to take part on this page; the house says whether they do. */
  wantsIn = $state(false);
  /** Whether they would rather not be asked, as long as the same one leads. */
  #declined = $state<number | null>(null);
  marks = $state.raw<readonly Mark[]>([]);
  #count = 0;
  #sent = 0;
  #waiting = 0;
  /** Where the others were the last time that this page went there. */
  #seen: number | null = null;
  #wasIn = false;
  #memory: string;
  /** The game of the table: a variation of it, or another file, is nothing that the others see. */
  #game: string | undefined;

  constructor(
    readonly live: LiveTable,
    readonly playback: Playback,
  ) {
    this.#memory = `estaminet.together.${live.id}`;
    this.#game = playback.replay?.fingerprint;
  }

  /** Whether what is shown is the game of the table. */
  get isGame(): boolean {
    return this.playback.replay?.fingerprint === this.#game;
  }

  get together(): Together | null {
    return this.live.update?.together ?? null;
  }

  /** The seat under which whoever looks takes part. */
  get own(): number | null {
    return this.live.update?.you.seats[0] ?? null;
  }

  get isIn(): boolean {
    return this.wantsIn && this.#isMember;
  }

  get leads(): boolean {
    return this.isIn && this.together?.leader === this.own;
  }

  /** Whether to ask them to take part. */
  get isInvited(): boolean {
    const { update } = this.live;
    return (
      this.isGame &&
      !this.wantsIn &&
      this.#declined !== this.together?.leader &&
      update !== null &&
      canJoin(update)
    );
  }

  /** The seats of all others who take part. */
  get others(): number[] {
    return (this.together?.members ?? []).map(({ seat }) => seat).filter((seat) => seat !== this.own);
  }

  get #isMember(): boolean {
    return this.together?.members.some(({ seat }) => seat === this.own) ?? false;
  }

  // What somebody does

  join(): void {
    this.wantsIn = true;
    sessionStorage.setItem(this.#memory, "1");
    this.#seen = null;
    this.live.look({ type: "look_together", ply: this.playback.ply });
  }

  leave(): void {
    this.#forget();
    this.#declined = this.together?.leader ?? null;
    this.live.look({ type: "look_alone" });
  }

  decline(): void {
    this.#declined = this.together?.leader ?? null;
  }

  askLead = (): void => this.live.look({ type: "ask_lead" });
  keepLead = (): void => this.live.look({ type: "keep_lead" });
  giveLead = (seat: number): void => this.live.look({ type: "give_lead", seat });

  point(target: string): void {
    if (!this.isIn || this.own === null) return;
    this.live.gesture({ type: "point_at", target });
    this.#mark(this.own, target);
  }

  // What happens

  /** The line stands, for the first time or again: whoever took part still does, also on a page that was loaded anew. */
  greet(): void {
    if (this.live.connection !== "live" || !this.live.update) return;
    const took = sessionStorage.getItem(this.#memory) !== null && this.#isMember;
    const isAsked = navigation.anchor === ASKED && canJoin(this.live.update);
    if ((this.wantsIn && !this.#isMember) || (!this.wantsIn && (took || isAsked))) this.join();
    else if (this.wantsIn) this.live.look({ type: "look_together", ply: this.playback.ply });
    if (this.leads) this.#tell();
  }

  /** The line is broken: what the house said of who takes part is no longer known. */
  lose(): void {
    this.#wasIn = false;
  }

  /** Follow whoever leads, lead the others, or go one's own way. */
  follow(): void {
    const { together, playback } = this;
    const { ply } = playback;
    if (this.#wasIn && this.wantsIn && !this.#isMember) this.#forget(); // on another page of theirs they left
    this.#wasIn = this.isIn;
    if (!this.isIn || !together || !playback.replay) return;
    if (!this.isGame) return this.leave();
    if (this.#seen === null || (!this.leads && together.ply !== this.#seen)) {
      this.#seen = Math.min(together.ply, playback.last);
      if (ply === this.#seen) return;
      playback.isPlaying = false;
      playback.go(together.ply);
    } else if (ply !== this.#seen) {
      if (!this.leads) return this.leave();
      this.#seen = ply;
      this.#tell();
    }
  }

  /** Somebody points at something. */
  show({ seat, author, target }: Pointed): void {
    if (this.isIn && !isMuted(author)) this.#mark(seat, target);
  }

  close(): void {
    clearTimeout(this.#waiting);
  }

  #forget(): void {
    this.wantsIn = this.#wasIn = false;
    this.marks = [];
    sessionStorage.removeItem(this.#memory);
    clearTimeout(this.#waiting);
    this.#waiting = 0;
  }

  /** However fast somebody goes through a game, the house hears of it now and then, and where they end. */
  #tell(): void {
    if (this.#waiting) return;
    const wait = Math.max(0, this.#sent + PACE - Date.now());
    this.#waiting = window.setTimeout(() => {
      this.#waiting = 0;
      this.#sent = Date.now();
      if (this.leads) this.live.gesture({ type: "look_at", ply: this.playback.ply });
    }, wait);
  }

  /** One finger each. */
  #mark(seat: number, target: string): void {
    const mark = { id: ++this.#count, seat, target };
    this.marks = [...this.marks.filter((each) => each.seat !== seat), mark].slice(-MOST_POINTED);
    setTimeout(() => (this.marks = this.marks.filter(({ id }) => id !== mark.id)), POINTED);
  }
}
