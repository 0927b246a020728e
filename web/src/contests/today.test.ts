import { expect, test, vi } from "vitest";
import { recall } from "../storage";
import { api, type Contest } from "../wire";
import { note, streakOf, today } from "./today.svelte";

const contest = (date: string, isOver: boolean, game = "poule"): Contest => ({
  id: `daily-${date}-${game}`,
  kind: "daily",
  game,
  players: 3,
  options: {},
  seats: [2],
  level: "host",
  date,
  author: "",
  deals: 1,
  finished: [4],
  mine: isOver ? [{ table: "t", is_over: true, share: 1, lead: 9 }] : [null],
  is_listed: false,
});

test("a streak lasts as long as no day is left out, and today is not over yet", () => {
  const days = ["2026-11-15", "2026-11-17", "2026-11-18"];
  expect(streakOf(days, "2026-11-19")).toBe(2);
  expect(streakOf([...days, "2026-11-19"], "2026-11-19")).toBe(3);
  expect(streakOf(days, "2026-11-20")).toBe(0);
});

test("a deal counts for its day, also when it was finished after midnight, and once", () => {
  note(contest("2026-11-17", true), "2026-11-19");
  note(contest("2026-11-19", false), "2026-11-19");
  expect(recall("daily.days")).toBeNull();
  note(contest("2026-11-19", true), "2026-11-19");
  note(contest("2026-11-19", true, "nuit"), "2026-11-19");
  note(contest("2026-11-18", true), "2026-11-19");
  expect(recall("daily.days")).toEqual(["2026-11-19", "2026-11-18"]);
});

test("the deals come in the order of the games, with how far one is", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-19T08:00:00Z"), toFake: ["Date"] });
  const ends = Date.parse("2026-11-20");
  const contests = ["nuit", "poule", "reeperbahn"].map((game) =>
    contest("2026-11-19", game === "nuit", game),
  );
  vi.spyOn(api, "daily").mockResolvedValue({ date: "2026-11-19", ends, contests });
  await today.look();
  expect(today.deals.map(({ game, state, finished }) => [game, state, finished])).toEqual([
    ["poule", "open", 4],
    ["reeperbahn", "open", 4],
    ["nuit", "won", 4],
  ]);
  expect([today.ends, today.streak]).toEqual([ends, 1]);
});
