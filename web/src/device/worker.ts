// Where the house on this device lives: Python in a worker of its own, so that the page stays quick while it thinks.
// It fetches the house, starts it, and passes on what the page asks and what the house writes down.
import type { loadPyodide, PyodideAPI } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import type { Refusal } from "../wire";
import { Home } from "./home";
import { findKit, isNeeded, type Kit, KitMissing } from "./kit";
import type { News, Order } from "./messages";
import { nameOf, Store } from "./store";

/** The house, as `estaminet.device` has it. */
interface Device {
  answer(method: string, path: string, body: string): Promise<PyProxy>;
  open_line(line: number, path: string): Promise<void>;
  hear(line: number, text: string): Promise<void>;
  close_line(line: number): void;
  set_home(isHome: boolean): void;
  refresh(table: string): Promise<void>;
}

/** What the kit has to start Python and to load a game's module. */
interface Starter {
  startPython(
    load: typeof loadPyodide,
    settings: { indexURL: string },
    archive: ArrayBuffer,
    snapshot: Uint8Array | null,
  ): Promise<PyodideAPI>;
  takeSnapshot(python: PyodideAPI): Uint8Array<ArrayBuffer>;
  addModule(python: PyodideAPI, game: string, module: unknown): void;
  addWeights(python: PyodideAPI, game: string, players: number, bytes: Uint8Array): void;
}
interface Modules {
  GameModule: { load(bytes: ArrayBuffer): Promise<unknown> };
}

const SNAPSHOT = "snapshot";
/** What a browser loads as code by its address, and nowhere else. */
const CODE = ["pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", "python.mjs", "module.mjs"];
/** In milliseconds: so long nobody has wanted anything when the memory of Python is written. */
const QUIET = 3000;

let root = "";
let starting: Promise<Device> | null = null;
let home: Home | null = null;
let isLookedAt = false;
/** What each line was told last is carried out before the next. */
const lines = new Map<number, Promise<void>>();
let writeSnapshot: (() => Promise<void>) | null = null;
let timer = 0;

interface Refused {
  status: number;
  refusal: Refusal;
}
const say = (news: News): void => postMessage(news);

// Files

/** Fetches files, all at once, and says how much has come. Each can be taken when it is needed, while it still comes. */
async function fetchFiles(kit: Kit, names: readonly string[]): Promise<Map<string, Promise<Response>>> {
  const missing = (await kit.missing()).filter((name) => names.includes(name));
  const total = kit.size(missing);
  let done = 0;
  const count = (name: string) => (bytes: number) => {
    const { bytes: all = 1, packed = 0 } = kit.index.files[name] ?? {};
    done += (packed * bytes) / all;
    say({ type: "fetching", done: Math.min(done, total), total });
  };
  if (total) say({ type: "fetching", done, total });
  return new Map(names.map((name) => [name, kit.open(name, count(name))]));
}

/** Python asks for its files by their addresses: it gets those that are coming already. The kit asks with requests. */
function serve(kit: Kit, files: Map<string, Promise<Response>>): void {
  const network = self.fetch.bind(self);
  self.fetch = (input, init) => {
    const address = input instanceof Request ? "" : String(input);
    if (!address.startsWith(kit.at(""))) return network(input, init);
    return take(kit, files, address.slice(kit.at("").length));
  };
}

function take(kit: Kit, files: Map<string, Promise<Response>>, name: string): Promise<Response> {
  const coming = files.get(name) ?? kit.open(name);
  files.delete(name);
  return coming;
}

async function stock(): Promise<void> {
  const kit = await findKit(root);
  await kit.inherit();
  const files = await fetchFiles(kit, kit.names);
  await Promise.all([...files.values()].map(async (file) => readAll(await file)));
  await settle(kit);
}

/** A connection that breaks in the middle is one that was not there. */
const readAll = (file: Response): Promise<ArrayBuffer> =>
  file.arrayBuffer().catch(() => Promise.reject(new KitMissing("A file has not come to its end.")));

async function settle(kit: Kit): Promise<void> {
  if (await kit.settle()) say({ type: "stocked" });
}

// The house

async function start(): Promise<Device> {
  const [kit, store] = await Promise.all([findKit(root), Store.open(nameOf(root))]);
  await kit.inherit();
  return Promise.race([open(kit, store), kit.broken]);
}

