import { expect, test } from "vitest";
import { findForced, waitForced } from "./forced";
import { seatAtBars } from "./plans.fixture";

const offer = (...effects: { is_forced?: boolean }[]) => ({
  ...seatAtBars(),
  legal: ["take 0", "take stack"].slice(0, effects.length),
  effects,
});

test("what the server says is no decision happens by itself", () => {
  expect(findForced(offer({ is_forced: true }))).toBe("take 0");
  expect(findForced(offer({}, {}))).toBeNull();
});

test("what was just taken back is not done again", () => {
  const view = offer({ is_forced: true });
  expect(waitForced({ ...view, ply: view.ply - 1 }, view)).toBeGreaterThan(0);
  expect(waitForced({ ...view, ply: view.ply + 1 }, view)).toBeNull();
});
