// The live line to a table: holds the last update, reconnects, and loses no command.
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
/** In milliseconds: a line without an answer for this long is dead. */
const PATIENCE = 4000;
/** A house on this device cannot be cut off; but it is silent while one of its players thinks. */
const PATIENCE_HERE = 60_000;
/** The limit of requests for earlier events when all are needed: no game is that long. */
const MOST_QUESTIONS = 20;

/** Commands that the server refuses when repeated, even after a success; it recognizes other duplicates. */
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

/** The whole update, from a new one and the one before: the server omits unchanged parts. */
export function complete(news: Update, old: Update | null): Update {
  const view = news.view && {
    ...old?.view,
    ...news.view,
    board: { ...old?.view?.board, ...news.view.board },
  };
  return { ...old, answers: [], ...news, view };
}

/** The remarks of both, without duplicates. */
function merge(some: readonly Said[], others: readonly Said[]): Said[] {
  const all = new Map([...some, ...others].map((each) => [each.id, each]));
  return [...all.values()].sort((one, two) => one.at - two.at);
}

interface Pending {
  message: Message & { id: string };
  /** Number of attempts. */
  times: number;
}

/** A table as the page sees it, here or remote. */
export type TableLine = { [member in keyof LiveTable]: LiveTable[member] };

export class LiveTable {
  /** The current lesson, which fixes the choices; null in a game. */
  readonly lesson: Lesson | null = null;
  update = $state.raw<Update | null>(null);
  /** The last events, without gaps; earlier ones load on request. */
  events = $state.raw<TableEvent[]>([]);
  /** The remarks at the table, as far as loaded, and since. */
  said = $state.raw<Said[]>([]);
  /** The last target that another viewer of the finished game pointed at. */
  pointed = $state.raw<Pointed | null>(null);
  connection = $state<Connection>("connecting");
  refusal = $state.raw<Refusal | null>(null);
  /** Whether a command is on its way. */
  isWaiting = $state(false);
  /** The server is full, and asked to retry after this many seconds. */
  retryAfter = $state<number | null>(null);

  #socket: Socket | null = null;
  /** Unanswered commands by id, in the order of sending. */
  #pending = new Map<string, Pending>();
  #count = 0;
  #wait = FIRST_WAIT;
  #timer = 0;
  #patience = 0;
  #away = new AbortController();
  /** Whether this line has had an update: before, it may be turned away. */
  #isReceived = false;
  #wantsDrawing = false;

  /** `isScreen`: everybody in the room is watching, so this line has a spectator's view. */
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

  /** Whether there are events before `events`. */
  get hasEarlier(): boolean {
    return (this.events[0]?.number ?? 1) > 1;
  }

  /** Loads the events before the known ones. */
  async loadEarlier(): Promise<void> {
    const first = this.events[0]?.number ?? 1;
    const earlier = await api.events(this.id, first);
    if (this.events[0]?.number === first) this.events = [...earlier, ...this.events];
  }

  /** Loads all events, within reason. */
  async loadAll(): Promise<void> {
    for (let asked = 0; this.hasEarlier && asked < MOST_QUESTIONS; asked += 1) await this.loadEarlier();
  }

  /** Loads the last positions of the game. */
  views(count: number, drawing: boolean): Promise<Views> {
    return api.views(this.id, count, drawing);
  }

  /** Sends a command to the table. Those unanswered when the line broke are sent again. */
  send(command: Command): void {
    this.refusal = null;
    this.#post(command);
  }

  /** Sends a word to the other seats. One that may have arrived is not sent again. */
  say(word: Word): void {
    this.refusal = null;
    this.#post({ type: "say", ...word });
  }

  /** Joins or leaves a shared review of the finished game; asks for the lead, or hands it on. */
  look(look: Look): void {
    this.refusal = null;
    this.#post(look);
  }

  /** Sends a gesture: unanswered and soon outdated, such as a look or a pointer. */
  gesture(gesture: Gesture): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(gesture));
  }

  /** Loads earlier remarks, and those of a broken line. */
  async loadTalk(): Promise<void> {
    const before = await api.talk(this.id).catch(() => []);
    this.said = merge(before, this.said);
  }

  /** For a device with several seats: shows this one's view. */
  watchSeat(seat: number | null): void {
    this.#post({ type: "watch_seat", seat });
  }

  /** Has every later view come with the game's text drawing. */
  wantDrawing(): void {
    if (this.#wantsDrawing) return;
    this.#wantsDrawing = true;
    this.reconnect();
  }

  /** Reconnects: the person has become known meanwhile. */
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

  /** No answer: reports it and tries another line. Pending commands are sent again there. */
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

  /**
   * The line may be dead without notice: another one will tell. A house on or beside this device is still
   * there.
   */
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
    // If events were left out, the earlier ones are loaded again on demand.
    const isGap = news.length > 0 && news[0]?.number !== last + 1;
    if (news.length) this.events = isGap ? news : [...this.events, ...news];
    const before = this.update;
    this.update = complete(message, before);
    // A refusal belongs to its own position.
    if (this.#isReceived && before && before.view?.ply !== this.update.view?.ply) this.refusal = null;
    this.#settle(message.answers ?? []);
  }

  /** The line is good: the next break is retried soon. */
  #receive(): void {
    if (this.#isReceived) return;
    this.#isReceived = true;
    this.#wait = FIRST_WAIT;
    if (this.retryAfter) this.refusal = null;
    this.retryAfter = null;
  }

  /** A refusal without a command refuses all pending ones: none was read. */
  #hearRefusal(refusal: Refusal): void {
    if (!this.#isReceived && refusal.retry_after) {
      this.refusal = refusal; // turned away at the door: no command was read, and all are sent again
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
