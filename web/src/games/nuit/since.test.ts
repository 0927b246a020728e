import { expect, test } from "vitest";
import face from "./face";
import { seatAtBars, space } from "./plans.fixture";
import { changesOf, gainsSince, marksSince } from "./since";

/** The pub of seat 1 before and after: a red guest is lured away, two yellow ones come, and two tills fill. */
function raid() {
  const [was, view] = [seatAtBars(), seatAtBars()];
  view.board.pubs[1]!.spaces[0] = space("i1", "bar", { yellow: 2 }, 0);
  view.board.pubs[1]!.money += 20;
  view.board.pubs[0]!.money += 90;
  return { seat: 2, targets: [], was, view };
}

test("guests lured away, who came, and money for all", () => {
  expect(changesOf(raid(), 1)).toEqual([
    { key: "gone", seat: 1, amount: -20, count: 1 },
    { key: "come", seat: 1, amount: 20, count: 2 },
    { key: "money", seat: 0, amount: 90 },
    { key: "money", seat: 1, amount: 20 },
  ]);
});

test("what guests are worth is not told as money: it may have been paid", () => {
  const told = (language: "en" | "fr" | "de") =>
    changesOf(raid(), 1).map((change) =>
      face.words[language].change?.(change, change.seat === 1 ? null : "Anna"),
    );
  expect(told("en")).toEqual([
    "you lose 1 guest worth 20",
    "you gain 2 guests worth 20",
    "Anna +90",
    "+20 in your till",
  ]);
  expect(told("fr")[1]).toBe("vous gagnez 2 clients valant 20");
  expect(told("de")[0]).toBe("du verlierst 1 Gast im Wert von 20");
});

test("whoever waits on the viewer's doorstep for another seat has not left", () => {
  const { was, view } = { was: seatAtBars(), view: seatAtBars() };
  view.board.pubs[1]!.spaces[0] = space("i1", "bar", {}, 2);
  view.board.group = { ...view.board.group!, pub: 1, guests: { yellow: 0, red: 1, blue: 0 } };
  was.board.group = null;
  expect(changesOf({ seat: 2, targets: [], was, view }, 1)).toEqual([]);
});

test("nothing is not told", () => {
  const quiet = { seat: 2, targets: [], was: seatAtBars(), view: seatAtBars() };
  expect([changesOf(quiet, 1), marksSince([quiet]).size]).toEqual([[], 0]);
});

test("a space carries the number of the last turn that changed it", () => {
  const { was, view } = raid();
  const turns = [raid(), { seat: 3, targets: [], was: view, view: was }];
  expect([...marksSince(turns.slice(0, 1))]).toEqual([["1:i1", { seat: 2, order: 1 }]]);
  expect([...marksSince(turns)]).toEqual([["1:i1", { seat: 3, order: 2 }]]);
});

test("what was taken from the market is marked, and tills tell all that came in", () => {
  const { was, view } = raid();
  const turns = [{ ...raid(), targets: ["guest_card:1", "hand:0", "space:i4", "action_stack"] }];
  expect([...marksSince(turns).keys()]).toEqual(["1:i1", "guest_card:1", "action_stack"]);
  const richer = structuredClone(view);
  richer.board.pubs[0]!.money += 10;
  const gains = gainsSince([raid(), { seat: 3, targets: [], was, view: richer }]);
  expect([...gains]).toEqual([
    [0, 100],
    [1, 20],
  ]);
});
