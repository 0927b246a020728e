import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Store } from "./store";

let store: Store;
beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  store = await Store.open("estaminet");
});

describe("a table", () => {
  test("is a log that grows one event at a time, with how it stands", async () => {
    await store.add_table("device-1", "terms", "waits", '["sat","started"]');
    expect(await store.append("device-1", 3, "moved", "plays")).toBe(true);
    expect(await store.events("device-1", 0, 100)).toEqual(["sat", "started", "moved"]);
    expect(await store.events("device-1", 1, 1)).toEqual(["started"]);
    expect([await store.table("device-1"), await store.tables()]).toEqual(["terms", ["plays"]]);
  });

  test("has each number once: whoever is slower changes nothing", async () => {
    await store.add_table("device-1", "terms", "waits", "[]");
    const both = ["one", "another"].map((text) => store.append("device-1", 1, text, text));
    expect(await Promise.all(both)).toEqual([true, false]);
    expect(await store.events("device-1", 0, 100)).toEqual(["one"]);
    expect(await store.tables()).toEqual(["one"]);
  });

  test("that is gone takes no events, and leaves none", async () => {
    await store.add_table("device-1", "terms", "waits", '["sat"]');
    await store.remove("device-1");
    expect(await store.append("device-1", 2, "moved", "plays")).toBe(false);
    expect([await store.events("device-1", 0, 9), await store.table("device-1")]).toEqual([[], undefined]);
  });

  test("is set up whole or not at all", async () => {
    await store.add_table("device-1", "terms", "waits", '["sat"]');
    await expect(store.add_table("device-1", "others", "waits", '["sat","started"]')).rejects.toThrow();
    expect(await store.table("device-1")).toBe("terms");
    expect(await store.events("device-1", 0, 9)).toEqual(["sat"]);
  });

  test("knows nothing of the log of one whose name begins in the same way", async () => {
    await store.add_table("device-1", "terms", "", '["mine"]');
    await store.add_table("device-10", "terms", "", '["other"]');
    expect(await store.events("device-1", 0, 9)).toEqual(["mine"]);
    await store.remove("device-1");
    expect(await store.events("device-10", 0, 9)).toEqual(["other"]);
  });
});

test("tables are listed with the one first where something happened last", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const id of ["a", "b", "c"]) {
    vi.advanceTimersByTime(1000);
    await store.add_table(id, "", id, "[]");
  }
  vi.advanceTimersByTime(1000);
  await store.append("a", 1, "moved", "a, moved");
  expect(await store.tables()).toEqual(["a, moved", "c", "b"]);
});

test("values are what was put there last, until all of it is forgotten", async () => {
  expect(await store.get("play")).toBeUndefined();
  await store.put("play", "[]");
  await store.put("play", "[1]");
  await store.add_table("device-1", "terms", "", "[]");
  expect(await store.get("play")).toBe("[1]");
  await store.clear();
  expect([await store.get("play"), await store.tables()]).toEqual([undefined, []]);
});

describe("a refusal", () => {
  test("says that there is no room", async () => {
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("", "QuotaExceededError");
    });
    await expect(store.put("play", "[]")).rejects.toMatchObject({ code: "store.full" });
  });

  test("says that the browser stores nothing", async () => {
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("", "SecurityError");
    });
    await expect(Store.open("estaminet")).rejects.toMatchObject({ code: "store.none" });
    store.database.close();
    await expect(store.tables()).rejects.toMatchObject({ code: "store.none" });
  });
});
