import { beforeEach, describe, expect, test, vi } from "vitest";
import { findKit, isNeeded, KIT, storedKit, type KitIndex } from "./kit";

const ROOT = "https://games.example/here/";

/** The caches of a browser, as far as a kit needs them. */
class FakeCache {
  all = new Map<string, Response>();
  isFull = false;

  async match(key: string): Promise<Response | undefined> {
    return this.all.get(key)?.clone();
  }
  async put(key: string, response: Response): Promise<void> {
    if (this.isFull) throw new DOMException("", "QuotaExceededError");
    this.all.set(key, new Response(await response.arrayBuffer(), { headers: response.headers }));
  }
  async delete(key: string): Promise<boolean> {
    return this.all.delete(key);
  }
  async keys(): Promise<{ url: string }[]> {
    return [...this.all.keys()].map((url) => ({ url }));
  }
}

let cache: FakeCache;
let asked: string[] = [];

/** A host with a kit of files by their names; their content is their digest, too. */
function serve(version: string, files: Record<string, string>): void {
  const index: KitIndex = {
    version,
    files: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, { bytes: text.length, packed: 1, digest: text }]),
    ),
    answers: { "/api/games": [{ name: "poule" }], "/api/games/poule": { file: "answers/poule.json" } },
  };
  const found = new Map([[`${ROOT}device/index.json`, JSON.stringify(index)]]);
  for (const [name, text] of Object.entries(files)) found.set(`${ROOT}device/${version}/${name}`, text);
  vi.stubGlobal("fetch", (input: string | Request) => {
    const url = typeof input === "string" ? input : input.url;
    asked.push(url.replace(ROOT, ""));
    const text = found.get(url);
    return Promise.resolve(new Response(text ?? "", { status: text === undefined ? 404 : 200 }));
  });
}

async function fetchAll(): Promise<void> {
  const kit = await findKit(ROOT);
  await kit.inherit();
  for (const name of kit.names) await (await kit.open(name)).text();
  await kit.settle();
}

beforeEach(() => {
  cache = new FakeCache();
  asked = [];
  vi.stubGlobal("caches", {
    open: (name: string) => Promise.resolve(name === KIT ? cache : new FakeCache()),
  });
});

describe("a kit", () => {
  test("is fetched once, and found here when nobody can be reached", async () => {
    serve("one", { "house.zip": "python", "poule.wasm": "rules" });
    const kit = await findKit(ROOT);
    expect(await kit.missing()).toEqual(["house.zip", "poule.wasm"]);
    await fetchAll();
    asked = [];
    await fetchAll();
    expect(asked).toEqual(["device/index.json"]);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
    const stored = await findKit(ROOT);
    expect([stored.index.version, await stored.missing()]).toEqual(["one", []]);
    expect(await (await stored.open("poule.wasm")).text()).toBe("rules");
  });

  test("that is newer takes what has not changed, and the place of the older one", async () => {
    serve("one", { "house.zip": "python", "poule.wasm": "rules" });
    await fetchAll();
    serve("two", { "house.zip": "newer python", "poule.wasm": "rules" });
    asked = [];
    await fetchAll();
    expect(asked).toEqual(["device/index.json", "device/two/house.zip"]);
    expect([...cache.all.keys()].map((key) => key.replace(ROOT, "")).sort()).toEqual([
      "device/index.json",
      "device/two/house.zip",
      "device/two/poule.wasm",
    ]);
  });

  test("of which a part is missing is not taken for whole", async () => {
    serve("one", { "house.zip": "python", "poule.wasm": "rules" });
    cache.isFull = true;
    await fetchAll();
    expect(await storedKit(ROOT)).toBeNull();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
    await expect(findKit(ROOT)).rejects.toMatchObject({ code: "kit.missing" });
  });

  test("says how much of a file has come, and of what type it is, whatever the host says", async () => {
    serve("one", { "poule.wasm": "rules" });
    let count = 0;
    const opened = await (await findKit(ROOT)).open("poule.wasm", (bytes) => (count += bytes));
    expect(opened.headers.get("Content-Type")).toBe("application/wasm");
    await opened.text();
    expect(count).toBe(5);
  });

  test("whose connection breaks in the middle of a file says so", async () => {
    serve("one", { "house.zip": "python" });
    const kit = await findKit(ROOT);
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(2));
        controller.error(new TypeError("the line is gone"));
      },
    });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
    await (await kit.open("house.zip")).arrayBuffer().catch(() => {});
    await expect(kit.broken).rejects.toMatchObject({ code: "kit.missing" });
    expect(await kit.settle()).toBe(false);
  });

  test("answers what needs no Python, in place or from a file", async () => {
    serve("one", { "answers/poule.json": '{"name":"poule"}' });
    const kit = await findKit(ROOT);
    expect(await kit.answer("/api/games")).toBe('[{"name":"poule"}]');
    expect(await kit.answer("/api/games/poule")).toBe('{"name":"poule"}');
    expect(await kit.answer("/api/puzzles/poule/1")).toBeNull();
  });
});

test("a server without a kit has none", async () => {
  serve("one", {});
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 404 })));
  await expect(findKit(ROOT)).rejects.toMatchObject({ code: "kit.missing" });
});

test("networks and answers are not waited for", () => {
  const names = ["house.zip", "poule.wasm", "poule-2.weights", "answers/poule.json", "pyodide/pyodide.mjs"];
  expect(names.filter(isNeeded)).toEqual(["house.zip", "poule.wasm", "pyodide/pyodide.mjs"]);
});
