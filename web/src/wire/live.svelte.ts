// The live line to a table: has the last update, reconnects by itself, and loses no command.
import { isHere, type Socket } from "../device/house.svelte";
import { api, openSocket } from "./client";
import type {
  Command,
  Gesture,
  Lesson,
  Look,
  Message,
  Pointed,
  Refusal,
  Said,
  TableEvent,
  Update,
  Views,
  Word,
} from "./types";

export type Connection = "connecting" | "live" | "lost";
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** In so many milliseconds something is answered, or the line is dead without having said so. */
const PATIENCE = 4000;
/** A house on this device cannot be cut off; but nothing is heard there while somebody of it thinks. */
const PATIENCE_HERE = 60_000;
/** How often earlier events are asked for, at most, when all are wanted: nobody plays that long a game. */
const MOST_QUESTIONS = 20;

/** What the server refuses when it comes a second time, though the first was heard; of all else it knows a repetition. */
const ONCE: ReadonlySet<Message["type"]> = new Set([
  "start",
  "resign",
  "accept_stop",
  "decline_stop",
  "accept_guest",
  "decline_guest",
  "accept_undo",
  "decline_undo",
]);

/** The whole update, from what came and the one before: what is as it was, the server leaves out. */
export function complete(news: Update, old: Update | null): Update {
  const view = news.view && {
    ...old?.view,
    ...news.view,
    board: { ...old?.view?.board, ...news.view.board },
  };
  return { ...old, answers: [], ...news, view };
}

/** Remarks of both, each once, in their order. */
function merge(some: readonly Said[], others: readonly Said[]): Said[] {
  const all = new Map([...some, ...others].map((each) => [each.id, each]));
  return [...all.values()].sort((one, two) => one.at - two.at);
}

interface Pending {
  message: Message & { id: string };
  /** How often it went out. */
  times: number;
}

/** A table as the page sees it, wherever it stands. */
export type TableLine = { [member in keyof LiveTable]: LiveTable[member] };

export class LiveTable {
  /** What is learned here, and so cannot be chosen; null in a game. */
  readonly lesson: Lesson | null = null;
  update = $state.raw<Update | null>(null);
  /** The last events, without gaps; earlier ones can be asked for. */
  events = $state.raw<TableEvent[]>([]);
  /** What was said at the table, as far as it was asked for, and since. */
  said = $state.raw<Said[]>([]);
  /** At what somebody last pointed who looks at the finished game with us. */
  pointed = $state.raw<Pointed | null>(null);
  connection = $state<Connection>("connecting");
  refusal = $state.raw<Refusal | null>(null);
  /** Whether a command is on its way. */
  isWaiting = $state(false);
  /** The server has no room, and asked to come back after so many seconds. */
  retryAfter = $state<number | null>(null);

  #socket: Socket | null = null;
  /** What has not been answered yet, by its id, in the order in which it was sent. */
  #pending = new Map<string, Pending>();
  #count = 0;
  #wait = FIRST_WAIT;
  #timer = 0;
  #patience = 0;
  #away = new AbortController();
  /** Whether an update has come on this line: before, it may still be turned away. */
  #isReceived = false;
  #wantsDrawing = false;

  /** `isScreen`: everybody in the room looks on, so that this line shows what a spectator sees. */
  constructor(
    readonly id: string,
    readonly isScreen = false,
  ) {
    this.#connect();
    const { signal } = this.#away;
    addEventListener("online", this.#retry, { signal });
    addEventListener("offline", this.#doubt, { signal });
    document.addEventListener("visibilitychange", this.#retry, { signal });
  }

  get #last(): number {
    return this.events.at(-1)?.number ?? 0;
  }

  get number(): number {
    return this.update?.number ?? 0;
  }

  /** Whether more has happened than `events` tells. */
  get hasEarlier(): boolean {
    return (this.events[0]?.number ?? 1) > 1;
  }

  /** Ask for the events before those that are known. */
  async loadEarlier(): Promise<void> {
    const first = this.events[0]?.number ?? 1;
    const earlier = await api.events(this.id, first);
    if (this.events[0]?.number === first) this.events = [...earlier, ...this.events];
  }

  /** Ask for everything that happened, within reason. */
  async loadAll(): Promise<void> {
    for (let asked = 0; this.hasEarlier && asked < MOST_QUESTIONS; asked += 1) await this.loadEarlier();
  }

  /** Ask for the last positions of the game. */
  views(count: number, drawing: boolean): Promise<Views> {
    return api.views(this.id, count, drawing);
  }

  /** Ask something of the table. What was not answered when the line broke is asked again. */
  send(command: Command): void {
    this.refusal = null;
    this.#post(command);
  }

  /** Say something to the others with a seat. A word that may have been heard is not said again. */
  say(word: Word): void {
    this.refusal = null;
    this.#post({ type: "say", ...word });
  }

  /** Take part in looking at the finished game together, or no longer; ask for the lead, or hand it on. */
  look(look: Look): void {
    this.refusal = null;
    this.#post(look);
  }

  /** What goes unanswered, and by and by is out of date: where one looks, at what one points. */
  gesture(gesture: Gesture): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(gesture));
  }

