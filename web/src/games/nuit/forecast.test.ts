import { describe, expect, test } from "vitest";
import { CASES, nameOf, type Case } from "../cases.fixture";
import { forecastWalk, type Walk } from "./forecast";
import { narrow } from "./pieces";

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
