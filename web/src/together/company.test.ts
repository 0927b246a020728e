import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeLines, lastLine, update } from "../../test/line";
import type { Playback } from "../table/playback.svelte";
import { LiveTable, type Together } from "../wire";
import { canJoin, Company, POINTED } from "./company.svelte";

const ME = 1;
const BERT = { seat: 0, author: "b" };
const SELF = { seat: ME, author: "me" };

let live: LiveTable;
let company: Company;
let playback: Playback;
let number = 0;

/** The game as this page shows it, which has twenty actions. */
const fakePlayback = () =>
  ({
    ply: 3,
    last: 20,
    replay: { fingerprint: "record-1" },
    isPlaying: false,
    go(this: { ply: number }, ply: number) {
      this.ply = ply;
    },
  }) as unknown as Playback;

const told = (together: Together | null) =>
  update(++number, { together, you: { seats: [ME] } as never, answers: lastLine().sent.map(({ id }) => id) });
const state = (
  ply: number,
  leader: number,
  members = [BERT, SELF],
  asking: number | null = null,
): Together => ({
  ply,
  leader,
  members,
  asking,
});
/** What the house says, and what the page does then. */
function hear(together: Together | null): void {
  lastLine().say(told(together));
  company.follow();
}
const sent = () => lastLine().sent.map(({ type, ply, target, seat }) => [type, ply ?? target ?? seat]);
const lastSent = () => sent().at(-1);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fakeLines();
  live = new LiveTable("t1");
  playback = fakePlayback();
  company = new Company(live, playback);
  lastLine().open();
  hear(null);
});
afterEach(() => {
  company.close();
  live.close();
  vi.useRealTimers();
});

function takePart(leader = 0, ply = 5): void {
  company.join();
  hear(state(ply, leader));
}

describe("who takes part", () => {
  test("is asked when somebody else looks, once, and not by whom they muted", () => {
    hear(state(5, 0, [BERT]));
    expect(company.isInvited).toBe(true);
    company.decline();
    expect(company.isInvited).toBe(false);
    hear(state(5, 2, [{ seat: 2, author: "c" }]));
    expect(company.isInvited).toBe(true);
    localStorage.setItem("estaminet.muted", '["c"]');
    hear(state(6, 2, [{ seat: 2, author: "c" }]));
    expect(company.isInvited).toBe(false);
  });

  test("is nobody without a seat, nor whoever takes part on another page", () => {
    const together = state(5, 0, [BERT]);
    expect(canJoin({ together, you: { seats: [ME] } as never })).toBe(true);
    expect(canJoin({ together, you: { seats: [] } as never })).toBe(false);
    expect(canJoin({ together: state(5, 0), you: { seats: [ME] } as never })).toBe(false);
    expect(canJoin({ together: null, you: { seats: [ME] } as never })).toBe(false);
  });

  test("says where they are, for the case that they are the first", () => {
    company.join();
    expect(lastSent()).toEqual(["look_together", 3]);
    expect(company.isIn).toBe(false);
    hear(state(3, ME, [SELF]));
    expect([company.isIn, company.leads]).toEqual([true, true]);
  });
});

describe("whoever follows", () => {
  test("sees what the leader sees, and stops what ran by itself", () => {
    playback.isPlaying = true;
    takePart(0, 5);
    expect([playback.ply, playback.isPlaying]).toEqual([5, false]);
    hear(state(9, 0));
    expect(playback.ply).toBe(9);
    expect(sent().filter(([type]) => type === "look_at")).toEqual([]);
  });

  test("goes their own way by going elsewhere, and is not asked again by the same leader", () => {
    takePart();
    playback.go(6);
    company.follow();
    expect(lastSent()).toEqual(["look_alone", undefined]);
    expect(company.isIn).toBe(false);
    hear(state(9, 0, [BERT]));
    expect([playback.ply, company.isInvited]).toEqual([6, false]);
  });

  test("stays within the game that this page has", () => {
    takePart(0, 99);
    expect(company.isIn).toBe(true);
  });

  test("leaves when they look at a variation, which has other moments", () => {
    takePart();
    playback.replay = { fingerprint: "record-2" } as unknown as Playback["replay"];
    hear(state(9, 0));
    expect(lastSent()).toEqual(["look_alone", undefined]);
    expect([playback.ply, company.isInvited]).toEqual([5, false]);
  });

  test("has left when they left on another page", () => {
    takePart();
    hear(state(9, 0, [BERT]));
    expect([company.wantsIn, playback.ply]).toEqual([false, 5]);
  });
});

