import { expect, test } from "vitest";
import { LANGUAGES } from "../../words/language.svelte";
import poule from "./face";
import { TILES, valueOf } from "./tiles";

/** How many letters of a folded line the log shows beside the board. */
const SHOWN = 38;

test.each(LANGUAGES)("a folded line of the log still says where something was put (%s)", (language) => {
  const { logLine } = poule.words[language];
  const stalls = ["I", "II", "III", "IIII"].map((rank) => ({ key: "poule.stall", rank }));
  const tiles = TILES.flatMap((tile) =>
    ["poule.place", "poule.secret"].map((key) => ({ key, tile, value: valueOf(tile) })),
  );
  for (const { key, ...gaps } of [...stalls, ...tiles]) {
    const said = logLine({ key, arguments: { seat: 0, cell: "a5", ...gaps } }, () => "");
    expect(said.trim().indexOf("a5") + "a5".length, said).toBeLessThanOrEqual(SHOWN);
    expect(said).toContain("a5");
  }
});
