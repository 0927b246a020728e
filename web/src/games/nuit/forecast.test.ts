import { describe, expect, test } from "vitest";
import { CASES, nameOf, type Case } from "../cases.fixture";
import { forecastSpaces, forecastSteps, forecastWalk, type Walk } from "./forecast";
import { countGuests, narrow } from "./pieces";

const { cases } = CASES.nuit;

/** The walk that an action brings about, as the page shows it before; null if nobody gets up. */
function forecast({ before, action }: Case): Walk | null {
  const view = narrow(before);
  const { card, leaving, stage } = view.board;
  const [, first = "", second = ""] = action.text.split(" ");
  if (stage === "to" && leaving) return forecastWalk(view, leaving.pub, leaving.space, first);
  if (stage === "from" && card?.type === "to")
    return forecastWalk(view, Number(first), second, card.furniture);
  return null;
}
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

test("without a card nobody walks", () => {
  const view = narrow(cases[0]!.before);
  expect(view.board.card).toBeNull();
  expect(forecastWalk(view, 0, "i1", "bar")).toBeNull();
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

  test("guests who are welcomed sit down one after the other, a group together", () => {
    const welcome = cases.filter(({ action }) => action.kind === "host");
    for (const { before, action, after } of welcome) {
      const group = narrow(after).board.group;
      const isGroup = ["foosball", "billiards"].includes(group?.furniture ?? "");
      const seats = isGroup
        ? ["seat i1"]
        : Array.from({ length: countGuests(group?.guests ?? {}) }, () => "seat i1");
      const ghosts = forecastSpaces(narrow(before), [action.text, ...seats]);
      expect(ghosts.get(`${before.to_move}:i1`)?.guests).toEqual(
        Object.fromEntries(Object.entries(group?.guests ?? {}).filter(([, count]) => count)),
      );
    }
    expect(welcome.length).toBeGreaterThan(0);
  });
});

test("guests find room on a tile that the same turn sets up", () => {
  let tried = 0;
  for (const { before } of cases) {
    const { board, to_move: me } = narrow(before);
    const empty = board.pubs[me ?? 0]?.spaces.find(({ tile, space }) => !tile && space.startsWith("i"));
    const pub = board.pubs.find(({ seat, worth }) => seat !== me && worth > 0);
    const source = pub?.spaces.find(({ tile, guests }) => tile !== "dance" && countGuests(guests) > 0);
    if (me === null || !empty || !pub || !source) continue;
    const card = { type: "to", furniture: "dance", paying: true };
    const hands = board.hands.map(() => [{ card, known: false }, null]);
    const view = { ...narrow(before), board: { ...board, card: null, open_tiles: ["dance", null], hands } };
    const move = ["card 0", `from ${pub.seat} ${source.space}`];
    const [one, other] = [move, [`equip 0 ${empty.space}`, ...move]].map((steps) =>
      forecastSteps(view, steps),
    );
    const way = ((me - pub.seat + board.pubs.length) % board.pubs.length) + 1;
    expect(other?.isTaken).toBe(true);
    expect(other?.stops.length).toBe(one?.isTaken ? Math.min(one.stops.length, way) : way);
    tried += 1;
  }
  expect(tried).toBeGreaterThan(0);
});
