import { expect, test } from "vitest";
import { CASES } from "../cases.fixture";
import type { Player } from "../game";
import explanations from "./about";

const { before: view } = CASES.reeperbahn.cases[0]!;
const anna: Player = { seat: 0, name: "Anna", isYou: true, isHouse: false };
const greta: Player = {
  seat: 1,
  name: "Greta",
  isYou: false,
  isHouse: true,
  level: "Regular",
  character: "greta",
};

test("a club says who of the house plays there, how well, and in which style", () => {
  const textOf = (of: string, players: Player[]) => explanations.about(of, view, players, "en")?.text;
  expect(textOf("club:1", [anna, greta])).toMatch(/Greta \(Regular\): begrudges the leader every point\.$/);
  expect(textOf("club:1", [anna, { ...anna, seat: 1 }])).not.toContain("Anna");
});