async function open(kit: Kit, store: Store): Promise<Device> {
  const finding = kit.find(SNAPSHOT);
  const files = await fetchFiles(kit, kit.names.filter(isNeeded));
  serve(kit, files);
  const read = async (name: string) => readAll(await take(kit, files, name));
  await Promise.all(CODE.map(read));
  const [{ loadPyodide: begin }, { startPython, takeSnapshot, addModule, addWeights }, { GameModule }] =
    (await Promise.all([0, 2, 3].map((at) => import(/* @vite-ignore */ kit.at(CODE[at] ?? ""))))) as [
      { loadPyodide: typeof loadPyodide },
      Starter,
      Modules,
    ];

  const settings = { indexURL: kit.at("pyodide/") };
  const archive = await read("house.zip");
  const snapshot = await finding;
  const startWith = (memory: ArrayBuffer | null) =>
    startPython(begin, settings, archive, memory && new Uint8Array(memory));
  const python = await (snapshot ? startWith(snapshot).catch(() => startWith(null)) : startWith(null));
  if (!snapshot) {
    const taken = takeSnapshot(python);
    writeSnapshot = () => kit.put(SNAPSHOT, taken);
  }

  const loaded = new Map<string, Promise<void>>();
  /** Each file once; what did not come is tried again. */
  const load = (name: string, use: (bytes: ArrayBuffer) => unknown): Promise<void> => {
    const loading = loaded.get(name) ?? read(name).then(async (bytes) => void (await use(bytes)));
    loaded.set(name, loading);
    loading.catch(() => loaded.delete(name));
    return loading;
  };
  const kitOfPython = {
    load: (game: string) =>
      load(`${game}.wasm`, async (bytes) => addModule(python, game, await GameModule.load(bytes))),
    /** Who cannot have a network now plays without one. */
    load_weights: async (game: string, players: number) => {
      const name = `${game}-${players}.weights`;
      if (!kit.index.files[name]) return;
      await load(name, (bytes) => addWeights(python, game, players, new Uint8Array(bytes))).catch(
        (error: unknown) => {
          if (!(error instanceof KitMissing)) throw error;
        },
      );
    },
  };
  const tell = (line: number, text: string) => say({ type: "told", line, text });
  const device = python.pyimport("estaminet.device").open_device(store, kitOfPython, tell) as Device;

  const others = new BroadcastChannel(nameOf(root));
  store.onwrite = (table) => others.postMessage(table);
  others.onmessage = ({ data: table }: MessageEvent<string | null>) =>
    table === null ? end(new Error("all of it was forgotten")) : void device.refresh(table);
  home = new Home(nameOf(root), (isHere) => device.set_home(isHere));
  if (isLookedAt) home.take();
  void settle(kit);
  say({ type: "ready" });
  return device;
}

/** Why there is no house, or no answer. */
function refuse(error: unknown): Refused {
  const { code = "device.failed", message = "" } = error as { code?: string; message?: string };
  const status = { "store.full": 507, "store.none": 503, "kit.missing": 503 }[code];
  const refusal = { type: "refusal", rule: null, id: null, retry_after: null } as const;
  return status
    ? { status, refusal: { ...refusal, code, sentence: message } }
    : {
        status: 500,
        refusal: { ...refusal, code: "device.failed", sentence: "The house on this device failed." },
      };
}

const end = (error: unknown): void => say({ type: "failed", ...refuse(error) });

function fail(error: unknown): void {
  console.error(error);
  end(error);
}

/** What is wrong with Python's own code concerns one question alone; anything else is the end of it. */
function excuse(error: unknown, answer: (refused: Refused) => void): void {
  if ((error as Error).name !== "PythonError") return fail(error);
  console.error(error);
  answer(refuse(error));
}

async function answer({ id, method, path, body }: Order & { type: "ask" }, device: Device): Promise<void> {
  try {
    const found = await device.answer(method, path, body);
    const [status, text] = found.toJs() as [number, string];
    found.destroy();
    say({ type: "answer", id, status, text });
  } catch (error) {
    excuse(error, ({ status, refusal }) =>
      say({ type: "answer", id, status, text: JSON.stringify(refusal) }),
    );
  }
}

/** What is said over a line is heard in its order. */
function listen(line: number, work: () => Promise<void>): void {
  const before = lines.get(line) ?? Promise.resolve();
  const after = before.then(work).catch((error: unknown) => {
    excuse(error, ({ refusal }) => say({ type: "told", line, text: JSON.stringify(refusal) }));
  });
  lines.set(line, after);
}

async function carryOut(order: Order): Promise<void> {
  switch (order.type) {
    case "begin":
      root = order.root;
      return say({ type: "here" });
    case "front":
      isLookedAt = true;
      home?.take();
      return;
    case "stock": {
      const { id } = order;
      const refused = await stock().then(
        () => null,
        (error: unknown) => {
          console.error(error);
          return refuse(error);
        },
      );
      return say({
        type: "answer",
        id,
        status: refused?.status ?? 204,
        text: JSON.stringify(refused?.refusal),
      });
    }
  }
  starting ??= start();
  const device = await starting;
  switch (order.type) {
    case "ask":
      return answer(order, device);
    case "open":
      return listen(order.line, async () => {
        await device.open_line(order.line, order.path);
        say({ type: "opened", line: order.line });
      });
    case "hear":
      return listen(order.line, () => device.hear(order.line, order.text));
    case "close":
      lines.delete(order.line);
      return device.close_line(order.line);
  }
}

/** While nobody wants anything. A device without room for it starts Python anew each time. */
async function rest(): Promise<void> {
  const write = writeSnapshot;
  writeSnapshot = null;
  await write?.().catch(() => {});
}

addEventListener("message", ({ data }: MessageEvent<Order>) => {
  clearTimeout(timer);
  carryOut(data).then(() => (timer = self.setTimeout(() => void rest(), QUIET)), fail);
});
