// Opens the page without a connection. It holds one version of the page whole, asks the house first whenever that
// answers, and puts aside what is public: rules and words with the page, lessons, finished games.
import { receivePush } from "./push";
import { HOUSE, MOST_BYTES, RECORDS, SAVED, SHELL, excess, filesNamed, wayOf, type Saved } from "./ways";

declare const self: ServiceWorkerGlobalScope;
/** Set when it is built: every file of the page but the page itself, and a name for all of them together. */
declare const FILES: string[];
declare const VERSION: string;

const shell = SHELL + VERSION;
const house = HOUSE + VERSION;
/** In milliseconds: longer nobody waits for the page itself if this device has it. */
const PATIENCE = 4000;

const root = (): string => self.registration.scope;

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  event.waitUntil(load());
});

/** All files of this version, or none: if the house has gone on to another one in the meantime, this one is not wanted. */
async function load(): Promise<void> {
  const cache = await caches.open(shell);
  const isNamed = (path: string) => path.startsWith("assets/");
  await cache.addAll(
    ["", ...FILES].map((path) => new Request(root() + path, { cache: isNamed(path) ? "default" : "reload" })),
  );
  const page = (await (await cache.match(root()))?.text()) ?? "";
  if (filesNamed(page).every((file) => FILES.includes(file))) return;
  await caches.delete(shell);
  throw new Error("the house has another page by now");
}

self.addEventListener("activate", (event) => {
  event.waitUntil(clear().then(() => self.clients.claim()));
});

/** Pages of the version before may still be open, and load what they have not needed yet. */
async function clear(): Promise<void> {
  const names = await caches.keys();
  const shells = names.filter((name) => name.startsWith(SHELL) && name !== shell);
  const old = names.filter((name) => name.startsWith(HOUSE) && name !== house);
  await Promise.all([...shells.slice(0, -1), ...old].map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (!request.url.startsWith(root())) return;
  const path = address.pathname.slice(new URL(root()).pathname.length);
  switch (wayOf(request.method, path, request.mode === "navigate")) {
    case "file":
      return event.respondWith(findFile(request));
    case "page":
      return event.respondWith(openPage(request));
    case "house":
      return event.respondWith(askFirst(event, house, request.url));
    case "record":
      return event.respondWith(askFirst(event, RECORDS, request.url));
    case "replay":
      return event.respondWith(replay(event));
  }
});

async function findFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** The house's present page if it answers. What it names is loaded by its name, so that versions never mix. */
async function openPage(request: Request): Promise<Response> {
  const own = await caches.match(root(), { cacheName: shell });
  if (!own) return fetch(request);
  const late = new Promise<Response>((done) => setTimeout(() => done(own), PATIENCE));
  const asked = fetch(request).then(
    (answer) => (answer.status >= 500 ? own : answer),
    () => own,
  );
  return Promise.race([asked, late]);
}

/** A record is sent to be looked at: what it says is part of the question. */
async function replay(event: FetchEvent): Promise<Response> {
  const record = await event.request.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", record));
  const name = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const address = new URL(event.request.url);
  address.searchParams.set("record", name);
  return askFirst(event, RECORDS, address.href);
}

/** What the house answers, put aside; what was put aside if it does not answer. */
async function askFirst(event: FetchEvent, cacheName: string, key: string): Promise<Response> {
  const find = async () =>
    (await caches.match(key, { cacheName })) ?? (await caches.match(key, { cacheName: shell }));
  try {
    const answer = await fetch(event.request);
    if (answer.status === 200) event.waitUntil(save(cacheName, key, answer.clone()));
    return answer.status >= 500 ? ((await find()) ?? answer) : answer;
  } catch (error) {
    const saved = await find();
    if (saved) return saved;
    throw error;
  }
}

/** The content alone, and when it came: the latest are the last to go. */
async function save(cacheName: string, key: string, answer: Response): Promise<void> {
  const content = await answer.blob();
  if (content.size > MOST_BYTES) return;
  const headers = {
    "Content-Type": answer.headers.get("Content-Type") ?? "",
    "Content-Length": String(content.size),
    [SAVED]: String(Date.now()),
  };
  const cache = await caches.open(cacheName);
  await cache.put(key, new Response(content, { headers }));
  if (cacheName === RECORDS) for (const old of excess(await list(cache))) await cache.delete(old);
}

async function list(cache: Cache): Promise<Saved[]> {
  const found = (await cache.keys()).map(async ({ url }) => {
    const headers = (await cache.match(url))?.headers;
    return {
      key: url,
      at: Number(headers?.get(SAVED)),
      bytes: Number(headers?.get("Content-Length")),
    };
  });
  return Promise.all(found);
}

receivePush(self);
