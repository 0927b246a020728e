import { expect, test } from "vitest";
import { findForced, waitForced } from "./forced";
import { card, seatAtBars } from "./plans.fixture";

const offer = (...legal: string[]) => ({ ...seatAtBars(), legal });

test("what is no decision is forced", () => {
  expect(findForced(offer("pass"))).toBe("pass");
  expect(findForced(offer("take stack"))).toBe("take stack");
  expect(findForced(offer("take 0", "take stack"))).toBeNull();
  expect(findForced(offer("cash"))).toBeNull();
});

test("the last card is forced only if it does nothing", () => {
  const view = offer("card 0");
  expect(findForced(view)).toBeNull();
  view.board.hands[0] = [card("from", "billiards"), null];
  expect(findForced(view)).toBe("card 0");
});

test("what was just taken back is not done again", () => {
  const view = offer("take stack");
  expect(waitForced({ ...view, ply: view.ply - 1 }, view)).toBeGreaterThan(0);
  expect(waitForced({ ...view, ply: view.ply + 1 }, view)).toBeNull();
});
