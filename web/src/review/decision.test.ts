import { expect, test } from "vitest";
import type { Player } from "../games/game";
import poule from "../games/poule/face";
import reeperbahn from "../games/reeperbahn/face";
import type { Decision, Replay } from "../wire";
import { answerTo, bestLine, markedOf, tellFrames, tellPlayed, tellReason } from "./decision";

const DECISION: Decision = {
  ply: 4,
  turn: 3,
  seat: 0,
  chance: 0.4,
  verdict: "grave",
  played: ["pass"],
  better: ["lilli", "end"],
  gained: [-0.2, 0.2],
  error: 0.02,
  loss: 0.18,
  loss_error: 0.02,
  hidden: [0, 0],
  reason: null,
  follow: ["lilli", "end", "lola3"],
  choices: [
    { action: "lilli", loss: 0, continuation: ["end", "hans1"] },
    { action: "court", loss: 0.04, continuation: [] },
    { action: "hans1", loss: 0.09, continuation: ["end", "lola3"] },
    { action: "pass", loss: 0.03, continuation: ["lola1"] },
  ],
};

test("what is within four hundredths of the best is as strong as the best", () => {
  expect(["lilli", "court", "hans1"].map((action) => answerTo(DECISION, action).isGood)).toEqual([
    true,
    true,
    false,
  ]);
});

test("a drawn tile is told at once, and not twice where it is put down", () => {
  const gaps = { seat: 0, tile: "queen", value: 6 };
  const frames = [
    { action: "", lines: [] },
    { action: "draw", lines: [{ key: "poule.draw", arguments: gaps }] },
    { action: "place c4", lines: [{ key: "poule.place", arguments: { ...gaps, cell: "c4" } }] },
  ].map((frame) => ({ ...frame, view: { to_move: 0 } })) as unknown as Replay["frames"];
  const tell = (some: Replay["frames"]) => tellFrames(some, poule.words.en, () => "Anna");
  expect(tell(frames.slice(0, 2))).toEqual(["Anna draws the queen +6."]);
  expect(tell(frames)).toEqual(["", "Anna puts the queen +6 on c4."]);
});

test("a wrong one is answered with what it costs and what follows", () => {
  expect(answerTo(DECISION, "hans1")).toMatchObject({ loss: 0.09, continuation: ["end", "lola3"] });
});

test("what was played stays wrong, with the loss that was looked at twice", () => {
  expect(answerTo(DECISION, "pass")).toMatchObject({ isGood: false, loss: 0.18 });
});

test("what the house has not looked at is not called good", () => {
  expect(answerTo(DECISION, "lola5")).toMatchObject({ isGood: false, loss: null, continuation: [] });
});

test("the better turn goes on with what would have followed", () => {
  expect(bestLine(DECISION)).toEqual(["lilli", "end", "lola3"]);
  expect(bestLine({ ...DECISION, follow: [] })).toEqual(["lilli", "end"]);
});

test("marked decisions are told in their order", () => {
  const decisions = [{ ...DECISION, ply: 9 }, { ...DECISION, ply: 1, verdict: "close" as const }, DECISION];
  expect(markedOf(decisions).map(({ ply }) => ply)).toEqual([4, 9]);
});

const PLAYERS: Player[] = [
  { seat: 0, name: "Anna", isYou: false, isHouse: false },
  { seat: 1, name: "Greta", isYou: false, isHouse: false, level: "regular", character: "greta" },
];
const REASON = { key: "reeperbahn.reason_closer", arguments: { figure: "lilli", amount: 2 } };

test("a reason speaks to whoever decided, and nobody is told why the house should have done something else", () => {
  const tell = (seat: number) => tellReason({ seat, reason: REASON }, reeperbahn.words.en, PLAYERS);
  expect(tell(0)).toBe("In a few turns Brilli-Lilli will be 2 squares closer to you.");
  expect(tell(1)).toBe("");
});

test("what was played is told as the log does, so that the sentence can go on", () => {
  const place = { key: "poule.place", arguments: { seat: 0, tile: "king", value: 6, cell: "d5" } };
  const paid = { key: "poule.round_paid", arguments: { round: 1 } };
  const moves = [{ seat: 0, text: "place d5", lines: [place, paid] }];
  const tell = (ply: number) => tellPlayed({ ply, seat: 0 }, moves, poule.words.en, () => "Anna");
  expect(tell(0)).toBe("Anna puts the king +6 on d5");
  expect(tell(1)).toBe("Anna");
});
