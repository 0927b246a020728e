import { describe, expect, test } from "vitest";
import { CASES } from "../cases.fixture";
import { narrow } from "./pieces";
import { isOneWay, promptOf } from "./prompt";
import { seatAtBars } from "./plans.fixture";

const { cases } = CASES.nuit;
const byKind = (kind: string) => cases.find(({ action }) => action.kind === kind)!;

describe("what is wanted", () => {
  test.each([
    ["put", "put"],
    ["host", "first"],
    ["card", "card"],
    ["from", "from"],
    ["to", "to"],
    ["take", "take"],
  ])("before %s: %s", (kind, what) => {
    expect(promptOf(byKind(kind).before, []).what).toBe(what);
  });

  test("of a tile that was picked: a space for it", () => {
    const { before, action } = byKind("equip");
    const tile = narrow(before).board.open_tiles[Number(action.text.split(" ")[1])];
    expect(promptOf(before, action.targets.slice(0, 1))).toEqual({ what: "equip", tile });
  });

  test("of guests: a seat each, or a table for all", () => {
    for (const { before } of cases.filter(({ action }) => action.kind === "seat")) {
      const { furniture } = narrow(before).board.group!;
      const isTogether = ["foosball", "billiards"].includes(furniture);
      expect(promptOf(before, []).what).toBe(isTogether ? "group" : "seat");
    }
  });

  test("of a card that is lifted: who gets up; of guests: the card, or what they look for", () => {
    const card = { type: "from", furniture: "bar", paying: true };
    const view = seatAtBars();
    expect(promptOf(view, ["hand:0"])).toEqual({ what: "from", card });
    expect(promptOf(view, ["hand:0", "1:i1"])).toMatchObject({ what: "to", kind: "bar", guests: ["red"] });
    expect(promptOf(view, ["1:i1"])).toMatchObject({ what: "which", guests: ["red"] });
  });

  test("of cards that move nobody: throw one away", () => {
    const view = seatAtBars();
    expect(promptOf(view, [])).toEqual({ what: "card", cards: 2, isInVain: false });
    view.effects = [{ walks: [] }, { walks: [] }];
    expect(promptOf(view, [])).toEqual({ what: "card", cards: 2, isInVain: true });
  });

  test("one place left is one way", () => {
    const view = { ...narrow(byKind("seat").before), legal: ["seat i1"] };
    expect(isOneWay({ ...view, effects: [{ is_forced: true }] })).toBe(true);
    expect(isOneWay({ ...view, effects: [{}] })).toBe(false);
    expect(isOneWay(narrow(byKind("host").before))).toBe(false);
  });
});
