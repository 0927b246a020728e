import { beforeEach, describe, expect, test, vi } from "vitest";
import type { GameWords } from "../games/game";
import type { Change } from "../games/since";
import { settings } from "../settings.svelte";
import { event, update } from "../../test/line";
import type { AnyView, LogLine, TableEvent, Update, Views } from "../wire";
import { ViewHistory } from "./history.svelte";
import { outlines, type Row, rowsOf, summarize } from "./rows";
import { UpdateQueue } from "./queue.svelte";
import { splitPaid, withoutPay } from "./sentences";
import { othersSince, turnsOf } from "./turns";

const move = (number: number, seat: number, text = ""): TableEvent => ({ ...event(number), seat, text });
const view = (ply: number, rest: object = {}) => ({ ply, ...rest }) as unknown as AnyView;
const seen = (number: number, ply: number, seats = [0]): Update =>
  update(number, { view: view(ply), you: { seats } });
const isOwn = (seat: number) => seat === 0;
const numbers = ({ turns }: { turns: { moves: TableEvent[] }[] }) =>
  turns.map(({ moves }) => moves.map(({ number }) => number));

describe("what the others did since one's own turn", () => {
  const sinceOwn = (moves: TableEvent[]) =>
    othersSince(
      turnsOf(moves, (action) => action === "aside"),
      isOwn,
      ({ text }) => text === "half",
    );

  test("is everything where one has not played yet", () => {
    const { before, turns } = sinceOwn([move(2, 1), move(3, 2)]);
    expect([before, turns.length]).toEqual([null, 2]);
  });

  test("is over as soon as one acts, but not with half an action", () => {
    const moves = [move(2, 0), move(3, 1), move(4, 1), move(5, 2)];
    const before = sinceOwn(moves);
    expect([before.before?.number, numbers(before)]).toEqual([2, [[3, 4], [5]]]);
    expect(numbers(sinceOwn([...moves, move(6, 0, "half")]))).toEqual([[3, 4], [5]]);
    expect(numbers(sinceOwn([...moves, move(6, 0, "half"), move(7, 0)]))).toEqual([]);
  });

  test("goes on where one had to do something in another's turn", () => {
    const moves = [move(2, 0), move(3, 1), move(4, 0, "aside"), move(5, 1), move(6, 2)];
    expect(numbers(sinceOwn(moves))).toEqual([[3, 4, 5], [6]]);
  });
});

describe("remembering", () => {
  const events = [
    event(1, "started"),
    move(2, 0),
    move(3, 1),
    move(4, 1),
    { ...event(5, "undone") },
    move(6, 1),
  ];
  const others = othersSince(turnsOf([move(2, 0), move(3, 1), move(6, 1)]), isOwn, () => false);
  const plies = (history: ViewHistory) =>
    history.recall(others)?.map(({ snapshots }) => snapshots.map(({ number, view }) => [number, view.ply]));
  const ask = vi.fn<(count: number, drawing: boolean) => Promise<Views>>();
  let history: ViewHistory;
  beforeEach(() => {
    ask.mockReset();
    history = new ViewHistory(ask, () => []);
  });

  test("keeps what was seen, and not what was taken back", () => {
    for (const [number, ply] of [
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 2],
      [6, 3],
    ] as const)
      history.keep(seen(number, ply), events.slice(0, number));
    expect(plies(history)).toEqual([
      [
        [2, 1],
        [3, 2],
        [6, 3],
      ],
    ]);
  });

  test("asks once for what was not seen, after a reload", async () => {
    ask.mockResolvedValue({ number: 6, views: [view(1), view(2), view(3)] });
    history.keep(seen(6, 3), events);
    expect(plies(history)).toBeUndefined();
    await history.ask(seen(6, 3), others, () => events);
    await history.ask(seen(6, 3), others, () => events);
    expect(ask.mock.calls).toEqual([[3, false]]);
    expect(plies(history)).toEqual([
      [
        [2, 1],
        [3, 2],
        [6, 3],
      ],
    ]);
  });

  test("asks for all of it, however little of it is shown by then", async () => {
    ask.mockResolvedValue({ number: 6, views: [view(0), view(1), view(2), view(3)] });
    history.keep(seen(6, 3), events);
    await history.ask(seen(6, 3), { before: null, turns: [] }, () => events);
    expect(ask.mock.calls).toEqual([[4, false]]);
    expect(plies(history)).toHaveLength(1);
  });

  test("leaves what people saw on a shared device to the server", () => {
    for (const [number, ply] of [
      [2, 1],
      [3, 2],
      [6, 3],
    ] as const)
      history.keep(seen(number, ply, [0, 2]), events.slice(0, number));
    expect(plies(history)).toBeUndefined();
  });
});

