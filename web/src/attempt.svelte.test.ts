import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { Attempt } from "./attempt.svelte";

test("an effect that begins something does not begin it again because it has ended", async () => {
  const attempt = new Attempt();
  let begun = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      void attempt.run(() => {
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
  const attempt = new Attempt();
  let fail = (): void => undefined;
  const first = attempt.run(() => new Promise((_, reject) => (fail = () => reject(new Error("no")))));
  expect(attempt.isBusy).toBe(true);
  expect(await attempt.run(() => Promise.resolve())).toBe(false);
  fail();
  expect(await first).toBe(false);
  expect(attempt.failure).not.toBe("");
  expect(await attempt.run(() => Promise.resolve())).toBe(true);
  expect([attempt.isBusy, attempt.failure]).toEqual([false, ""]);
});
