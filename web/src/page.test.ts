import { beforeEach, describe, expect, test, vi } from "vitest";
import { Task } from "./task.svelte";
import { navigation } from "./navigation.svelte";
import { online } from "./offline/online.svelte";
import { settings } from "./settings.svelte";
import { api, Refused } from "./wire";
import en from "./words/en";
import { speech } from "./words";

describe("a task", () => {
  beforeEach(async () => {
    await speech.speak("en");
    online.isOff = false; // what a test before this one asked for may have been answered since
  });

  test("that fails says so, and the next one takes it back", async () => {
    const task = new Task();
    expect(await task.run(() => Promise.reject(new TypeError("no line")))).toBe(false);
    expect([task.failure, task.isBusy]).toEqual([en.house.failure, false]);
    expect(await task.run(() => Promise.resolve())).toBe(true);
    expect(task.failure).toBe("");
  });

  test("is not begun twice", async () => {
    const task = new Task();
    let finish = () => {};
    const first = task.run(() => new Promise<void>((done) => (finish = done)));
    expect(task.isBusy).toBe(true);
    expect(await task.run(() => Promise.reject(new Error("second")))).toBe(false);
    finish();
    expect(await first).toBe(true);
  });
});

describe("the server's answer", () => {
  const answer = (status: number, body: unknown) =>
    vi.stubGlobal(
      "fetch",
      vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status }))),
    );

  test("is what was asked for", async () => {
    answer(200, { id: "t2" });
    expect(await api.rematch("t1")).toEqual({ id: "t2" });
    expect(fetch).toHaveBeenCalledWith("/api/tables/t1/rematch", { method: "POST" });
  });

  test("that is a refusal is thrown with its code", async () => {
    answer(409, { code: "table.full", sentence: "No." });
    await expect(api.rematch("t1")).rejects.toSatisfy(
      (error) => error instanceof Refused && error.code === "table.full",
    );
  });

  test("of a replay is asked for with seat and drawing only where they are wanted", async () => {
    answer(200, {});
    await api.replay({}, null);
    await api.replay({}, 0, true);
    const asked = vi.mocked(fetch).mock.calls.map(([address]) => address);
    expect(asked).toEqual(["/api/replay?", "/api/replay?seat=0&drawing=true"]);
  });
});

describe("a link", () => {
  const click = (html: string, how: MouseEventInit = {}) => {
    document.body.innerHTML = html;
    let isTaken = false;
    addEventListener(
      "click",
      (event) => {
        isTaken = event.defaultPrevented;
        event.preventDefault(); // a test stays where it is
      },
      { once: true },
    );
    document
      .querySelector("a")
      ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...how }));
    return isTaken;
  };
  const here = location.origin;

  test("to a place of the page is followed without loading anew", () => {
    expect(click(`<a href="${here}/mine">x</a>`)).toBe(true);
    expect(navigation.path).toBe("/mine");
  });

  test("elsewhere, to a file, or into a new window is the browser's own", () => {
    expect(click('<a href="https://elsewhere.example/">x</a>')).toBe(false);
    expect(click(`<a href="${here}/x" target="_blank">x</a>`)).toBe(false);
    expect(click(`<a href="${here}/x">x</a>`, { ctrlKey: true })).toBe(false);
    expect(click(`<a href="${location.href.split("#")[0]}#rule">x</a>`)).toBe(false);
  });
});

test("every link and every question is below the path that the server says", () => {
  const sources = import.meta.glob<string>(
    ["./**/*.svelte", "./**/*.ts", "!./**/*.test.ts", "!./wire/*.ts"],
    {
      query: "?raw",
      import: "default",
      eager: true,
    },
  );
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  const lost = Object.entries(sources).filter(([, text]) =>
    /(href|src)=["{`]+\/|fetch\(["`]\/|icon: "\//.test(text),
  );
  expect(lost.map(([name]) => name)).toEqual([]);
});

describe("settings", () => {
  test("are remembered, and the whole page follows them", () => {
    const wanted = { theme: "dark", motion: "none", hasSound: true, pace: "step", confirmsMoves: true };
    Object.assign(settings, wanted);
    settings.apply();
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", motion: "none" });
    expect(settings.isStill).toBe(true);
    expect(JSON.parse(localStorage.getItem("estaminet.settings") ?? "")).toEqual(wanted);
  });
});
