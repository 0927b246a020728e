import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { online } from "../offline/online.svelte";
import { api, LiveTable, openSocket, playsHere, Refused } from "../wire";
import { refusal, update } from "../../test/line";
import { house } from "./house.svelte";
import type { News, Order } from "./messages";

/** A worker that does what a test says. */
class FakeWorker {
  static all: FakeWorker[] = [];
  orders: Order[] = [];
  isOver = false;
  onmessage: ((message: { data: News }) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;

  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(order: Order): void {
    this.orders.push(order);
  }
  terminate(): void {
    this.isOver = true;
  }
  say(news: News): void {
    this.onmessage?.({ data: news });
  }
  /** The last order of a type. */
  last<Type extends Order["type"]>(type: Type): Order & { type: Type } {
    const found = this.orders.findLast((order): order is Order & { type: Type } => order.type === type);
    if (!found) throw new Error(`nobody asked to ${type}`);
    return found;
  }
  answer(data: unknown, status = 200): void {
    this.say({ type: "answer", id: this.last("ask").id, status, text: JSON.stringify(data) });
  }
}

function worker(): FakeWorker {
  const found = FakeWorker.all.at(-1);
  if (!found) throw new Error("there is no worker");
  return found;
}

beforeEach(() => {
  FakeWorker.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  // Whatever a test began ends with it.
  FakeWorker.all.at(-1)?.say({ type: "failed", status: 500, refusal: refusal(null, "device.failed") });
  house.isStocked = false;
});

describe("a question", () => {
  test("about a table on this device wakes the house, and is answered there", async () => {
    const asking = api.rematch("device-1");
    expect(worker().orders.map(({ type }) => type)).toEqual(["begin", "front", "ask"]);
    expect(worker().last("begin").root).toBe(`${location.origin}/`);
    expect(worker().last("ask")).toMatchObject({ method: "POST", path: "/api/tables/device-1/rematch" });
    worker().answer({ id: "device-2" });
    expect(await asking).toEqual({ id: "device-2" });
  });

  test("that is refused there is refused with its code", async () => {
    const asking = api.record("device-1");
    worker().answer(refusal(null, "table.unfinished"), 409);
    await expect(asking).rejects.toSatisfy((error: Refused) => error.code === "table.unfinished");
  });

  test("about anything else is the server's as long as there is one", async () => {
    house.isStocked = true;
    await expect(api.rematch("other")).rejects.toThrow("there is no house");
    expect(FakeWorker.all).toEqual([]);
  });

  test("that needs no table of a server is answered here without a connection, if the house has been fetched", async () => {
    online.isOff = true;
    expect(playsHere()).toBe(false);
    house.isStocked = true;
    expect(playsHere()).toBe(true);
    const asking = api.setUpLesson("poule");
    worker().answer({ id: "device-1" });
    expect(await asking).toEqual({ id: "device-1" });
    await expect(api.rematch("other")).rejects.toThrow("there is no house");
    await expect(api.welcome()).rejects.toThrow("there is no house");
  });

  test("that Python stumbles over is over, and the next one begins anew", async () => {
    const asking = api.record("device-1");
    const first = worker();
    first.say({ type: "here" });
    first.say({ type: "failed", status: 500, refusal: refusal(null, "device.failed") });
    await expect(asking).rejects.toSatisfy((error: Refused) => error.code === "device.failed");
    expect(first.isOver).toBe(true);
    const again = api.record("device-1");
    expect(worker()).not.toBe(first);
    worker().answer({ game: "poule" });
    expect(await again).toEqual({ game: "poule" });
  });
});

describe("a worker that never comes", () => {
  test("is not waited for: another one is asked the same", async () => {
    const asking = api.record("device-1");
    const live = new LiveTable("device-1");
    const silent = worker();
    vi.advanceTimersByTime(5000);
    expect(silent.isOver).toBe(true);
    expect(worker().orders.map(({ type }) => type)).toEqual(["begin", "front", "ask", "open"]);
    worker().say({ type: "here" });
    vi.advanceTimersByTime(60_000);
    expect(worker().isOver).toBe(false);
    worker().answer({ game: "poule" });
    expect(await asking).toEqual({ game: "poule" });
    live.close();
  });

  test("is tried three times", async () => {
    const asking = api.record("device-1");
    for (let at = 0; at < 3; at++) worker().onerror?.(new Event("error", { cancelable: true }));
    await expect(asking).rejects.toSatisfy((error: Refused) => error.code === "kit.missing");
    expect(FakeWorker.all.map(({ isOver }) => isOver)).toEqual([true, true, true]);
  });
});

describe("whoever waits", () => {
  test("is told so after a moment, and what has come, until the house is there", () => {
    void api.record("device-1").catch(() => {});
    expect(house.isAwaited).toBe(false);
    vi.advanceTimersByTime(400);
    expect(house.isAwaited).toBe(true);
    worker().say({ type: "fetching", done: 1, total: 4 });
    expect(house.progress).toMatchObject({ done: 1, total: 4 });
    worker().say({ type: "fetching", done: 4, total: 4 });
    expect(house.progress).toBeNull();
    worker().say({ type: "ready" });
    expect(house.isAwaited).toBe(false);
  });
});

test("whoever only has all of it fetched does not wait for a table", async () => {
  const stocking = house.stock();
  vi.advanceTimersByTime(400);
  expect(house.isAwaited).toBe(false);
  worker().say({ type: "fetching", done: 1, total: 4 });
  expect(house.progress).toMatchObject({ done: 1 });
  worker().say({ type: "answer", id: worker().last("stock").id, status: 204, text: "" });
  expect(await stocking).toMatchObject({ status: 204 });
  expect(house.progress).toBeNull();
});

test("that all of it is here is known the next time, too", () => {
  void api.record("device-1").catch(() => {});
  worker().say({ type: "stocked" });
  expect(house.isStocked).toBe(true);
  expect(localStorage.getItem("estaminet.stocked")).toBe("true");
});

test("the first table here is one to come back to: the browser is asked to keep it", async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal("navigator", { storage: { persist } });
  online.isOff = house.isStocked = true;
  for (const id of ["device-1", "device-2"]) {
    const asking = api.setUpLesson("poule");
    worker().answer({ id });
    await asking;
  }
  expect(persist).toHaveBeenCalledTimes(1);
});

