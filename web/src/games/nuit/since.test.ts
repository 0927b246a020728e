import { describe, expect, test } from "vitest";
import { NOTHING } from "./changes";
import { seatAtBars, space } from "./plans.fixture";
import { goOn, NOTHING_YET, tally } from "./since";

describe("what the others did to a pub", () => {
  test("guests lured away, money for them, and who came", () => {
    const [was, now] = [seatAtBars(), seatAtBars()];
    now.board.pubs[1]!.spaces[0] = space("i1", "bar", { yellow: 2 }, 0);
    now.board.pubs[1]!.money += 20;
    expect(tally(was, now, 1)).toEqual({ gone: 1, lost: 20, come: 2, won: 20, money: 20 });
  });

  test("nothing is not told", () => {
    expect(tally(seatAtBars(), seatAtBars(), 1)).toBeNull();
  });
});

describe("whose turn changed what", () => {
  const turn = (seat: number, ply: number) => {
    const view = seatAtBars();
    view.board.turn = view.to_move = seat;
    view.ply = ply;
    return view;
  };
  const change = (name: string) => ({ ...NOTHING, spaces: new Set([name]) });

  test("turns are counted from one's own", () => {
    const ended = goOn(NOTHING_YET, turn(0, 1), turn(1, 2), change("0:i1"));
    expect(ended.base?.ply).toBe(2);
    const quiet = goOn(ended, turn(1, 2), turn(1, 3), NOTHING);
    const first = goOn(quiet, turn(1, 3), turn(1, 4), change("1:i1"));
    const second = goOn(first, turn(1, 4), turn(2, 5), change("1:i2"));
    const third = goOn(second, turn(2, 5), turn(0, 6), change("0:i1"));
    expect([...third.marks]).toEqual([
      ["1:i1", { seat: 1, order: 1 }],
      ["1:i2", { seat: 1, order: 1 }],
      ["0:i1", { seat: 2, order: 2 }],
    ]);
  });

  test("they stay until one acts", () => {
    const marked = goOn(NOTHING_YET, turn(2, 4), turn(0, 5), change("0:i1"));
    expect(marked.marks.size).toBe(1);
    expect(goOn(marked, turn(0, 5), turn(0, 6), change("0:i2")).marks.size).toBe(0);
  });
});