test("the card tells turn after turn what was done and what it brought, one's own losses first", () => {
  const changes: Record<number, Change[]> = {
    1: [{ key: "", seat: 1, amount: 32 }],
    2: [
      { key: "", seat: 1, amount: 5 },
      { key: "", seat: 2, amount: 7 },
      { key: "", seat: 0, amount: 3 },
      { key: "", seat: 0, amount: -4 },
    ],
  };
  const words = {
    logLine: ({ arguments: { seat } }: LogLine, name: (seat: number) => string) =>
      `${name(Number(seat))} draws.`,
    change: ({ amount }: Change, name: string | null) => `${name ?? "you"} ${amount}`.trim(),
  } as unknown as GameWords;
  const turn = (seat: number) => ({
    seat,
    targets: [],
    was: view(seat),
    view: view(seat + 1),
    snapshots: [],
  });
  const moves = [1, 2].map((seat) => ({
    seat,
    moves: [{ ...move(seat, seat), lines: [{ key: "", arguments: { seat } }] }],
  }));
  const rows = rowsOf([turn(1), turn(2)], moves, {
    face: { changes: ({ seat }) => changes[seat] ?? [] },
    words,
    viewer: 0,
    nameAt: (seat) => ["Anna", "Bert", "Carl"][seat] ?? "",
  });
  expect(rows.map((row) => [row.order, summarize(row)])).toEqual([
    [1, "Bert draws (32)."],
    [2, "Carl draws (you -4, you 3, Carl 7, Bert 5)."],
  ]);
  // A finished round is off the board: changes count from there.
  const [paid, ...later] = moves;
  const ending = [
    { ...paid!, moves: [{ ...paid!.moves[0]!, lines: [{ key: "x.round_begins", arguments: {} }] }] },
  ];
  const teller = { face: {}, words, viewer: 0, nameAt: () => "" };
  expect(rowsOf([turn(1), turn(2)], [...ending, ...later], teller).map(({ order }) => order)).toEqual([
    null,
    1,
  ]);
  expect(outlines(rows)).toEqual([
    "Bert draws. Carl draws (you -4, you 3).",
    "Bert: 32 · Carl: you -4, you 3, Carl 7, Bert 5",
    "Carl: you -4, you 3",
    "You -4, you 3",
  ]);
  const brief = rows.map((row) => ({ ...row, brief: ["puts up a stall", "draws a tile"] }));
  expect(outlines(brief).slice(1)).toEqual([
    "Bert puts up a stall, draws a tile · Carl puts up a stall, draws a tile (you -4, you 3)",
    "Bert puts up a stall… · Carl puts up a stall… (you -4)",
    "Bert puts up a stall, draws a tile · Carl puts up a stall, draws a tile",
    "Carl: you -4, you 3",
    "You -4, you 3",
  ]);
  const numbered = brief.map((row) => ({
    ...row,
    changes: row.changes.map((change) => ({ ...change, order: 1 })),
  }));
  expect(outlines(numbered).slice(-1)).toEqual([
    "Bert puts up a stall, draws a tile · Carl puts up a stall, draws a tile",
  ]);
  const [first, second] = brief as [Row, Row];
  const of = ([...names]: string[], deed: string) =>
    `… ${names.map((name) => `${name} ${deed}`).join(" · ")}`;
  const [three, two] = [
    ["Bert", "Carl", "Bert"],
    ["Carl", "Bert"],
  ];
  expect(outlines([second, first, second, first]).slice(-4)).toEqual([
    of(three, "puts up a stall, draws a tile"),
    of(two, "puts up a stall, draws a tile"),
    of(three, "puts up a stall…"),
    of(two, "puts up a stall…"),
  ]);
  expect(outlines([{ ...first, endsRound: true }, second])[0]).toBe("Carl draws (you -4, you 3).");
  expect(outlines([first, { ...second, endsRound: true }])[0]).toBe("Carl draws (you -4, you 3).");
  expect(rows.map(({ deed }) => deed)).toEqual(["draws.", "draws."]);
  const still = { ...rows[0]!, changes: [], sentences: ["fills the square.", "Bert begins anew."] };
  expect(outlines([still])).toEqual(["Bert fills the square. Bert begins anew.", "Bert begins anew."]);
  expect(rows[1]?.changes.map(({ isLoss }) => isLoss)).toEqual([true, false, false, false]);
});

