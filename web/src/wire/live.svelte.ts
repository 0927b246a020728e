// The live line to a table: keeps the last update, reconnects by itself, and never sends a move twice.
import type { Command, Refusal, TableEvent, Update } from "./types";

export type Connection = "connecting" | "live" | "lost";
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export class LiveTable {
  update = $state.raw<Update | null>(null);
  events = $state.raw<TableEvent[]>([]);
  connection = $state<Connection>("connecting");
  refusal = $state<Refusal | null>(null);
  /** Whether a command is on its way. */
  isWaiting = $state(false);

  #socket: WebSocket | null = null;
  #pending: Command | null = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #isClosed = false;

  constructor(readonly id: string) {
    this.#connect();
    addEventListener("online", this.#retry);
    document.addEventListener("visibilitychange", this.#retry);
  }

  get number(): number {
    return this.update?.number ?? 0;
  }

  /** Ask something of the table. What was not answered when the line broke is asked again: the server knows a repetition. */
  send(command: Command): void {
    this.refusal = null;
    this.isWaiting = true;
    this.#pending = command;
    this.#transmit(command);
  }

  /** For a device with several seats: see what this one sees. */
  watchSeat(seat: number | null): void {
    this.#transmit({ type: "watch_seat", seat });
  }

  /** Connect anew: the person has become known in the meantime. */
  reconnect(): void {
    const old = this.#socket;
    this.#connect();
    old?.close();
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#retry);
    document.removeEventListener("visibilitychange", this.#retry);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #transmit(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const address = new URL(`/api/tables/${this.id}/live?since=${this.events.length}&changes=true`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.connection = "live";
      this.#wait = FIRST_WAIT;
      if (this.#pending) this.#transmit(this.#pending);
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data as string) as Update | Refusal);
    socket.onclose = () => {
      if (this.#isClosed || this.#socket !== socket) return;
      this.connection = "lost";
      this.#timer = window.setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  #retry = (): void => {
    if (this.#isClosed || this.connection !== "lost" || document.hidden) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #hear(message: Update | Refusal): void {
    if (message.type === "refusal") {
      this.refusal = message;
      this.#settle();
      return;
    }
    const known = this.events.length;
    const news = message.events.filter((event) => event.number > known);
    if (news.length) this.events = [...this.events, ...news];
    const pending = this.#pending;
    const isAnswered = !pending || !("number" in pending) || message.number > pending.number;
    this.update = complete(message, this.update);
    if (isAnswered) this.#settle();
  }

  #settle(): void {
    this.#pending = null;
    this.isWaiting = false;
  }
}

/** The whole update: what a later update on a line leaves out is as it was in the one before. */
function complete(news: Update, old: Update | null): Update {
  const view = news.view && { ...old?.view, ...news.view, board: { ...old?.view?.board, ...news.view.board } };
  return { ...old, ...news, view };
}
