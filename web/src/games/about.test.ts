import { describe, expect, test } from "vitest";
import type { AnyView } from "../wire/types";
import { LANGUAGES } from "../words/language.svelte";
import { CASES } from "./cases.fixture";
import type { GameFace, Player } from "./game";
import nuit from "./nuit/face";
import poule from "./poule/face";
import reeperbahn from "./reeperbahn/face";
import { TILES } from "./poule/tiles";
import { FIGURES, KINDS, narrow } from "./reeperbahn/street";

const FACES = { poule, reeperbahn, nuit } as const satisfies Record<string, GameFace>;
type Name = keyof typeof FACES;
/** What can always be asked about, besides what is played with. */
const THINGS: Record<Name, string[]> = {
  poule: [
    ...TILES.map((name) => `tile:${name}`),
    ...["I", "II", "III", "IIII"].map((rank) => `rank:${rank}`),
    ...["stack", "secret", "line:row 3", "line:column c", "hand:1"],
  ],
  reeperbahn: [
    ...FIGURES.map((figure) => `figure:${figure}`),
    ...KINDS.map((kind) => `card:${kind}`),
    ...["stack", "discards", "club:0", "club:1", "pull:0", "street"],
  ],
  nuit: [
    ...["terrace", "table", "dance", "bar", "foosball", "billiards"].map((kind) => `kind:${kind}`),
    ...["guest:yellow", "guest:red", "guest:blue", "action_stack", "cash", "pub:1", "till:1", "guests:0"],
    ...["guests", "cash", "cards", "home", "idle"].map((fact) => `tonight:${fact}`),
  ],
};
/** The cases leave out what the viewer of a night has not seen. */
const casesOf = (game: Name) =>
  CASES[game].cases.map(({ before, action }) => {
    const unseen = { furniture: ["bar"], guests: [], actions: [], tips: [] };
    return { action, view: { ...before, board: { unseen, ...before.board } } as AnyView };
  });
const players = ["Ann", "Ben", "Cleo", "Dan", "Eve"].map((name, seat): Player => ({
  seat,
  name,
  isYou: seat === 0,
  isHouse: false,
}));

describe.each(Object.entries(FACES) as [Name, GameFace][])("%s", (game, face) => {
  test("says whose place it is that is asked about", async () => {
    const explanations = await face.explanations!();
    const place = { poule: "hand:1", reeperbahn: "club:1", nuit: "pub:1" }[game];
    expect(explanations.about(place, casesOf(game)[0]!.view, players, "en")?.seat).toBe(1);
  });

  test.each(LANGUAGES)("explains all its pieces, with a rule that there is, in %s", async (language) => {
    const explanations = await face.explanations!();
    const { rules } = face.words[language];
    const numbers = rules.flatMap((chapter) => chapter.rules.map(({ number }) => number));
    for (const { view } of casesOf(game).filter((_, at) => at % 7 === 0)) {
      for (const of of THINGS[game]) {
        const about = explanations.about(of, view, players, language);
        expect(about, of).not.toBeNull();
        const said = [about!.name, about!.text, about!.left ?? "."];
        for (const text of said) expect(text, of).toMatch(/^(?!.*(undefined|NaN|null)).+$/u);
        expect(numbers, of).toContain(about!.rule);
      }
    }
  });

  test("explains what an action points at, as long as something lies there", async () => {
    const explanations = await face.explanations!();
    const silent = new Set(
      casesOf(game).flatMap(({ view, action }) =>
        action.targets.filter((target) => !explanations.about(target, view, players, "en")),
      ),
    );
    // Empty cells, spaces and seats, and gestures for several people at once.
    for (const target of silent)
      expect(target).toMatch(/^(cell|\d|figures|pub|way|seat|space)(:|$)|^step$|^(discards|end)$/);
  });

  test("says nothing of what it does not know", async () => {
    const explanations = await face.explanations!();
    const { view } = casesOf(game)[0]!;
    for (const of of ["", "__proto__", "cell:", "tile:__proto__", "constructor", "tonight:x"])
      expect(explanations.about(of, view, players, "en"), of).toBeNull();
  });

  test.each(LANGUAGES)("has its aim in three lines in %s", (language) => {
    expect(face.lesson?.[language].gist).toHaveLength(3);
  });
});

test("a card that cannot be played says why", async () => {
  const { about } = await reeperbahn.explanations!();
  const { view } = casesOf("reeperbahn")[0]!;
  const told = (legal: string[], turn: object, card = "hans2") => {
    const board = { ...narrow(view).board, hand: { lilli: 1, hans2: 1, lola0: 1 } };
    const now = {
      ...view,
      seat: 0,
      to_move: 0,
      legal,
      board: { ...board, turn: { ...board.turn, ...turn } },
    };
    return about(`card:${card}`, now as AnyView, players, "en")?.text;
  };
  const fresh = { mode: "fresh", colour: null, red_means: null };
  expect(told(["hans2"], fresh)).toBe(
    "Hans moves 2 squares towards you. Can be played with other yellow cards.",
  );
  expect(told(["lilli", "discard hans2"], fresh)).toContain("It cannot be carried out in full now.");
  expect(told(["lilli", "end"], { mode: "cards", colour: "green" })).toContain(
    "In this turn you play green cards.",
  );
  expect(told(["discard lilli", "end"], { mode: "swap" }, "lola0")).toContain("In this turn you swap cards.");
  expect(told(["end"], { mode: "cards", colour: "red", red_means: "yellow" }, "lola0")).toContain(
    "Red moves Hans.",
  );
});
