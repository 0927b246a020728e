import { expect, test } from "vitest";
import { CASES } from "../cases.fixture";
import { canJoke, colourOf, isFigure, isKind, KINDS, nearSeat, numberOf, ownerOf, sideOf } from "./street";

const view = (seat: number | null) => ({ ...CASES.reeperbahn.cases[0]!.before, seat });

test("two squares at each end are an entrance, the manhole is on nobody's half", () => {
  expect([1, 2, 3, 9, 15, 16, 17].map(ownerOf)).toEqual([0, 0, null, null, null, 1, 1]);
  expect([1, 8, 9, 10, 17].map(sideOf)).toEqual([0, 0, null, 1, 1]);
});

test("every card has a colour and a number", () => {
  expect(KINDS.map((kind) => `${kind} ${colourOf(kind)} ${numberOf(kind)}`)).toEqual([
    "lilli green 1",
    "guard1 grey 1",
    "guard2 grey 2",
    "flank grey 0",
    "hans1 yellow 1",
    "hans2 yellow 2",
    "hans3 yellow 3",
    "lola1 red 1",
    "lola2 red 2",
    "lola3 red 3",
    "lola4 red 4",
    "lola5 red 5",
    "lola0 red 0",
  ]);
});

test("cards and figures are told apart from other words", () => {
  expect([isKind("lola3"), isKind("lola"), isFigure("lola"), isFigure("court")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("everybody has their own club at the near end, and a spectator that of seat 0", () => {
  expect([0, 1, null].map((seat) => nearSeat(view(seat)))).toEqual([0, 1, 0]);
});

test("R4.9: a red card is a joker until red means Lola, and never beside another colour or in a swap", () => {
  const turn = { mode: "fresh", colour: null, red_means: null, done: [], can_joke: true };
  expect(canJoke(turn)).toBe(true);
  expect(canJoke({ ...turn, can_joke: false })).toBe(false);
  expect(canJoke({ ...turn, mode: "cards", colour: "red", red_means: "grey" })).toBe(true);
  expect(canJoke({ ...turn, mode: "cards", colour: "red", red_means: "lola" })).toBe(false);
  expect(canJoke({ ...turn, mode: "cards", colour: "green" })).toBe(false);
  expect(canJoke({ ...turn, mode: "swap" })).toBe(false);
});
