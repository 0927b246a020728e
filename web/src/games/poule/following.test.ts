import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AnyView } from "../../wire/types";
import { CASES } from "../cases.fixture";
import { hiddenFrom } from "./tiles";
import { Count } from "./count.svelte";
import { boardOf, gainOf, isPaid, totals } from "./market";
import { changesOf, lastMark, marksSince } from "./marks";

const { cases } = CASES.poule;
const paid = cases.find(({ before, after }) => isPaid(boardOf(before), boardOf(after)));
if (!paid) throw new Error("no round is paid in the cases");

const square = (round: number, ...cells: string[]) =>
  ({ board: { round, pieces: cells.map((cell) => ({ cell })) } }) as unknown as AnyView;

test("what lies on the square since one's turn carries the number of its turn, and nothing else does", () => {
  const views = [square(1, "e5"), square(1, "e5", "b2"), square(2), square(2, "a1")];
  const turns = [1, 2, 0].map((seat, at) => ({ seat, targets: [], was: views[at]!, view: views[at + 1]! }));
  expect([...marksSince(turns, views[1]!)]).toEqual([["b2", { seat: 1, order: 1 }]]);
  // A new round is counted anew: nothing carries the numbers before.
  expect([...marksSince(turns, views[3]!)]).toEqual([["a1", { seat: 0, order: 1 }]]);
});

test("where a turn ends the round, all that was paid counts, and what already lay there counts once", () => {
  const { before: was, after: view } = paid;
  const lay = totals(boardOf(was).segments, was.players);
  const expected = (boardOf(view).last_round?.gains ?? []).map((gain, seat) => gain - (lay[seat] ?? 0));
  const changes = changesOf({ seat: 0, targets: [], was, view });
  expect(expected.map((_, seat) => changes.find((each) => each.seat === seat)?.amount ?? 0)).toEqual(
    expected,
  );
});

test("whoever ends a round and begins the next has changed nothing that still lies there", () => {
  const { before: was, after } = paid;
  const { round } = boardOf(was);
  const board = { ...boardOf(after), round: round + 1, pieces: [{ cell: "a1" }] };
  const view = { ...after, board } as unknown as AnyView;
  expect(changesOf({ seat: 0, targets: [], was, view })).toEqual([]);
});

test("without a turn to look back to, the last piece carries the colour of whoever put it there", () => {
  const view = { ...paid.before, players: 3, to_move: 0, board: { pieces: [{ cell: "a1" }] } };
  const seatOf = (later: object, before: object | null) =>
    lastMark(
      new Set(["cell:a1"]),
      { ...view, ...later } as never,
      before && ({ ...view, ...before } as never),
    );
  expect([...seatOf({}, null)]).toEqual([["a1", { seat: 2, order: 0 }]]);
  // Somebody came or went since: the view before is of the same position.
  expect([...seatOf({}, {})]).toEqual([["a1", { seat: 2, order: 0 }]]);
  expect([...seatOf({}, { ply: view.ply - 1, to_move: 1 })]).toEqual([["a1", { seat: 1, order: 0 }]]);
  const stall = { to_move: null, board: { first: 1, pieces: [{ cell: "a1", seat: 1 }] } };
  expect([...seatOf(stall, null)]).toEqual([["a1", { seat: 1, order: 0 }]]);
  const tile = { to_move: null, board: { first: 0, pieces: [{ cell: "b1" }, { cell: "a1" }] } };
  expect([...seatOf(tile, null)]).toEqual([["a1", { seat: 1, order: 0 }]]);
});

test("what is hidden is as much as the stack and the secrets of the others hold", () => {
  for (const { before: view } of cases) {
    const board = boardOf(view);
    const secrets = board.holds_secret.filter((holds, seat) => holds && seat !== view.seat).length;
    const hidden = hiddenFrom(view);
    expect(hidden).toHaveLength(board.stack + secrets);
    const seen = board.pieces.flatMap(({ tile }) => (tile && tile.name !== "fire" ? tile.name : []));
    expect(hidden.filter(({ name }) => seen.includes(name))).toEqual([]);
  }
});

test("what a piece brings is what the engine pays more with it", () => {
  const placing = cases.filter(({ action }) => action.kind === "stall" || action.kind === "place");
  for (const { before, action, after } of placing) {
    if (isPaid(boardOf(before), boardOf(after))) continue;
    const [now, then] = [before, after].map((view) => totals(boardOf(view).segments, view.players));
    const seat = before.to_move ?? 0;
    expect(gainOf(action, before)).toBe((then?.[seat] ?? 0) - (now?.[seat] ?? 0));
  }
});

describe("the count of a round", () => {
  beforeEach(() => void vi.useFakeTimers());
  const [before, after] = [boardOf(paid.before), boardOf(paid.after)];
  const had = before.money;
  const gains = after.last_round?.gains ?? [];

  test("keeps the full square, pays stretch by stretch, and ends with all the money", () => {
    const count = new Count();
    count.begin(after, before, paid.before.to_move, () => undefined);
    expect([count.shown?.pieces.length, count.shown?.money]).toEqual([after.last_round?.pieces.length, had]);
    vi.advanceTimersByTime(2500); // the last tile is read first
    expect([count.segment === null, count.isDone]).toEqual([false, false]);
    vi.advanceTimersByTime(10_000);
    expect([count.isDone, count.sums]).toEqual([true, gains]);
    expect(count.shown?.money).toEqual(had.map((money, seat) => money + (gains[seat] ?? 0)));
  });

  test("shows the hands without the piece that was put down last", () => {
    const mover = 0;
    const last = after.last_round!.pieces.find(({ cell }) =>
      before.pieces.every((each) => each.cell !== cell),
    )!;
    const hold = { ...before, drawn: null, holds_secret: before.holds_secret.map(() => true) };
    const shownAfter = (piece: object) => {
      const pieces = after.last_round!.pieces.map((each) => (each === last ? { ...last, ...piece } : each));
      const count = new Count();
      count.begin({ ...after, last_round: { ...after.last_round!, pieces } }, hold, mover, () => undefined);
      return count.shown!;
    };
    const secret = shownAfter({ tile: { name: "thief", value: -3 }, seat: null, rank: null });
    expect(secret.holds_secret).toEqual(hold.holds_secret.map((_, seat) => seat !== mover));
    expect(secret.stalls).toEqual(hold.stalls);
    const stall = shownAfter({ tile: null, seat: mover, rank: "I" });
    expect(stall.holds_secret).toEqual(hold.holds_secret);
    expect(stall.stalls[mover]?.["I"]).toBe((hold.stalls[mover]?.["I"] ?? 1) - 1);
  });

  test("is over at once for whoever has seen enough", () => {
    const count = new Count();
    count.begin(after, before, paid.before.to_move, () => undefined);
    count.finish();
    expect([count.isDone, count.sums]).toEqual([true, gains]);
    count.end();
    expect(count.shown).toBeNull();
  });
});
