import { beforeEach, expect, test, vi } from "vitest";
import { Cover } from "./HandOver.svelte";

beforeEach(() => {
  vi.useFakeTimers();
});

test("whoever has just moved sees it for a while", () => {
  const cover = new Cover();
  cover.want(1, true);
  vi.advanceTimersByTime(1000);
  expect(cover.seat).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(cover.seat).toBe(1);
});

test("a tap covers at once", () => {
  const cover = new Cover();
  cover.want(1, true);
  cover.fall();
  expect(cover.seat).toBe(1);
});

test("where there is nothing to see, nothing is shown", () => {
  const cover = new Cover();
  cover.want(0, false);
  expect(cover.seat).toBe(0);
});

test("whoever says that they hold the device sees the board at once, and no old cover falls on it", () => {
  const cover = new Cover();
  cover.want(1, true);
  cover.want(null, false);
  vi.advanceTimersByTime(5000);
  expect(cover.seat).toBeNull();
});