describe("queue", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    settings.pace = "normal";
  });
  const at = (ply: number, toMove = 1) => update(ply, { view: view(ply, { seat: 0, to_move: toMove }) });
  const shown = (queue: UpdateQueue) => queue.now?.view?.ply;

  test("gives every action of another player its time, however quick the board, and as much more as somebody wants", () => {
    for (const [pace, long] of [
      ["normal", 1000],
      ["slow", 1800],
      ["fast", 450],
    ] as const) {
      settings.pace = pace;
      const queue = new UpdateQueue({ pace: () => 10 });
      for (const update of [at(0, 1), at(1, 1), at(2, 0)]) queue.push(update);
      vi.advanceTimersByTime(1);
      expect(shown(queue)).toBe(1);
      vi.advanceTimersByTime(long - 2);
      expect(shown(queue)).toBe(1);
      vi.advanceTimersByTime(2);
      expect(shown(queue)).toBe(2);
      queue.stop();
    }
  });

  test("lets pass what matters little", () => {
    const queue = new UpdateQueue({ pace: () => 10, isMinor: ({ number }) => number === 1 });
    for (const ply of [0, 1, 2]) queue.push(at(ply));
    vi.advanceTimersByTime(20);
    expect(shown(queue)).toBe(2);
    queue.stop();
  });

  test("step by step waits after a turn until it is asked on, or skipped", () => {
    settings.pace = "step";
    const queue = new UpdateQueue({ pace: () => 10, stops: ({ number }) => number >= 2 });
    for (const ply of [0, 1, 2, 3]) queue.push(at(ply));
    vi.advanceTimersByTime(60_000);
    expect([shown(queue), queue.isStopped]).toEqual([1, true]);
    queue.step();
    vi.advanceTimersByTime(60_000);
    expect([shown(queue), queue.isStopped, queue.isBehind]).toEqual([2, true, true]);
    queue.skip();
    expect([shown(queue), queue.isStopped, queue.isBehind]).toEqual([3, false, false]);
    queue.stop();
  });

  test("shows again what was, then what is; who skips is back at once", () => {
    settings.pace = "fast"; // a replay on request is never skipped
    const queue = new UpdateQueue({ pace: () => 500 });
    for (const ply of [0, 1, 2]) queue.push(at(ply));
    vi.advanceTimersByTime(10_000);
    const { now } = queue;
    const again = () => queue.again([at(0), at(1), at(2)]);
    again();
    expect([shown(queue), queue.before, queue.isAgain, queue.present]).toEqual([0, null, true, now]);
    vi.advanceTimersByTime(999);
    expect(shown(queue)).toBe(0);
    vi.advanceTimersByTime(1);
    expect([shown(queue), queue.isAgain]).toEqual([1, true]);
    vi.advanceTimersByTime(999);
    expect(shown(queue)).toBe(1);
    vi.advanceTimersByTime(1);
    expect([queue.now, queue.before?.view?.ply, queue.isAgain]).toEqual([now, 1, false]);
    vi.advanceTimersByTime(10_000);
    again();
    queue.push(at(3));
    queue.skip();
    expect([shown(queue), queue.before, queue.isAgain]).toEqual([3, null, false]);
    queue.stop();
  });
});

test("a turn that ended a round says what was done and which round began, not how the last one was paid", () => {
  const lines = ["placed", "round_paid", "gained", "round_begins"].map((key) => ({
    key: `market.${key}`,
    arguments: { seat: 1 },
  }));
  const words = {
    logLine: ({ key }: LogLine, name: (seat: number) => string) => `${name(1)} ${key}.`,
    held: "market.round_paid",
  } as unknown as GameWords;
  const turn = { seat: 1, targets: [], was: view(1), view: view(2), snapshots: [] };
  const [row] = rowsOf([turn], [{ seat: 1, moves: [{ ...move(1, 1), lines }] }], {
    face: {},
    words,
    viewer: 0,
    nameAt: () => "Bert",
  });
  expect(row?.sentences).toEqual(["market.placed."]);
  expect(splitPaid(move(2, 1), words)).toEqual([move(2, 1)]);
  const told = splitPaid({ ...move(2, 1), lines }, words);
  expect(told.map((part) => part.lines.map(({ key }) => key))).toEqual(lines.map(({ key }) => [key]));
  // While the board counts it, the log leaves it out, too.
  const events = [move(1, 0), { ...move(2, 1), lines }, event(3, "renamed")];
  expect(withoutPay(events, words).map(({ lines }) => lines.map(({ key }) => key))).toEqual([
    [],
    ["market.placed"],
    [],
  ]);
  expect([row?.endsRound, row?.nextRound]).toEqual([true, "Bert market.round_begins."]);
});
