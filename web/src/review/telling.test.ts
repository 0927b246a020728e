import { expect, test } from "vitest";
import type { Player } from "../games/game";
import reeperbahn from "../games/reeperbahn/face";
import { tellReason } from "./telling";

const PLAYERS: Player[] = [
  { seat: 0, name: "Anna", isYou: false, isHouse: false },
  { seat: 1, name: "Greta", isYou: false, isHouse: false, level: "regular", character: "greta" },
];
const REASON = { key: "reeperbahn.reason_draws", arguments: { count: 1 } };

test("a reason speaks to whoever decided, and nobody is told why the house should have done something else", () => {
  const tell = (seat: number) => tellReason({ seat, reason: REASON }, reeperbahn.words.en, PLAYERS);
  expect(tell(0)).toBe("You draw one card more.");
  expect(tell(1)).toBe("");
});
