import { beforeEach, expect, test } from "vitest";
import poule from "../games/poule/face";
import reeperbahn from "../games/reeperbahn/face";
import type { TurningPoint } from "../wire";
import { speech } from "../words";
import { tellTurningPoint } from "./sentences";

const POINT: TurningPoint = { seat: 0, ply: 0, before: 0.62, after: 0.31, cause: "decision" };
const move = (seat: number, key: string, more: Record<string, string> = {}) => ({
  ...{ seat, text: key },
  lines: [{ key: `poule.${key}`, arguments: { seat, tile: "curse", value: 0, ...more } }],
});
const MOVES = [move(1, "draw"), move(1, "place", { cell: "c4" })];
const tell = (cause: TurningPoint["cause"], isYours = false) => {
  const name = (seat: number) => ["Anna", "Emil"][seat] ?? "";
  return tellTurningPoint({ ...POINT, cause }, MOVES, poule.words[speech.language], name, isYours)[0];
};
beforeEach(() => speech.speak("en"));

test("it names its cause: a draw is a draw, and a decision what came of it", () => {
  expect(tell("draw")).toBe(
    "Turning point, the luck of the draw: Emil draws the curse. Anna’s chances fell from 62% to 31%.",
  );
  expect(tell("decision")).toBe(
    "Turning point, a decision: Emil puts the curse on c4. Anna’s chances fell from 62% to 31%.",
  );
});

test("it says whose chances changed, in every language", async () => {
  expect(tell("draw", true)).toContain("Your chances fell");
  await speech.speak("fr");
  expect(tell("draw")).toContain("Les chances d’Anna sont tombées");
  await speech.speak("de");
  expect(tell("draw", true)).toContain("Deine Aussichten fielen");
});

test("in fewer words it says no more than how it began", () => {
  const lines = [...MOVES[1]!.lines, { key: "poule.round_paid", arguments: { round: 1 } }];
  const moves = [MOVES[0]!, { ...MOVES[1]!, lines }];
  const said = tellTurningPoint({ ...POINT, ply: 1 }, moves, poule.words.en, () => "Emil", true);
  expect(said).toEqual([
    "Turning point, a decision: Emil puts the curse on c4. Round 1 is paid out. Your chances fell from 62% to 31%.",
    "Turning point, a decision: Emil puts the curse on c4. Your chances fell from 62% to 31%.",
  ]);
});

test("a turn that ends with cards is told by what it did", () => {
  const log = (seat: number, key: string, more: Record<string, string | number>) => ({
    ...{ seat, text: key },
    lines: [{ key: `reeperbahn.${key}`, arguments: { seat, ...more } }],
  });
  const turn = [
    log(0, "swap", { card: "hans2" }),
    log(1, "lola", { card: "lola4", square: 5 }),
    log(1, "draw", { count: 1, stack: 35 }),
  ];
  const [said] = tellTurningPoint(
    { ...POINT, ply: 2 },
    turn,
    reeperbahn.words.en,
    (seat) => `P${seat}`,
    true,
  );
  expect(said).toMatch(/^Turning point, a decision: P1 plays Lola 4[^.]*\. Your chances/);
});

test("nothing is said of an action that is not known", () => {
  expect(tellTurningPoint({ ...POINT, ply: 2 }, MOVES, poule.words.en, () => "Anna", true)).toEqual([]);
});
