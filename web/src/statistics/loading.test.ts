import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, Refused, type PlayPage } from "../wire";
import { game } from "./games.fixture";
import { AllGames, RecordsFile, ReviewsToMake } from "./loading.svelte";

const refusal = (code: string) =>
  new Refused(429, { type: "refusal", code, sentence: `${code}.`, rule: null, id: null, retry_after: null });
const page = (tables: string[], next: string | null, total = 3): PlayPage => ({
  games: tables.map((table) => game({ table })),
  next,
  looked_at: tables.length,
  total,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("all pages are read, and a game that comes twice is there once", async () => {
  const play = vi.spyOn(api, "play");
  play.mockResolvedValueOnce(page(["a", "b"], "x")).mockResolvedValueOnce(page(["b", "c"], null));
  const all = new AllGames();
  await all.load();
  expect(play.mock.calls.map(([before]) => before)).toEqual(["", "x"]);
  expect(all.games.map(({ table }) => table)).toEqual(["a", "b", "c"]);
  expect([all.isDone, all.total, all.failure]).toEqual([true, 3, ""]);
});

test("what has come stays when the rest does not, and it can be tried again", async () => {
  const play = vi.spyOn(api, "play");
  play.mockResolvedValueOnce(page(["a"], "x")).mockRejectedValueOnce(refusal("house.busy"));
  const all = new AllGames();
  await all.load();
  expect(all.games).toHaveLength(1);
  expect([all.isDone, all.failure !== ""]).toEqual([false, true]);
  play.mockResolvedValueOnce(page(["a", "b"], null));
  await all.load();
  expect([all.games.length, all.isDone, all.failure]).toEqual([2, true, ""]);
});

const line = (table: string, ended: number) => `${JSON.stringify({ table, ended })}\n`;

test("a file of records is put together from as many answers as it takes", async () => {
  const records = vi.spyOn(api, "records");
  records.mockResolvedValueOnce(line("a", 9) + line("b", 8)).mockResolvedValueOnce(line("c", 7));
  const file = new RecordsFile();
  const blob = await file.fetch(2);
  expect(await blob?.text()).toBe(line("a", 9) + line("b", 8) + line("c", 7));
  expect(records.mock.calls).toEqual([
    ["", 2],
    ["8.b", 2],
  ]);
  expect([file.done, file.isBusy]).toEqual([3, false]);
});

test("a file that breaks off is none, and says why", async () => {
  vi.spyOn(api, "records").mockResolvedValueOnce(line("a", 9)).mockRejectedValueOnce(refusal("server.store"));
  const file = new RecordsFile();
  expect(await file.fetch(1)).toBeNull();
  expect([file.isBusy, file.failure !== ""]).toEqual([false, true]);
});

test("a file that is given up comes to nothing", async () => {
  const file = new RecordsFile();
  vi.spyOn(api, "records").mockImplementation(() => {
    file.stop();
    return Promise.resolve(line("a", 9));
  });
  expect(await file.fetch(1)).toBeNull();
  expect([file.isBusy, file.failure]).toEqual([false, ""]);
});

const answer = (isDone: boolean) => ({ key: "k", done: 1, total: 2, is_done: isDone, review: null });

test("reviews are made one after the other, and one that cannot be made stops none", async () => {
  const ask = vi.spyOn(api, "reviewTable");
  ask
    .mockResolvedValueOnce(answer(true))
    .mockRejectedValueOnce(refusal("review.none"))
    .mockResolvedValueOnce(answer(true));
  const making = new ReviewsToMake();
  expect(await making.make(["a", "b", "c"])).toBe(true);
  expect(ask.mock.calls.flat()).toEqual(["a", "b", "c"]);
  expect([making.at, making.failure !== ""]).toEqual([null, true]);
});

test("whoever stops has no more made", async () => {
  const ask = vi.spyOn(api, "reviewTable").mockResolvedValue(answer(false));
  const making = new ReviewsToMake();
  const made = making.make(["a", "b"]);
  await vi.advanceTimersByTimeAsync(10);
  making.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await made).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
});
