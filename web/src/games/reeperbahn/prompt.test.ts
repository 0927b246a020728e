import { describe, expect, test } from "vitest";
import type { AnyView } from "../../wire/types";
import { CASES } from "../cases.fixture";
import { LANGUAGES } from "../../words/language.svelte";
import { cardOf, drawsOf, promptOf, whomOf, type Prompt, type Whom } from "./prompt";
import { HAND, KINDS, narrow } from "./street";
import de from "./words/de";
import en from "./words/en";
import fr from "./words/fr";

const view = CASES.reeperbahn.cases[0]!.before;
const at = (mode: string | null, legal: string[], turn: object = {}): AnyView =>
  ({
    ...view,
    legal,
    board: { ...view.board, turn: { ...narrow(view).board.turn, mode, ...turn } },
  }) as AnyView;

test.each([
  ["lilli", "lilli", "lilli"],
  ["court", "court", "lilli"],
  ["guard2 we", "we", "guard2"],
  ["guard1 e", "e", "guard1"],
  ["flank", "we", "flank"],
  ["hans2", "hans", "hans2"],
  ["lola0", "lola", "lola0"],
  ["joker3 hans", "hans", "lola3"],
  ["charm w", "w", null],
])("%s moves %s and spends %s", (text, whom, card) => {
  expect(whomOf(text)).toBe(whom);
  expect(cardOf(text)).toBe(card);
});

test("a swap spends its card, the end of a turn none", () => {
  expect([cardOf("discard lola5"), cardOf("end")]).toEqual(["lola5", null]);
});

describe("what is wanted", () => {
  test("at the beginning of a turn: cards, a charm, a swap", () => {
    expect(promptOf(at(null, ["lilli", "charm w", "discard lilli"]), [])).toEqual({
      stage: "fresh",
      canPlay: true,
      canCharm: true,
    });
    expect(promptOf(at(null, ["discard lilli"]), [])).toMatchObject({ canPlay: false, canCharm: false });
  });
  test("of a card: whom it moves, either guard as one", () => {
    const legal = ["guard2 w", "guard2 e", "guard2 we", "lilli", "discard guard2"];
    expect(promptOf(at(null, legal), ["card:guard2"])).toEqual({
      stage: "card",
      kind: "guard2",
      whom: ["guard", "we"],
      canSwap: true,
    });
  });
  test("of a charm: whom", () => {
    expect(promptOf(at(null, ["charm w", "charm lilli"]), ["figure:hans"])).toEqual({ stage: "charm" });
  });
  test("after a card: more of its colour, or the end", () => {
    const turn = { colour: "red", red_means: "grey" };
    expect(promptOf(at("cards", ["joker2 w", "end"], turn), [])).toEqual({
      stage: "more",
      colour: "red",
      meaning: "grey",
      isPossible: true,
    });
    expect(promptOf(at("cards", ["end"], turn), [])).toMatchObject({ isPossible: false });
  });
  test("after a swap: more of it, or the end", () => {
    const more = { stage: "swap", isFirst: false, isPossible: true };
    expect(promptOf(at("swap", ["discard lilli", "end"]), [])).toEqual(more);
    expect(promptOf(at("swap", ["discard lilli", "end"]), ["card:lilli"])).toEqual(more);
    expect(promptOf(at("swap", ["end"]), [])).toEqual({ ...more, isPossible: false });
  });
  test("after the discards were touched: the first card", () => {
    expect(promptOf(at("fresh", ["lilli", "discard lilli"]), ["discards"])).toEqual({
      stage: "swap",
      isFirst: true,
      isPossible: true,
    });
  });
});

/** What fits in two lines of a phone. */
const SHORT = 70;

test.each(LANGUAGES)("is said in few words (%s)", (language) => {
  const { prompt } = { fr, en, de }[language];
  const ways: Whom[][] = [
    [],
    ["lilli", "court"],
    ["w", "we"],
    ["guard", "we"],
    ["lola", "lilli", "guard", "hans"],
  ];
  const [yes, no] = [true, false];
  const all: Prompt[] = [
    { stage: "fresh", canPlay: yes, canCharm: yes },
    ...KINDS.flatMap((kind) =>
      ways.map((whom): Prompt => ({ stage: "card", kind, whom, canSwap: whom.length > 0 })),
    ),
    { stage: "charm" },
    ...(["green", "grey", "yellow"] as const).flatMap((meaning): Prompt[] => [
      { stage: "more", colour: "red", meaning, isPossible: yes },
      { stage: "more", colour: meaning, meaning: null, isPossible: yes },
    ]),
    { stage: "more", colour: "red", meaning: "lola", isPossible: no },
    { stage: "swap", isFirst: yes, isPossible: yes },
    { stage: "swap", isFirst: no, isPossible: yes },
  ];
  expect(all.map(prompt).filter((text) => text.length > SHORT)).toEqual([]);
});

test("whoever ends a turn draws back to a full hand", () => {
  const sizes = narrow(view).board.hand_sizes;
  expect(drawsOf(view)).toBe(HAND - (sizes[view.to_move ?? 0] ?? 0));
});