describe("a line to a table on this device", () => {
  test("opens, carries what is said, and is closed", () => {
    const live = new LiveTable("device-1");
    const order = worker().last("open");
    expect(order.path).toBe("/api/tables/device-1/live?since=0&changes=true&talk=true");
    live.send({ type: "start" });
    expect(worker().orders.some(({ type }) => type === "hear")).toBe(false);
    worker().say({ type: "opened", line: order.line });
    expect(live.connection).toBe("live");
    expect(JSON.parse(worker().last("hear").text)).toMatchObject({ type: "start" });
    worker().say({ type: "told", line: order.line, text: JSON.stringify(update(3)) });
    expect(live.number).toBe(3);
    live.close();
    expect(worker().last("close").line).toBe(order.line);
  });

  test("is not taken for dead while somebody thinks", () => {
    const live = new LiveTable("device-1");
    worker().say({ type: "here" });
    worker().say({ type: "opened", line: worker().last("open").line });
    live.send({ type: "start" });
    vi.advanceTimersByTime(30_000);
    expect([live.connection, worker().orders.filter(({ type }) => type === "open").length]).toEqual([
      "live",
      1,
    ]);
    live.close();
  });

  test("that breaks is opened anew, and why it broke is said", () => {
    const live = new LiveTable("device-1");
    const first = worker();
    first.say({ type: "failed", status: 503, refusal: refusal(null, "kit.missing") });
    expect([live.connection, live.refusal?.code]).toEqual(["lost", "kit.missing"]);
    vi.advanceTimersByTime(300);
    expect(worker()).not.toBe(first);
    expect(worker().last("open").path).toContain("device-1");
    live.close();
  });

  test("is none to a server", () => {
    const addresses: string[] = [];
    vi.stubGlobal(
      "WebSocket",
      class {
        constructor(address: URL) {
          addresses.push(address.href);
        }
      },
    );
    openSocket("/api/tables/other/live");
    expect(addresses).toEqual([`${location.origin.replace("http", "ws")}/api/tables/other/live`]);
  });
});
