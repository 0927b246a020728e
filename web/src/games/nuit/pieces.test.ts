import { expect, test } from "vitest";
import { CASES } from "../cases.fixture";
import { CELL, DOORSTEP, EDGE, HEIGHT, isReadable, placeOf, scaleOf, SIGN, WIDTH } from "./layout";
import { middle, pointOn } from "./motion";
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

test("every space of a pub has a place of its own, beside the doorstep and the sign", () => {
  const spaces = boards[0]!.pubs[0]!.spaces.map(({ space }) => space);
  const places = [...spaces.map(placeOf), DOORSTEP, SIGN];
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(12);
  for (const { x, y } of places)
    expect([x >= EDGE, y >= EDGE, x + CELL <= WIDTH, y + CELL <= HEIGHT]).toEqual(Array(4).fill(true));
});

test("the spaces of a pub are numbered as one reads, row by row, and then the terrace", () => {
  const inside = ["i1", "i2", "i3", "i4", "i5", "i6", "i7"].map(placeOf);
  const inOrder = [...inside].sort((one, other) => one.y - other.y || one.x - other.x);
  expect(inside).toEqual(inOrder);
  expect(placeOf("t1").x).toBeGreaterThan(Math.max(...inside.map(({ x }) => x)));
});

test("a plan has letters only where they can be read", () => {
  expect(isReadable(scaleOf(178, 400))).toBe(true);
  expect(isReadable(scaleOf(170, 400))).toBe(false);
  expect(isReadable(scaleOf(400, 100))).toBe(false);
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
  expect(middle(root, "space 1:i4")).toEqual({ x: 120, y: 230 });
  expect(middle(root, "home")).toBeNull();
});

test("what flies goes where its places are now", () => {
  const places: Record<string, { x: number; y: number }> = { one: { x: 0, y: 0 }, two: { x: 100, y: 0 } };
  const find = (place: string) => places[place] ?? null;
  expect(pointOn(["one", "two"], 0.5, find)!.x).toBeCloseTo(50);
  places["two"] = { x: 100, y: 80 };
  expect(pointOn(["one", "two"], 0.5, find)!.y).toBeCloseTo(40);
  expect(pointOn(["one", "two"], 1.2, find)).toEqual(places["two"]);
  expect(pointOn(["one", "two", "one"], 1.5, find)).toEqual({ x: 50, y: 40 });
});
