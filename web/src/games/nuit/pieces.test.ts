import { expect, test } from "vitest";
import { CASES } from "../cases.fixture";
import { cellOf, DOORSTEP, EDGE, CELL, SIGN, UPRIGHT, WIDE } from "./layout";
import { middle } from "./motion";
import {
  countGuests,
  guestsOf,
  isForGroup,
  isKind,
  KINDS,
  listGuests,
  narrow,
  orderSeats,
  PUBS,
  readGuests,
  SEATS,
  sumGuests,
} from "./pieces";

const boards = CASES.nuit.cases.flatMap(({ before, after }) => [narrow(before).board, narrow(after).board]);

test("guests are listed yellow first, counted and summed", () => {
  const guests = { blue: 1, yellow: 2 };
  expect(listGuests(guests)).toEqual(["yellow", "yellow", "blue"]);
  expect([countGuests(guests), sumGuests(guests)]).toEqual([3, 50]);
  expect(readGuests("YRB?")).toEqual(["yellow", "red", "blue"]);
});

test("a pub is worth its guests, as the engine says", () => {
  for (const pub of boards.flatMap((board) => board.pubs)) expect(sumGuests(guestsOf(pub))).toBe(pub.worth);
});

test("the pubs have the names that the engine gives them", () => {
  for (const { pubs } of boards) expect(pubs.map(({ name }) => name)).toEqual(PUBS.slice(0, pubs.length));
});

test("a tile has as many seats as the engine lets sit there", () => {
  for (const space of boards.flatMap((board) => board.pubs.flatMap((pub) => pub.spaces))) {
    if (!space.tile || !isKind(space.tile)) continue;
    const count = countGuests(space.guests);
    const isTaken = isForGroup(space.tile) && count > 0;
    expect(space.free).toBe(isTaken ? 0 : SEATS[space.tile].length - count);
  }
  expect(KINDS.filter(isForGroup)).toEqual(["foosball", "billiards"]);
});

test("seats go round clockwise from the viewer's", () => {
  expect(orderSeats(4, 2)).toEqual([2, 3, 0, 1]);
});

test("every space of a pub has a cell of its own, beside the doorstep and the sign", () => {
  const spaces = boards[0]!.pubs[0]!.spaces.map(({ space }) => space);
  const cells = [...spaces.map(cellOf), DOORSTEP, SIGN].map(String);
  expect(new Set(cells).size).toBe(12);
  for (const plan of [UPRIGHT, WIDE]) {
    for (const space of spaces) {
      const { x, y } = plan.at(...cellOf(space));
      expect([x >= EDGE, y >= EDGE, x + CELL <= plan.width, y + CELL <= plan.height]).toEqual(
        Array(4).fill(true),
      );
    }
  }
});

test("a wide plan is an upright one on its side: the terrace at the right instead of below", () => {
  expect([WIDE.width, WIDE.height]).toEqual([UPRIGHT.height, UPRIGHT.width]);
  expect([UPRIGHT.terrace.x, UPRIGHT.terrace.y]).toEqual([WIDE.terrace.y, WIDE.terrace.x]);
  expect(UPRIGHT.terrace.y).toBeGreaterThan(UPRIGHT.at(0, 2).y + CELL);
});

test("a place is measured from the corner of the table, and not at all if it is not to be seen", () => {
  document.body.innerHTML = `<div id="root"><i data-place="step 1"></i><i data-place="step 2"></i></div>`;
  const root = document.querySelector<HTMLElement>("#root")!;
  const box = (x: number, y: number, width: number, height: number) => () => new DOMRect(x, y, width, height);
  root.getBoundingClientRect = box(10, 20, 500, 500);
  root.children[0]!.getBoundingClientRect = box(110, 220, 40, 60);
  root.children[1]!.getBoundingClientRect = box(0, 0, 0, 0);
  expect(middle(root, "step 1")).toEqual({ x: 120, y: 230 });
  expect(middle(root, "step 2")).toBeNull();
  expect(middle(root, "home")).toBeNull();
});
