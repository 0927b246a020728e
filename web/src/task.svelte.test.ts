import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { Task } from "./task.svelte";

test("an effect that begins something does not begin it again because it has ended", async () => {
  const task = new Task();
  let begun = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      void task.run(() => {
        begun += 1;
        return Promise.resolve();
      });
    });
  });
  for (let turn = 0; turn < 5; turn += 1) {
    flushSync();
    await Promise.resolve();
  }
  stop();
  expect(begun).toBe(1);
});

test("nothing is begun while another is under way, and what went wrong is said", async () => {
  const task = new Task();
  let fail = (): void => undefined;
  const first = task.run(() => new Promise((_, reject) => (fail = () => reject(new Error("no")))));
  expect(task.isBusy).toBe(true);
  expect(await task.run(() => Promise.resolve())).toBe(false);
  fail();
  expect(await first).toBe(false);
  expect(task.failure).not.toBe("");
  expect(await task.run(() => Promise.resolve())).toBe(true);
  expect([task.isBusy, task.failure]).toEqual([false, ""]);
});
