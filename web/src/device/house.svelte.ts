// The house on this device, as the page knows it. Its worker starts when something is asked for the first time; it answers
// questions as a server does, and opens lines to tables.
import { ROOT } from "../address";
import { forget, recall, store } from "../storage";
import type { Refusal } from "../wire";
import type { Kit } from "./kit";
import type { News, Order, Progress } from "./messages";

/** In milliseconds: for less nobody needs to be told what they wait for. */
const PATIENCE = 400;
/** In milliseconds: so long a worker may take to say a word. While a new version arrives, one may never come. */
const SILENCE = 5000;
const MOST_TRIES = 3;
const [CONNECTING, OPEN, CLOSED] = [0, 1, 3];
/** What may be answered without Python. */
const KNOWN = /^\/api\/(games|puzzles)\b/;
/** What makes a table, or changes one: it is to stay on this device. */
const TABLE = /^\/api\/(tables|contests)\b/;
const refuse = (code: string, sentence: string): Refusal => ({
  type: "refusal",
  code,
  sentence,
  rule: null,
  id: null,
  retry_after: null,
});
const FAILED = refuse("device.failed", "The house on this device failed.");
const MISSING = refuse("kit.missing", "The house cannot be fetched.");

/** Whether something is on this device, by its id: a table, or a review. */
export const isHere = (id: string): boolean => id.startsWith("device-");

export interface Answer {
  status: number;
  text: string;
}

/** What a live table needs of a WebSocket. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

class Line implements Socket {
  readyState = CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  /** `leave` tells the house that nobody listens any more. */
  constructor(
    readonly send: (text: string) => void,
    readonly leave: () => void,
  ) {}

  open(): void {
    this.readyState = OPEN;
    this.onopen?.();
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.leave();
    this.end();
  }

  end(): void {
    this.readyState = CLOSED;
    this.onclose?.();
  }
}

class House {
  /** What has come of it, while it is fetched. */
  progress = $state.raw<Progress | null>(null);
  /** Whether somebody waits until it is there. */
  isAwaited = $state(false);
  /** Whether all that it needs is on this device. */
  isStocked = $state(recall("stocked") === true);

  #worker: Worker | null = null;
  #kit: Promise<Kit> | null = null;
  #count = 0;
  #asked = new Map<number, { order: Order; done: (answer: Answer) => void }>();
  #lines = new Map<number, { order: Order; line: Line }>();
  /** How many workers have been started, one after the other, without a word. */
  #tries = 0;
  #silence = 0;
  #isReady = false;
  #timer = 0;

  constructor() {
    const look = () => !document.hidden && this.#worker && this.#order({ type: "front" });
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
  }

  async ask(method: string, path: string, body = ""): Promise<Answer> {
    const known = method === "GET" && KNOWN.test(path) ? await this.#find(path) : null;
    if (known) return known;
    const answer = await this.#ask({ type: "ask", id: ++this.#count, method, path, body });
    if (method === "POST" && TABLE.test(path) && answer.status < 300) this.#stay();
    return answer;
  }

  openLine(path: string): Socket {
    const number = ++this.#count;
    const order: Order = { type: "open", line: number, path };
    const line = new Line(
      (text) => this.#order({ type: "hear", line: number, text }),
      () => {
        this.#lines.delete(number);
        this.#order({ type: "close", line: number });
      },
    );
    this.#lines.set(number, { order, line });
    this.#order(order);
    return line;
  }

  /** Fetch all that there is, for when there is no connection. */
  async stock(): Promise<Answer> {
    const answer = await this.#ask({ type: "stock", id: ++this.#count });
    this.progress = null;
    return answer;
  }

  /** Keep nothing of it on this device. Where it runs it goes on. */
  async drop(): Promise<void> {
    const { KIT } = await import("./kit");
    await caches.delete(KIT);
    this.isStocked = false;
    forget("stocked");
  }

  /** What the house always answers, without Python. */
  async #find(path: string): Promise<Answer | null> {
    const { findKit } = await import("./kit");
    this.#kit ??= findKit(ROOT);
    try {
      const text = await (await this.#kit).answer(path);
      return text === null ? null : { status: 200, text };
    } catch {
      this.#kit = null;
      return { status: 503, text: JSON.stringify(MISSING) };
    }
  }

  #ask(order: Order & { id: number }): Promise<Answer> {
    return new Promise((done) => {
      this.#asked.set(order.id, { order, done });
      this.#order(order);
    });
  }

  #order(order: Order): void {
    this.#worker ??= this.#begin();
    this.#worker.postMessage(order);
    const needsHouse = order.type === "ask" || order.type === "open";
    if (needsHouse && !this.#isReady && !this.#timer)
      this.#timer = window.setTimeout(() => (this.isAwaited = true), PATIENCE);
  }

  #begin(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#tries += 1;
    this.#silence = window.setTimeout(() => this.#retry(), SILENCE);
    worker.onmessage = ({ data }: MessageEvent<News>) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#tries) this.#retry();
      else this.#fail(500, FAILED);
    };
    worker.postMessage({ type: "begin", root: ROOT } satisfies Order);
    if (!document.hidden) worker.postMessage({ type: "front" } satisfies Order);
    return worker;
  }

  /** Nothing has come of a worker: what was asked of it is asked of another. */
  #retry(): void {
    clearTimeout(this.#silence);
    this.#worker?.terminate();
    if (this.#tries >= MOST_TRIES) return this.#fail(503, MISSING);
    this.#worker = this.#begin();
    for (const { order } of [...this.#asked.values(), ...this.#lines.values()])
      this.#worker.postMessage(order);
  }

  #hear(news: News): void {
    switch (news.type) {
      case "here":
        clearTimeout(this.#silence);
        this.#tries = 0;
        break;
      case "fetching":
        this.progress = news.done < news.total ? news : null;
        break;
      case "stocked":
        this.isStocked = true;
        store("stocked", true);
        break;
      case "ready":
        this.#isReady = true;
        this.#rest();
        break;
      case "answer":
        this.#asked.get(news.id)?.done(news);
        this.#asked.delete(news.id);
        break;
      case "opened":
        this.#lines.get(news.line)?.line.open();
        break;
      case "told":
        this.#lines.get(news.line)?.line.onmessage?.({ data: news.text });
        break;
      case "failed":
        this.#fail(news.status, news.refusal);
    }
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.isAwaited = false;
    this.progress = null;
  }

  /** Nothing that was asked is answered any more; what is asked next begins anew. */
  #fail(status: number, refusal: Refusal): void {
    this.#worker?.terminate();
    this.#worker = null;
    clearTimeout(this.#silence);
    this.#tries = 0;
    this.#isReady = false;
    this.#rest();
    const [asked, lines, text] = [
      [...this.#asked.values()],
      [...this.#lines.values()],
      JSON.stringify(refusal),
    ];
    this.#asked.clear();
    this.#lines.clear();
    for (const { done } of asked) done({ status, text });
    for (const { line } of lines) {
      line.onmessage?.({ data: text });
      line.end();
    }
  }

  /** From now on there is something here to come back to: the browser is asked not to clear it away. */
  #stay(): void {
    if (recall("device")) return;
    store("device", true);
    void navigator.storage?.persist?.().catch(() => {});
  }
}

export const house = new House();
