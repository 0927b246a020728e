import { beforeEach, describe, expect, test, vi } from "vitest";
import type { GameWords } from "../games/game";
import type { Update } from "../wire";
import { event } from "../../test/line";
import en from "../words/en";
import { speech } from "../words";
import { characterIn, CHARACTERS } from "./house";
import { describeMove, describeMoves, tellStyle } from "./sentences";
import { UpdateQueue } from "./queue.svelte";
import { standing, turnsOf } from "./turns";

test("of all events the moves stand that were not taken back", () => {
  const events = [event(1, "started"), event(2), event(3), event(4, "undone"), event(5)];
  expect(standing(events).map(({ number }) => number)).toEqual([2, 5]);
});

test("in practice several moves are taken back at once", () => {
  const events = [event(1, "started"), event(2), event(3), event(4), { ...event(5, "undone"), text: "2" }];
  expect(standing(events).map(({ number }) => number)).toEqual([2]);
});

test("what one player did in a row is a turn", () => {
  const moves = [0, 0, 1, 0].map((seat, ply) => ({ seat, ply }));
  expect(turnsOf(moves).map(({ seat, moves: each }) => [seat, each.map(({ ply }) => ply)])).toEqual([
    [0, [0, 1]],
    [1, [2]],
    [0, [3]],
  ]);
});

test("whoever ends a round and begins the next one has two turns", () => {
  const moves = [
    { seat: 0, lines: [{ key: "poule.draw" }] },
    { seat: 0, lines: [{ key: "poule.place" }, { key: "poule.round_begins" }] },
    { seat: 0, lines: [{ key: "poule.secret" }] },
  ];
  expect(turnsOf(moves).map((turn) => turn.moves.length)).toEqual([2, 1]);
});

test("a record names who of the house played, and an older one the same person throughout a series", () => {
  const record = { names: ["Anna", "host", "king"], characters: [null, "emil" as const, "rosa" as const] };
  const seats = [0, 1, 2];
  expect(seats.map((seat) => characterIn(record, seat, en))).toEqual([null, "emil", "rosa"]);
  const names = ["host", "host", "host"];
  const series = [0, 1, 2].map((turned) =>
    seats.map((seat) => characterIn({ names, turned }, (seat + turned) % 3, en)),
  );
  expect(new Set(series[0]).size).toBe(3);
  expect(series[1]).toEqual(series[0]);
  expect(series[2]).toEqual(series[0]);
});

test("what anybody may have written into a record is nobody of the house", () => {
  const record = { names: ["host"], characters: ["constructor" as never] };
  expect(CHARACTERS).toContain(characterIn(record, 0, en));
});

describe("a move in words", () => {
  const words = {
    logLine: ({ key }: { key: string }) => (key === "known" ? "Said." : ""),
    unlogged: (action: string, name: string) => `${name}: ${action}`,
  } as unknown as GameWords;
  const nameOf = () => "Anna";
  const line = (key: string) => ({ key, arguments: {} });

  test("is what its lines say", () => {
    expect(describeMove({ lines: [line("known"), line("known")], text: "go", seat: 0 }, words, nameOf)).toBe(
      "Said. Said.",
    );
  });

  test("leaves out what goes without saying, unless it is all", () => {
    const told = {
      logLine: ({ key }: { key: string }) => `${key}.`,
      implied: ["end"],
    } as unknown as GameWords;
    const said = (...keys: string[]) =>
      describeMove({ lines: keys.map(line), text: "go", seat: 0 }, told, nameOf);
    expect([said("end", "draw"), said("end")]).toEqual(["draw.", "end."]);
  });

  test("is name and action where the game has no sentence", () => {
    expect(describeMove({ lines: [line("unknown")], text: "go", seat: 0 }, words, nameOf)).toBe("Anna: go");
  });

  test("is nothing where the game keeps silent on purpose", () => {
    const silent = { logLine: words.logLine } as GameWords;
    expect(describeMove({ lines: [], text: "go", seat: 0 }, silent, nameOf)).toBe("");
  });

  test("is left out where the next move of the same player tells it again", () => {
    const move = (seat: number) => ({ lines: [line("known")], text: "go", seat });
    const twice = { ...words, retold: ["known"] };
    expect(describeMoves([move(0), move(0), move(1)], twice, nameOf)).toEqual(["", "Said.", "Said."]);
    expect(describeMoves([move(0), { lines: [], text: "", seat: 0 }], twice, nameOf)[0]).toBe("Said.");
  });
});

describe("queue", () => {
  beforeEach(() => void vi.useFakeTimers());
  const at = (ply: number, seat: number | null = 0) =>
    ({ number: ply, view: { ply, seat, to_move: seat } }) as unknown as Update;

  test("gives each update its time, and the last one at once to whoever skips", () => {
    const queue = new UpdateQueue({ pace: () => 500 });
    for (const ply of [0, 1, 2, 3]) queue.push(at(ply));
    vi.advanceTimersByTime(0);
    expect(queue.now?.view?.ply).toBe(1);
    expect(queue.isBehind).toBe(true);
    queue.skip();
    expect([queue.now?.view?.ply, queue.isBehind]).toEqual([3, false]);
    queue.stop();
  });

  test("waits for a board that shows something first, and for nothing else", () => {
    const queue = new UpdateQueue({ pace: () => 0, holds: (_, view) => view.ply === 1 });
    for (const ply of [0, 1, 2, 3]) {
      queue.push(at(ply));
      vi.advanceTimersByTime(1);
    }
    expect([queue.now?.view?.ply, queue.isHeld, queue.isBehind]).toEqual([1, true, true]);
    queue.release();
    vi.advanceTimersByTime(10);
    expect([queue.now?.view?.ply, queue.isHeld, queue.isBehind]).toEqual([3, false, false]);
    queue.stop();
  });

  test("counts nothing more, and shows no move, once it was taken back", () => {
    const queue = new UpdateQueue({ pace: () => 500, holds: (_, view) => view.ply === 2 });
    for (const ply of [0, 1, 2]) {
      queue.push(at(ply));
      vi.advanceTimersByTime(600);
    }
    expect([queue.now?.view?.ply, queue.isHeld]).toEqual([2, true]);
    queue.push({ ...at(1), number: 4 });
    expect([queue.now?.number, queue.isHeld, queue.isBehind]).toEqual([4, false, false]);
    for (const ply of [3, 4, 1]) queue.push(at(ply));
    expect([queue.now?.view?.ply, queue.isBehind]).toEqual([1, false]);
    queue.stop();
  });

  test("knows the view before the last action also when only who watches has changed", () => {
    const queue = new UpdateQueue({ pace: () => 0 });
    queue.push(at(0));
    vi.advanceTimersByTime(1);
    queue.push(at(1, null));
    vi.advanceTimersByTime(1);
    queue.push(at(1, 1));
    vi.advanceTimersByTime(1);
    expect([queue.before?.view?.ply, queue.earlier?.view?.ply]).toEqual([1, 0]);
    queue.stop();
  });
});

test("of somebody of the house it is said how well they play, and how; of a person nothing", async () => {
  const anna = { seat: 1, name: "Anna", isYou: false, isHouse: false };
  const greta = { ...anna, name: "Greta", isHouse: true, level: "Regular", character: "greta" } as const;
  await speech.speak("en");
  expect(tellStyle(greta)).toBe("Greta (Regular): begrudges the leader every point.");
  expect(tellStyle(anna)).toBe("");
  expect(tellStyle(undefined)).toBe("");
});
