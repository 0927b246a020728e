import { expect, test } from "vitest";
import { betterThan, type Card, drawCard, textOf } from "./card";

const house = Array.from({ length: 24 }, (_, at) => ({ share: at < 10 ? 0 : 1, lead: at - 10 }));
const card: Card = {
  title: "Deal of the day, 19 November 2026",
  game: "Kingdoms <&> Co",
  result: "Won by 5 écus",
  lines: ["Better than 15 of 24 games of the house", ""],
  house,
  own: { share: 1, lead: 5 },
  link: "https://house.example/c/daily-2026-11-19-poule",
};

test("as a text it has the result, a sign for each game of the house, and the way there", () => {
  expect(textOf(card).split("\n")).toEqual([
    "Estaminet – Deal of the day, 19 November 2026",
    "Kingdoms <&> Co\u2002Won by 5 écus",
    `${"●".repeat(15)}◆◐${"○".repeat(8)}`,
    "Better than 15 of 24 games of the house",
    "https://house.example/c/daily-2026-11-19-poule",
  ]);
});

test("as a picture it is a drawing with all dots, and no text breaks it", () => {
  const drawing = new DOMParser().parseFromString(drawCard(card), "image/svg+xml");
  expect(drawing.querySelectorAll("circle").length).toBe(24);
  const texts = [...drawing.querySelectorAll("text")].map(({ textContent }) => textContent);
  expect(texts).toContain("Kingdoms <&> Co");
  expect(texts).toContain("Better than 15 of 24 games of the house");
});

test("what is long gets smaller letters", () => {
  const size = (result: string) => {
    const drawing = drawCard({ ...card, result });
    return Number(new RegExp(`font-size="([\\d.]+)"[^>]*>${result}`).exec(drawing)?.[1]);
  };
  expect(size("won")).toBe(62);
  expect(size("w".repeat(80))).toBeLessThan(30);
});

test("the house is compared with when it has played all its games", () => {
  const own = { share: 1, lead: 5 };
  expect(betterThan({ done: 24, total: 24, results: house }, own)).toEqual({ better: 15, of: 24 });
  expect(betterThan({ done: 24, total: 24, results: house }, { share: 0, lead: -40 })).toBeNull();
  expect(betterThan({ done: 23, total: 24, results: house.slice(1) }, own)).toBeNull();
});
