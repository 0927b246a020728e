// What the house on this device writes down: tables, each of them a log of events, and single values. All of it are texts
// of JSON, in IndexedDB. The house asks by these names, which are those of its own language.

const VERSION = 1;
const NAMES = ["tables", "events", "values"] as const;
type Stores = Record<(typeof NAMES)[number], IDBObjectStore>;

interface Row {
  id: string;
  terms: string;
  summary: string;
  /** When something happened there last. */
  touched: number;
}

/** Why nothing is written down: there is no room, or the browser keeps nothing. */
export class StoreError extends Error {
  constructor(readonly code: "store.full" | "store.none") {
    super(code === "store.full" ? "There is no room left on this device." : "This browser stores nothing.");
  }
}

const explain = (error: unknown): StoreError =>
  new StoreError(
    error instanceof DOMException && error.name === "QuotaExceededError" ? "store.full" : "store.none",
  );

const settle = <Found>(request: IDBRequest<Found>): Promise<Found> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as DOMException);
  });

/** By what name it is known, and all that pages of this house say to each other about it. */
export const nameOf = (root: string): string => `estaminet ${new URL(root).pathname}`;

export class Store {
  /** Hears of each table where something was written. */
  onwrite: (table: string) => void = () => {};

  private constructor(readonly database: IDBDatabase) {
    database.onversionchange = () => database.close();
  }

  static async open(name: string): Promise<Store> {
    try {
      const request = indexedDB.open(name, VERSION);
      request.onupgradeneeded = () => {
        const { result } = request;
        result.createObjectStore("tables", { keyPath: "id" }).createIndex("touched", "touched");
        result.createObjectStore("events", { keyPath: ["table", "number"] });
        result.createObjectStore("values");
      };
      return new Store(await settle(request));
    } catch (error) {
      throw explain(error);
    }
  }

  /** A new table, with the list of what has happened there already. */
  add_table(id: string, terms: string, summary: string, events: string): Promise<void> {
    const texts = JSON.parse(events) as string[];
    return this.#write(({ tables, events: log }) => {
      tables.add({ id, terms, summary, touched: Date.now() } satisfies Row);
      texts.forEach((text, at) => log.add({ table: id, number: at + 1, text }));
    });
  }

  /** Whether the event is written down: not if there is one of this number, or the table is gone. */
  async append(id: string, number: number, event: string, summary: string): Promise<boolean> {
    let isWritten = true;
    await this.#write(({ tables, events }, stop) => {
      const refuse = () => {
        isWritten = false;
        stop();
      };
      const finding = tables.get(id) as IDBRequest<Row | undefined>;
      finding.onsuccess = () => {
        const row = finding.result;
        if (!row) return refuse();
        tables.put({ ...row, summary, touched: Date.now() } satisfies Row);
        events.add({ table: id, number, text: event }).onerror = ({ target }) => {
          if ((target as IDBRequest).error?.name === "ConstraintError") refuse();
        };
      };
    });
    if (isWritten) this.onwrite(id);
    return isWritten;
  }

  /** The events after a number, in their order, at most so many. */
  async events(id: string, after: number, most: number): Promise<string[]> {
    const range = IDBKeyRange.bound([id, after], [id, Infinity], true);
    const rows = await this.#read<{ text: string }[]>(({ events }) => events.getAll(range, most));
    return rows.map(({ text }) => text);
  }

  /** What a table was set up with. */
  async table(id: string): Promise<string | undefined> {
    return (await this.#read<Row | undefined>(({ tables }) => tables.get(id)))?.terms;
  }

  /** How all tables stand, the latest first. */
  async tables(): Promise<string[]> {
    const rows = await this.#read<Row[]>(({ tables }) => tables.index("touched").getAll());
    return rows.reverse().map(({ summary }) => summary);
  }

  remove(id: string): Promise<void> {
    return this.#write(({ tables, events }) => {
      tables.delete(id);
      events.delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
    });
  }

  get(name: string): Promise<string | undefined> {
    return this.#read(({ values }) => values.get(name));
  }

  put(name: string, value: string): Promise<void> {
    return this.#write(({ values }) => values.put(value, name));
  }

  /** Forget all of it. */
  clear(): Promise<void> {
    return this.#write((stores) => NAMES.forEach((name) => stores[name].clear()));
  }

  async #read<Found>(ask: (stores: Stores) => IDBRequest<Found>): Promise<Found> {
    try {
      return await settle(ask(open(this.database.transaction(NAMES))));
    } catch (error) {
      throw explain(error);
    }
  }

  /** All of it or nothing, and on the disk before anybody hears of it. */
  async #write(work: (stores: Stores, stop: () => void) => unknown): Promise<void> {
    try {
      const transaction = this.database.transaction(NAMES, "readwrite", { durability: "strict" });
      let isStopped = false;
      const end = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => (isStopped ? resolve() : reject(transaction.error as DOMException));
      });
      work(open(transaction), () => {
        isStopped = true;
        transaction.abort();
      });
      await end;
    } catch (error) {
      throw explain(error);
    }
  }
}

const open = (transaction: IDBTransaction): Stores =>
  Object.fromEntries(NAMES.map((name) => [name, transaction.objectStore(name)])) as Stores;