  /** Ask for what was said before, and while the line was broken. */
  async loadTalk(): Promise<void> {
    const before = await api.talk(this.id).catch(() => []);
    this.said = merge(before, this.said);
  }

  /** For a device with several seats: see what this one sees. */
  watchSeat(seat: number | null): void {
    this.#post({ type: "watch_seat", seat });
  }

  /** From now on every view comes with the text drawing of the game. */
  wantDrawing(): void {
    if (this.#wantsDrawing) return;
    this.#wantsDrawing = true;
    this.reconnect();
  }

  /** Connect anew: the person has become known in the meantime. */
  reconnect(): void {
    const old = this.#socket;
    this.#connect();
    old?.close();
  }

  close(): void {
    this.#away.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
    this.#socket?.close();
  }

  #post(given: Message): void {
    const message = { ...given, id: String(++this.#count) };
    const pending = { message, times: 0 };
    this.#pending.set(message.id, pending);
    this.isWaiting ||= message.type !== "say";
    this.#transmit(pending);
  }

  #transmit(pending: Pending): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    pending.times += 1;
    this.#socket.send(JSON.stringify(pending.message));
    if (!this.#patience)
      this.#patience = window.setTimeout(() => this.#giveUp(), isHere(this.id) ? PATIENCE_HERE : PATIENCE);
  }

  /** Nothing was answered: say so, and try another line. What was asked is asked again there. */
  #giveUp(): void {
    this.#patience = 0;
    if (this.#away.signal.aborted || !this.#pending.size) return;
    this.connection = "lost";
    this.reconnect();
  }

  #connect(): void {
    const asks = new URLSearchParams({ since: String(this.#last), changes: "true" });
    if (this.#wantsDrawing) asks.set("drawing", "true");
    asks.set(this.isScreen ? "screen" : "talk", "true");
    const socket = openSocket(`/api/tables/${this.id}/live?${asks}`);
    this.#socket = socket;
    this.#isReceived = false;
    socket.onopen = () => {
      this.connection = "live";
      for (const [id, pending] of this.#pending) {
        if (pending.message.type === "say" && pending.times) this.#pending.delete(id);
        else this.#transmit(pending);
      }
    };
    socket.onmessage = (message) => {
      if (this.#socket === socket) this.#hear(JSON.parse(message.data) as Update | Refusal | Said | Pointed);
    };
    socket.onclose = () => {
      if (this.#away.signal.aborted || this.#socket !== socket) return;
      this.connection = "lost";
      const wait = Math.max(this.#wait, (this.retryAfter ?? 0) * 1000);
      this.#timer = window.setTimeout(() => this.#connect(), wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  /** The line has not said so, but it may be dead: another one shows. A house on this device or beside it is still there. */
  #doubt = (): void => {
    if (this.connection !== "live" || isHere(this.id)) return;
    this.connection = "lost";
    this.reconnect();
  };

  #retry = (): void => {
    if (this.#away.signal.aborted || this.connection !== "lost" || this.retryAfter || document.hidden) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #hear(message: Update | Refusal | Said | Pointed): void {
    if (message.type === "said") {
      this.said = merge(this.said, [message]);
      return;
    }
    if (message.type === "pointed") {
      this.pointed = message;
      return;
    }
    clearTimeout(this.#patience);
    this.#patience = 0;
    if (message.type === "refusal") {
      this.#hearRefusal(message);
      return;
    }
    this.#receive();
    const last = this.#last;
    const news = message.events.filter((event) => event.number > last);
    // If so much has happened that some was left out, what came before is asked for again when it is wanted.
    const isGap = news.length > 0 && news[0]?.number !== last + 1;
    if (news.length) this.events = isGap ? news : [...this.events, ...news];
    const before = this.update;
    this.update = complete(message, before);
    // What was refused belongs to the position that it was about.
    if (this.#isReceived && before && before.view?.ply !== this.update.view?.ply) this.refusal = null;
    this.#settle(message.answers ?? []);
  }

  /** The line is good: the next time that it breaks, it is tried again soon. */
  #receive(): void {
    if (this.#isReceived) return;
    this.#isReceived = true;
    this.#wait = FIRST_WAIT;
    if (this.retryAfter) this.refusal = null;
    this.retryAfter = null;
  }

  /** A refusal that names no command refuses whatever is on its way: nothing of it was read. */
  #hearRefusal(refusal: Refusal): void {
    if (!this.#isReceived && refusal.retry_after) {
      this.refusal = refusal; // turned away at the door: nothing was read, and all of it is asked again
      this.retryAfter = refusal.retry_after;
      return;
    }
    const pending = this.#pending.get(refusal.id ?? "");
    const wasHeardBefore = pending && pending.times > 1 && ONCE.has(pending.message.type);
    if (!wasHeardBefore) this.refusal = refusal;
    this.#settle(refusal.id === null ? [...this.#pending.keys()] : [refusal.id]);
  }

  #settle(ids: readonly string[]): void {
    for (const id of ids) this.#pending.delete(id);
    this.isWaiting = [...this.#pending.values()].some(({ message }) => message.type !== "say");
  }
}
