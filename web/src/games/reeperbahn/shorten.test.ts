import { describe, expect, test } from "vitest";
import type { Action, AnyView } from "../../wire/types";
import { CASES } from "../cases.fixture";
import { shorten, unfold } from "./shorten";
import { narrow } from "./street";

const { before } = CASES.reeperbahn.cases[0]!;
const at = (mode: string): AnyView =>
  ({
    ...before,
    to_move: 0,
    board: {
      ...before.board,
      turn: { ...narrow(before).board.turn, mode },
    },
  }) as AnyView;
const action = (text: string, ...targets: string[]): Action => ({
  text,
  kind: text.split(" ")[0] ?? "",
  targets,
});
const hans = action("hans2", "card:hans2", "figure:hans");
const swapHans = action("discard hans2", "card:hans2", "discards");
const guards = ["w", "e"].map((guard) => action(`guard1 ${guard}`, "card:guard1", `figure:${guard}`));
const swapGuard = action("discard guard1", "card:guard1", "discards");
const targets = (actions: Action[]) => actions.map((each) => [each.text, ...each.targets]);

describe("what has to be touched", () => {
  test("of a card that can do one thing: the card", () => {
    expect(targets(shorten([hans], at("cards")))).toEqual([["hans2", "card:hans2"]]);
  });
  test("of a card that can do several things: the card, then whom", () => {
    expect(shorten(guards, at("cards"))).toEqual(guards);
  });
  test("to swap: the discards, then the card; then card after card", () => {
    expect(targets(shorten([hans, swapHans], at("fresh")))).toEqual([
      ["hans2", "card:hans2"],
      ["discard hans2", "discards", "card:hans2"],
    ]);
    expect(targets(shorten([swapHans, swapGuard], at("swap")))).toEqual([
      ["discard hans2", "card:hans2"],
      ["discard guard1", "card:guard1"],
    ]);
  });
  test("a card that can do several things, or nothing, can also go to the discards itself", () => {
    expect(shorten([...guards, swapGuard], at("fresh"))).toContainEqual(swapGuard);
    expect(shorten([swapGuard], at("fresh"))).toContainEqual(swapGuard);
  });
  test("what ends the game takes a second touch", () => {
    const lilli = action("lilli", "card:lilli", "figure:lilli");
    const ending = (winners: number[] | null) => ({
      ...at("cards"),
      legal: ["lilli"],
      effects: [{ winners }],
    });
    expect(targets(shorten([lilli], ending(null)))).toEqual([["lilli", "card:lilli"]]);
    expect(shorten([lilli], ending([0]))).toEqual([lilli]);
  });
  test("a charm and the end of a turn stay as they are", () => {
    const others = [action("charm w", "figure:hans", "figure:w"), action("end")];
    expect(shorten(others, at("fresh"))).toEqual(others);
  });
});

test("what was shortened unfolds to what the engine named", () => {
  const { cases } = CASES.reeperbahn;
  for (const { before, action } of cases) expect(unfold(shorten([action], before))).toEqual([action]);
});
