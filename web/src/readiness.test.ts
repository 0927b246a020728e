import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readiness } from "./readiness.svelte";
import { api, type GameInfo } from "./wire";

const answers: GameInfo["readiness"][] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(api, "games").mockImplementation(async () => [
    { name: "poule", readiness: answers.shift() } as GameInfo,
  ]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function later(): Promise<string | null> {
  await vi.advanceTimersByTimeAsync(700);
  return readiness.step;
}

test("says what is waited for until everybody is there", async () => {
  answers.push("warming", "playable", "ready");
  void readiness.watch("poule");
  expect(readiness.step).toBeNull();
  expect([await later(), await later(), await later()]).toEqual(["warming", "playable", null]);
  expect(api.games).toHaveBeenCalledTimes(3);
});

test("says nothing of a game that is ready, and asks once", async () => {
  answers.push("ready");
  void readiness.watch("poule");
  expect([await later(), await later()]).toEqual([null, null]);
  expect(api.games).toHaveBeenCalledTimes(1);
});

test("is silent when the house does not answer", async () => {
  answers.push("warming");
  void readiness.watch("poule");
  expect(await later()).toBe("warming");
  vi.mocked(api.games).mockRejectedValueOnce(new Error("away"));
  expect(await later()).toBeNull();
});