describe("whoever leads", () => {
  test("tells where they are, however fast they go, now and then and at the end", () => {
    takePart(ME, 3);
    for (let ply = 4; ply <= 15; ply += 1) {
      playback.go(ply);
      company.follow();
    }
    vi.advanceTimersByTime(1000);
    const told = sent().filter(([type]) => type === "look_at");
    expect(told).toEqual([["look_at", 15]]);
  });

  test("is not moved by what the house has heard of them", () => {
    takePart(ME, 3);
    playback.go(7);
    company.follow();
    hear(state(3, ME));
    expect(playback.ply).toBe(7);
  });

  test("follows when somebody else leads, and says nothing more", () => {
    takePart(ME, 3);
    playback.go(7);
    company.follow();
    hear(state(4, 0));
    expect(playback.ply).toBe(4);
    vi.advanceTimersByTime(1000);
    expect(sent().filter(([type]) => type === "look_at")).toEqual([]);
  });

  test("hands on the lead, or keeps it", () => {
    takePart(ME, 3);
    company.giveLead(0);
    expect(lastSent()).toEqual(["give_lead", 0]);
    company.keepLead();
    expect(lastSent()).toEqual(["keep_lead", undefined]);
  });
});

describe("a line that breaks", () => {
  test("is no leaving: on the next line they take part again, and whoever leads says where they are", () => {
    takePart(ME, 3);
    playback.go(8);
    company.follow();
    lastLine().close();
    company.lose();
    vi.advanceTimersByTime(500);
    lastLine().open();
    lastLine().say(told(state(3, ME)));
    company.greet();
    company.follow();
    vi.advanceTimersByTime(500);
    expect(sent()).toContainEqual(["look_together", 8]);
    expect(lastSent()).toEqual(["look_at", 8]);
    expect(playback.ply).toBe(8);
  });

  test("of whom nobody knows any more begins anew", () => {
    takePart(ME, 3);
    lastLine().close();
    company.lose();
    vi.advanceTimersByTime(500);
    lastLine().open();
    hear(null);
    company.greet();
    expect(lastSent()).toEqual(["look_together", 3]);
    expect(company.wantsIn).toBe(true);
  });
});

test("a page that is loaded anew takes part again as long as the house has not forgotten, and not where they left", () => {
  takePart();
  const again = new Company(live, fakePlayback());
  again.greet();
  expect(again.wantsIn).toBe(true);
  company.leave();
  const later = new Company(live, fakePlayback());
  later.greet();
  expect(later.wantsIn).toBe(false);
});

describe("pointing", () => {
  const points = (seat: number, author: string, target = "cell:c4") =>
    company.show({ type: "pointed", seat, author, target });

  test("is seen for a moment, one finger each", () => {
    takePart();
    points(0, "b");
    points(0, "b", "cell:a1");
    company.point("stack");
    expect(lastSent()).toEqual(["point_at", "stack"]);
    expect(company.marks.map(({ seat, target }) => [seat, target])).toEqual([
      [0, "cell:a1"],
      [ME, "stack"],
    ]);
    vi.advanceTimersByTime(POINTED);
    expect(company.marks).toEqual([]);
  });

  test("of somebody who is muted is not seen, nor after one has left", () => {
    localStorage.setItem("estaminet.muted", '["b"]');
    takePart();
    points(0, "b");
    expect(company.marks).toEqual([]);
    points(2, "c");
    company.leave();
    expect(company.marks).toEqual([]);
    points(2, "c");
    company.point("stack");
    expect(company.marks).toEqual([]);
    expect(lastSent()).toEqual(["look_alone", undefined]);
  });
});
