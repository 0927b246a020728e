import { beforeEach, expect, test } from "vitest";
import { speech } from "../words";
import { tellTurningPoint, whatTurned } from "./sentences";

const POINT = { seat: 0, ply: 1, before: 0.62, after: 0.31, kept: -0.3 };
const SENTENCES = ["Anna draws.", "", "Ginette places the curse on c4."];
const tell = (isYours: boolean) => tellTurningPoint(POINT, SENTENCES, () => "Anna", isYours);
beforeEach(() => speech.speak("en"));

test("it tells what was done, and how the chances changed; what the next action tells is not left out", () => {
  expect(tell(true)).toBe(
    "Turning point: your chances fell from 62% to 31%. Ginette places the curse on c4.",
  );
  expect(tell(false)).toContain("Anna’s chances fell");
  speech.speak("fr");
  expect(tell(false)).toContain("les chances d’Anna sont tombées");
});

test("what was done can be had alone", () => {
  expect(whatTurned(POINT, SENTENCES)).toBe("Ginette places the curse on c4.");
});

test("nothing is said of an action that is not known", () => {
  expect(whatTurned(POINT, [])).toBe("");
  expect(tellTurningPoint(POINT, [], () => "Anna", true)).toBe("");
});
