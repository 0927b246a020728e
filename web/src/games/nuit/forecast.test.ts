import { describe, expect, test } from "vitest";
import { CASES, nameOf, type Case } from "../cases.fixture";
import { forecastSpaces, forecastSteps, type Walk } from "./forecast";
import { countGuests, narrow } from "./pieces";
import { seatAtBars } from "./plans.fixture";

const { cases } = CASES.nuit;

/** The walk that an action brings about, as the page shows it before; null if nobody gets up. */
const forecast = ({ before, action }: Case): Walk | null =>
  /^(from|to) /.test(action.text) ? forecastSteps(narrow(before), [action.text]) : null;
const walks = cases.flatMap((each) => {
  const walk = forecast(each);
  return walk ? [[nameOf(each), each, walk] as const] : [];
});

describe("guests go where the page says", () => {
  test.each(walks)("%s", (_, { before, lines }, walk) => {
    const line = (key: string) => lines.find((each) => each.key === key)?.arguments;
    const welcome = line("nuit.find_room");
    expect(walk.isTaken).toBe(welcome !== undefined);
    if (welcome) expect(walk.stops.at(-1)).toBe(welcome["pub"]);
    else expect(line("nuit.go_home")).toBeDefined();
    expect(walk.pay).toBe(Number(line("nuit.paid")?.["amount"] ?? 0));
    if (walk.pay) {
      const { money = 0 } = narrow(before).board.pubs[walk.pub] ?? {};
      expect(line("nuit.paid")).toMatchObject({ seat: walk.pub, money: money + walk.pay });
    }
  });

  test("the cases have walks that end near, far and at home, paid and unpaid", () => {
    const ends = new Set(walks.map(([, , walk]) => (walk.isTaken ? walk.stops.length : 0)));
    expect([...ends]).toEqual(expect.arrayContaining([0, 1, 2, 3]));
    expect(walks.some(([, , walk]) => walk.pay > 0)).toBe(true);
    expect(walks.some(([, , walk]) => walk.pay === 0 && walk.stops.length > 1)).toBe(true);
  });
});

describe("what a turn brings to one's own pub is shown where it will be", () => {
  const kinds = ["put", "equip", "seat"];
  const changing = cases.filter(({ action }) => kinds.includes(action.kind));
  test.each(changing.map((each) => [nameOf(each), each] as const))("%s", (_, { before, action, after }) => {
    const me = before.to_move ?? 0;
    const [was, is] = [before, after].map((view) => narrow(view).board.pubs[me]?.spaces ?? []);
    const ghosts = forecastSpaces(narrow(before), [action.text]);
    for (const [at, space] of (is ?? []).entries()) {
      const ghost = ghosts.get(`${me}:${space.space}`);
      const earlier = was?.[at];
      expect(ghost?.tile ?? earlier?.tile ?? null).toBe(space.tile);
      expect(countGuests(ghost?.guests ?? {})).toBe(
        countGuests(space.guests) - countGuests(earlier?.guests ?? {}),
      );
    }
    expect(ghosts.size).toBe(1);
  });

  test("of a hinted turn it is shown as the house says it", () => {
    const view = { ...narrow(cases[0]!.before), to_move: 1 };
    const seat = (space: string, guests: Record<string, number>) => ({ space, guests });
    const given = [
      {},
      seat("i1", { red: 1 }),
      seat("i1", { blue: 1, red: 0 }),
      { space: "t2", tile: "terrace" },
    ];
    const ghosts = forecastSpaces(view, ["host 0", "seat i1", "seat i1", "equip 0 t2"], given);
    expect(ghosts.get("1:i1")).toEqual({ tile: null, guests: { red: 1, blue: 1 } });
    expect(ghosts.get("1:t2")).toEqual({ tile: "terrace", guests: {} });
  });
});

test("guests of a hinted turn come along who sit down in it", () => {
  const view = seatAtBars();
  const walks = [{ pub: 1, space: "i1", furniture: "dance" as const, to: 0, pay: 0 }];
  const given = [{ space: "i1", guests: { red: 1 } }, { walks }, { walks }];
  const walk = forecastSteps({ ...view, to_move: 1 }, ["seat i1", "card 0", "from 1 i1"], given);
  expect(walk).toMatchObject({ guests: { red: 2 }, stops: [1, 2, 0], isTaken: true });
});
