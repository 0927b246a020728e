import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { suggestName } from "../me.svelte";
import { HandView } from "./hand.svelte";

describe("a name is suggested", () => {
  const names = ["Fox", "Owl", "Swan"];

  test("that nobody at the table has", () => {
    expect([0, 0.49, 0.5, 0.99].map((chance) => suggestName(names, ["Owl"], chance))).toEqual([
      "Fox",
      "Fox",
      "Swan",
      "Swan",
    ]);
  });

  test("also where all of them are taken", () => {
    expect(suggestName(names, names, 0)).toBe("Fox");
  });
});

describe("the hand is shown large", () => {
  beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
  afterEach(() => localStorage.clear());

  test("where there is a big screen", () => {
    expect([0, 1].map((screens) => new HandView("t1", screens).isOn)).toEqual([false, true]);
  });

  test("or not, as somebody wants it at this table", () => {
    new HandView("t1", 1).choose(false);
    expect(new HandView("t1", 1).isOn).toBe(false);
    expect(new HandView("t2", 1).isOn).toBe(true);
    new HandView("t2", 0).choose(true);
    expect(new HandView("t2", 0).isOn).toBe(true);
  });

  test("also where what was stored cannot be read", () => {
    localStorage.setItem("estaminet.hand", "{");
    expect(new HandView("t1", 1).isOn).toBe(true);
  });
});
