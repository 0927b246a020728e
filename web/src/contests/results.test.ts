import { beforeEach, expect, test, vi } from "vitest";
import { refusal } from "../../test/line";
import { api, type ContestResults, Refused } from "../wire";
import { speech } from "../words";
import { ResultsRequest } from "./results.svelte";

const results = (done: number): ContestResults => ({
  entries: [],
  percentile: null,
  house: { done, total: 24, results: [] },
  parting: null,
});

beforeEach(() => vi.useFakeTimers());

test("the house is asked again until it has played all its games", async () => {
  const ask = vi.spyOn(api, "results");
  for (const done of [0, 12, 24]) ask.mockResolvedValueOnce(results(done));
  const request = new ResultsRequest();
  const asking = request.begin("daily-2026-11-19-poule", 0);
  await vi.advanceTimersByTimeAsync(0);
  expect([ask.mock.calls.length, request.results?.house.done]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(60_000);
  await asking;
  expect([ask.mock.calls.length, request.results?.house.done]).toEqual([3, 24]);
});

test("where the house is slow it is asked more and more seldom", async () => {
  const ask = vi.spyOn(api, "results").mockResolvedValue(results(3));
  const request = new ResultsRequest();
  void request.begin("daily-2026-11-19-poule", 0);
  await vi.advanceTimersByTimeAsync(60_000);
  const first = ask.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask.mock.calls.length - first).toBeLessThan(first / 2);
  request.stop();
});

test("nobody asks for whom no longer looks", async () => {
  const ask = vi.spyOn(api, "results").mockResolvedValue(results(3));
  const request = new ResultsRequest();
  void request.begin("daily-2026-11-19-poule", 0);
  await vi.advanceTimersByTimeAsync(0);
  request.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("why there are no results is said", async () => {
  await speech.speak("en");
  vi.spyOn(api, "results").mockRejectedValue(new Refused(409, refusal(null, "contest.unfinished")));
  const request = new ResultsRequest();
  await request.begin("daily-2026-11-19-poule", 0);
  expect(request.failure).toBe(speech.words.errors["contest.unfinished"]);
});
