import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KIT } from "./device/kit";
import { me } from "./me.svelte";
import { findNote, saltFor } from "./notes";
import { explain } from "./words";
import { Refused } from "./wire";
import { RECORDS } from "./worker/ways";
import { refusal } from "../test/line";

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
let asked: string[] = [];

function serve(name: string | null, renewing = 200): void {
  const welcome = { name, mine: [], waiting: [], watching: [], games: [] };
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    const isWelcome = path === "/api/welcome";
    const body = JSON.stringify(isWelcome ? welcome : { name, code: "server.store", sentence: "No." });
    return Promise.resolve(new Response(body, { status: isWelcome ? 200 : renewing }));
  });
}

/** Open the page at a time; what it asked of the server. */
async function open(at: number): Promise<string[]> {
  vi.setSystemTime(at);
  asked = [];
  await me.recall();
  for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done)); // the answer is read
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the cookie is renewed once a day", async () => {
  serve("Anna");
  const both = ["GET /api/welcome", "GET /api/me"];
  expect(await open(NOW)).toEqual(both);
  expect(await open(NOW + DAY - 1)).toEqual(both.slice(0, 1));
  expect(await open(NOW + DAY + 1)).toEqual(both);
  expect(await open(NOW - 400 * DAY)).toEqual(both); // a clock that was set back does not stop it
});

test("nobody who is not known has a cookie to renew, and a failure is tried again", async () => {
  serve(null);
  expect(await open(NOW)).toEqual(["GET /api/welcome"]);
  serve("Anna", 503);
  expect(await open(NOW)).toHaveLength(2);
  expect(await open(NOW)).toHaveLength(2);
});

test("whoever was here before leaves neither notes nor saved games when somebody else takes over the browser", async () => {
  serve("Bert");
  const deleted: string[] = [];
  vi.stubGlobal("caches", {
    keys: () => Promise.resolve([RECORDS]),
    delete: (name: string) => Promise.resolve(deleted.push(name)),
  });
  saltFor({ id: "annas-table", commitment: "", terms: "" });
  await me.claim("berts-other-device", false);
  expect(findNote("annas-table")).not.toBeNull();
  expect(deleted).toEqual([]);
  await me.claim("berts-link", true);
  expect(findNote("annas-table")).toBeNull();
  expect(deleted).toEqual([KIT, RECORDS]);
  expect(me.name).toBe("Bert");
});

test("a code that is the name of something else is said as the server put it", () => {
  for (const code of ["constructor", "__proto__", "toString"])
    expect(explain(new Refused(409, refusal(null, code)))).toBe("No.");
});
