// What the house on this device is made of: files that are fetched once and stay here. `device/index.json` says which
// there are; all others lie in a folder that is named by their content.

/** Where the files stay. */
export const KIT = "estaminet-kit";

export interface KitIndex {
  version: string;
  files: Record<string, { bytes: number; packed: number; digest: string }>;
  /** What a house answers to questions that need no Python: here, or in a file. */
  answers: Record<string, unknown>;
}

/** Why there is no house on this device: it has not been fetched yet, and cannot be fetched now. */
export class KitMissing extends Error {
  readonly code = "kit.missing";
}

const TYPES: Record<string, string> = {
  wasm: "application/wasm",
  mjs: "text/javascript",
  json: "application/json",
};

/** Where a browser keeps nothing for pages, each of them fetches all of it again. */
const openCache = (): Promise<Cache> | null => ("caches" in globalThis ? caches.open(KIT) : null);

const indexAt = (root: string): string => `${root}device/index.json`;

async function parse(response: Response | undefined): Promise<KitIndex | null> {
  return response?.status === 200 ? ((await response.json()) as KitIndex) : null;
}

/** The kit whose files are all on this device. */
export async function storedKit(root: string): Promise<Kit | null> {
  const index = await parse(await (await openCache())?.match(indexAt(root)));
  return index && new Kit(root, index);
}

/** The kit that the house has now; the one that is here, where it cannot be reached. */
export async function findKit(root: string): Promise<Kit> {
  const index = await fetch(indexAt(root), { cache: "no-cache" }).then(parse, () => null);
  const kit = index ? new Kit(root, index) : await storedKit(root);
  if (!kit) throw new KitMissing("The house cannot be fetched.");
  return kit;
}

/** Whether nothing can be played without a file. */
export const isNeeded = (name: string): boolean => !/^answers\/|\.weights$/.test(name);

export class Kit {
  /** What is being written, and whether that worked in the end. */
  #writing: Promise<boolean>[] = [];
  #break!: (error: KitMissing) => void;
  /** Is refused when the connection breaks while a file comes: whoever has taken it may never hear of it otherwise. */
  readonly broken = new Promise<never>((_, reject) => (this.#break = reject));

  constructor(
    readonly root: string,
    readonly index: KitIndex,
  ) {
    this.broken.catch(() => {}); // it may come to nobody
  }

  get names(): string[] {
    return Object.keys(this.index.files);
  }

  /** The address of a file, or of a folder. */
  at(name: string): string {
    return `${this.root}device/${this.index.version}/${name}`;
  }

  /** How long some files are, as they come. */
  size(names: readonly string[]): number {
    return names.reduce((sum, name) => sum + (this.index.files[name]?.packed ?? 0), 0);
  }

  /** The names of the files that are not on this device. */
  async missing(): Promise<string[]> {
    const cache = await openCache();
    const found = await Promise.all(this.names.map((name) => cache?.match(this.at(name))));
    return this.names.filter((_, at) => !found[at]);
  }

  /** A file, which stays here from now on. `count` hears of its bytes as they come. */
  async open(name: string, count: (bytes: number) => void = () => {}): Promise<Response> {
    const cache = await openCache();
    const stored = await cache?.match(this.at(name));
    if (stored) return stored;
    const response = await fetch(new Request(this.at(name))).catch(() => null);
    if (!response?.ok || !response.body) throw new KitMissing(`${name} cannot be fetched.`);
    const { readable, writable } = counter(count);
    response.body
      .pipeTo(writable)
      .catch(() => this.#break(new KitMissing(`${name} has not come to its end.`)));
    const opened = new Response(readable, {
      headers: { "Content-Type": TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream" },
    });
    // A device without room for it can do without.
    const write = async (file: Response) => cache?.put(this.at(name), file);
    this.#writing.push(
      write(opened.clone()).then(
        () => true,
        () => false,
      ),
    );
    return opened;
  }

  /** What the house answers to a question that needs no Python; null if it needs some. */
  async answer(path: string): Promise<string | null> {
    const answer = this.index.answers[path];
    if (answer === undefined) return null;
    const { file } = answer as { file?: string };
    return file === undefined ? JSON.stringify(answer) : (await this.open(file)).text();
  }

  /** Whether something besides the files has been put here, under a name of its own. */
  async find(name: string): Promise<ArrayBuffer | null> {
    return (await (await openCache())?.match(this.at(name)))?.arrayBuffer() ?? null;
  }

  async put(name: string, data: Uint8Array<ArrayBuffer>): Promise<void> {
    await (await openCache())?.put(this.at(name), new Response(data));
  }

  /** What has the same content in the kit that was here before need not come again. */
  async inherit(): Promise<void> {
    const [cache, old] = [await openCache(), await storedKit(this.root)];
    if (!cache || !old || old.index.version === this.index.version) return;
    const names = new Map(Object.entries(old.index.files).map(([name, { digest }]) => [digest, name]));
    for (const [name, { digest }] of Object.entries(this.index.files)) {
      const same = await cache.match(old.at(names.get(digest) ?? ""));
      if (same && !(await cache.match(this.at(name)))) await cache.put(this.at(name), same);
    }
  }

  /** All that is needed has been opened: if it stays here, the kit that was here before can go. */
  async settle(): Promise<boolean> {
    const cache = await openCache();
    const isWritten = (await Promise.all(this.#writing)).every(Boolean);
    if (!cache || !isWritten) return false;
    await cache.put(indexAt(this.root), new Response(JSON.stringify(this.index)));
    for (const { url } of await cache.keys())
      if (url.startsWith(`${this.root}device/`) && !url.startsWith(this.at("")) && url !== indexAt(this.root))
        await cache.delete(url);
    return true;
  }
}

/** Passes bytes on, and says how many. */
const counter = (count: (bytes: number) => void) =>
  new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      count(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
