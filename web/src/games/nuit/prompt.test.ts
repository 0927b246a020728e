import { describe, expect, test } from "vitest";
import { Choice } from "../../table/choice.svelte";
import { CASES } from "../cases.fixture";
import { narrow } from "./pieces";
import { isOneWay, promptOf } from "./prompt";
import { spaceName, Spaces } from "./spaces.svelte";

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

  test("one place left is one way", () => {
    const { before } = byKind("seat");
    expect(isOneWay({ ...narrow(before), legal: before.legal.slice(0, 1) })).toBe(true);
    expect(isOneWay(narrow(byKind("host").before))).toBe(false);
  });
});

describe("spaces as a choice of their own", () => {
  const put = (space: string) => ({ text: `put ${space}`, kind: "put", targets: [`space:${space}`] });
  const from = (pub: number, space: string) => ({
    text: `from ${pub} ${space}`,
    kind: "from",
    targets: [`pub:${pub}`, `space:${space}`],
  });

  function follow(pub: number, actions: ReturnType<typeof put>[]) {
    const taken: string[] = [];
    const whole = new Choice((action) => taken.push(action.text));
    whole.offer(actions);
    const spaces = new Spaces(whole);
    spaces.follow(pub);
    return { whole, spaces, taken };
  }

  test("a space without a pub lies in that of whoever moves", () => {
    const { spaces, taken } = follow(2, [put("i1"), put("i5")]);
    expect([...spaces.choice.touchable]).toEqual([spaceName(2, "i1"), spaceName(2, "i5")]);
    spaces.choice.point("2:i5");
    expect(taken).toEqual(["put i5"]);
  });

  test("pub and space are pointed at in one go", () => {
    const { spaces, taken } = follow(0, [from(1, "t1"), from(2, "t1")]);
    spaces.choice.consider("2:t1");
    expect(spaces.preview?.text).toBe("from 2 t1");
    spaces.choice.point("2:t1");
    expect(taken).toEqual(["from 2 t1"]);
  });

  test("what is no space is left alone", () => {
    const host = { text: "host 0", kind: "host", targets: ["guest_card:0"] };
    expect(follow(0, [host, put("i1")]).spaces.choice.legal.map(({ text }) => text)).toEqual(["put i1"]);
  });

  test("advice on the whole choice is advice on the space", () => {
    const { whole, spaces } = follow(0, [from(1, "t1"), from(2, "t1")]);
    whole.advised = ["pub:2", "space:t1"];
    spaces.takeAdvice();
    expect(spaces.choice.isAdvised("2:t1")).toBe(true);
    expect(spaces.choice.isAdvised("1:t1")).toBe(false);
  });
});
