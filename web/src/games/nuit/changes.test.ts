import { describe, expect, test } from "vitest";
import { CASES, nameOf, type Case } from "../cases.fixture";
import { compare, pace } from "./changes";
import { FLIGHT, STEP } from "./motion";
import { narrow } from "./pieces";

const { cases } = CASES.nuit;
const changesOf = ({ before, after, action }: Case) =>
  compare(narrow(before), narrow(after), new Set(action.targets));
const byKind = (kind: string) => cases.find(({ action }) => action.kind === kind)!;
const withLine = (key: string) => cases.filter(({ lines }) => lines.some((line) => line.key === key));

describe("what changed between two views", () => {
  test.each(cases.map((each) => [nameOf(each), each] as const))(
    "%s: gains are the money that came in",
    (_, each) => {
      const { gains } = changesOf(each);
      narrow(each.after).board.pubs.forEach(({ money }, seat) => {
        expect(gains.get(seat) ?? 0).toBe(money - (narrow(each.before).board.pubs[seat]?.money ?? 0));
      });
    },
  );

  test("a tile flies to the space where it stands now", () => {
    const { spaces, flights } = changesOf(byKind("equip"));
    const [, tile = "", space = ""] = byKind("equip").action.text.split(" ");
    const seat = byKind("equip").before.to_move;
    expect([...spaces]).toEqual([`${seat}:${space}`]);
    expect(flights[0]).toMatchObject({
      thing: { type: "tile" },
      path: [`tile:${tile}`, `space ${seat}:${space}`],
    });
  });

  test("guests walk from a card to the doorstep, and from there to their seat", () => {
    const host = byKind("host");
    expect(changesOf(host).flights[0]?.path).toEqual([host.action.targets[0], `step ${host.before.to_move}`]);
    const seat = byKind("seat");
    expect(changesOf(seat).flights[0]?.path[0]).toBe(`step ${seat.before.to_move}`);
  });

  test("guests who move on pass every door on their way", () => {
    const moving = withLine("nuit.find_room");
    expect(moving.length).toBeGreaterThan(3);
    for (const each of moving) {
      const line = each.lines.find(({ key }) => key === "nuit.find_room")!;
      const walk = changesOf(each).flights.find(({ leg, thing }) => leg === STEP && thing.type === "guests");
      expect(walk?.path[0]).toMatch(/^space /);
      expect(walk?.path.at(-1)).toBe(`step ${line.arguments["pub"]}`);
      const full = changesOf(each).shouts.filter(({ kind }) => kind === "full");
      expect(full.length).toBe(Math.max(0, (walk?.path.length ?? 0) - 3));
    }
  });

  test("guests who find no room pass all pubs and go home", () => {
    const leaving = withLine("nuit.go_home");
    expect(leaving.length).toBeGreaterThan(0);
    for (const each of leaving) {
      const { flights, shouts } = changesOf(each);
      const walk = flights.find(({ path }) => path.at(-1) === "home");
      expect(walk?.path.length).toBe(each.before.players + 2);
      expect(shouts.some(({ kind }) => kind === "home")).toBe(true);
    }
  });

  test("nothing changes between a view and itself", () => {
    const { before } = byKind("host");
    const { spaces, gains, flights, shouts } = compare(narrow(before), narrow(before), new Set());
    expect([spaces.size, gains.size, flights.length, shouts.length]).toEqual([0, 0, 0, 0]);
  });
});

describe("the pace", () => {
  test("leaves time for every flight and every shout", () => {
    for (const each of cases) {
      const { delays, shouts } = compare(narrow(each.before), narrow(each.after), new Set());
      const last = Math.max(FLIGHT, ...delays.values(), ...shouts.map(({ delay }) => delay));
      expect(pace(each.before, each.after)).toBeGreaterThan(last);
    }
  });

  test("leaves more where money came in than where nothing did", () => {
    const still = pace(byKind("host").before, byKind("host").before);
    expect(pace(byKind("cash").before, byKind("cash").after)).toBeGreaterThan(still + 500);
  });
});
