import { beforeEach, expect, test, vi } from "vitest";
import { Home } from "./home";

/** Locks as browsers have them, of one name. */
class Locks {
  #holder: { stolen: (error: unknown) => void } | null = null;
  #waiting: (() => void)[] = [];

  request(_: string, { steal = false, signal }: LockOptions, hold: () => Promise<never>): Promise<never> {
    return new Promise((_, reject) => {
      const take = () => {
        this.#holder = { stolen: reject };
        void hold();
      };
      if (steal || !this.#holder) {
        this.#holder?.stolen(new DOMException("", "AbortError"));
        take();
        return;
      }
      this.#waiting.push(take);
      signal?.addEventListener("abort", () => {
        this.#waiting = this.#waiting.filter((each) => each !== take);
        reject(new DOMException("", "AbortError"));
      });
    });
  }

  /** Whoever has it is closed. */
  release(): void {
    this.#holder = null;
    this.#waiting.shift()?.();
  }

  get queue(): number {
    return this.#waiting.length;
  }
}

let locks: Locks;
let at: Record<string, boolean>;
const open = (page: string) => new Home("estaminet", (isHere) => (at[page] = isHere));
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  locks = new Locks();
  at = {};
  vi.stubGlobal("navigator", { locks });
});

test("house players move on one page, and on the other one when the first is closed", async () => {
  open("one");
  open("other");
  await settled();
  expect(at).toEqual({ one: true, other: false });
  locks.release();
  await settled();
  expect(at["other"]).toBe(true);
});

test("they go where somebody looks, and back, and nobody waits twice", async () => {
  const [one, other] = [open("one"), open("other")];
  await settled();
  for (const [page, name] of [
    [other, "other"],
    [one, "one"],
    [one, "one"],
    [other, "other"],
  ] as const) {
    page.take();
    page.take();
    await settled();
    expect(at).toEqual({ one: name === "one", other: name === "other" });
    expect(locks.queue).toBe(1);
  }
});

test("where there are no locks nobody says that they move elsewhere", () => {
  vi.stubGlobal("navigator", {});
  open("one").take();
  expect(at).toEqual({});
});
