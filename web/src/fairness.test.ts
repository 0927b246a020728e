import { afterEach, describe, expect, test, vi } from "vitest";
import { checkFairness, isFair, UnknownVersion } from "./fairness";
import version1 from "./fairness.version1.json?raw";
import version2 from "./fairness.version2.json?raw";
import nuit from "./games/nuit/face";
import poule from "./games/poule/face";
import reeperbahn from "./games/reeperbahn/face";
import { noteLeaving, saltFor } from "./notes";

interface Dealt {
  players: number;
  options: Record<string, unknown>;
  deal: { first?: number; rounds?: number[][] };
  fairness: { version?: number; commitment: string; seed: string; terms?: string; salts: string[] };
}
type Poule = Record<string, unknown> & Dealt;
/** Two rounds of poule for two, at this table, which the server found good. */
const TABLE = "a-table-in-the-corner_";
const read = (text: string) => JSON.parse(text) as Poule;
const check = (record: Record<string, unknown>, table = "") => checkFairness(record, poule, table);

afterEach(() => localStorage.clear());

describe.each([
  ["1", version1],
  ["2", version2],
])("version %s", (_, text) => {
  const good = () => read(text);

  test("a good record is fair", async () => {
    const report = await check(good());
    expect(report).toMatchObject({
      commitment: good().fairness.commitment,
      isCheckedByServer: false,
      note: "none",
    });
    expect(report && isFair(report)).toBe(true);
  });

  test("a page that came over plain HTTP checks it as well", async () => {
    vi.stubGlobal("crypto", {});
    const report = await check(good());
    expect(report && isFair(report)).toBe(true);
  });

  const tricks: Record<string, (record: Poule) => void> = {
    "an exchanged card": ({ deal: { rounds = [] } }) => rounds[0]?.reverse(),
    "another first player": ({ deal }) => (deal.first = 1 - (deal.first ?? 0)),
    "no deal at all": (record) => (record.deal = {}),
    "a missing lot": ({ deal }) => delete deal.first,
    "a missing round": ({ deal }) => deal.rounds?.pop(),
    "a part that the game does not have": ({ deal }) => Object.assign(deal, { joker: 1 }),
    "another seed": ({ fairness }) => (fairness.seed = fairness.seed.replace("00", "ff")),
    "a seed in capitals": ({ fairness }) => (fairness.seed = fairness.seed.toUpperCase()),
    "another commitment": ({ fairness }) => (fairness.commitment = "0".repeat(64)),
    "another salt": ({ fairness }) => (fairness.salts = ["another", ""]),
    "a missing salt": ({ fairness }) => fairness.salts.pop(),
    "more players": (record) => (record.players = 3),
    "the other version": ({ fairness }) => (fairness.version = fairness.version ? 1 : 2),
  };
  test.each(Object.entries(tricks))("found out is %s", async (_, trick) => {
    const record = good();
    trick(record);
    const report = await check(record);
    expect(report && isFair(report)).toBe(false);
  });

  test("what was noted is compared, and the salt if they stayed", async () => {
    const { commitment, terms = "", salts } = good().fairness;
    saltFor({ id: TABLE, commitment, terms });
    expect((await check(good(), TABLE))?.note).toBe("salt");
    noteLeaving(TABLE);
    expect((await check(good(), TABLE))?.note).toBe("same");
    const record = good();
    record.fairness.salts = [saltFor({ id: TABLE, commitment, terms }), ...salts.slice(1)];
    expect((await check(record))?.note).toBe("same");
  });

  test("another promise than the one that was noted is loud", async () => {
    saltFor({ id: TABLE, commitment: "1".repeat(64), terms: "" });
    const report = await check(good(), TABLE);
    expect(report?.note).toBe("commitment");
    expect(report && isFair(report)).toBe(false);
  });

  test("a version that nobody knows is not checked", async () => {
    const record = good();
    record.fairness.version = 3;
    await expect(check(record)).rejects.toThrow(UnknownVersion);
  });
});

describe("what was promised covers", () => {
  const otherwise = async (change: (record: Poule) => void, table = "") => {
    const record = read(version2);
    change(record);
    return (await check(record, table))?.otherwise;
  };

  test("the game, the players, every option and the table", async () => {
    expect(await otherwise(() => {}, TABLE)).toBe("");
    expect(await otherwise((record) => (record["game"] = "nuit"))).toBe("game");
    expect(await otherwise((record) => (record.players = 3))).toBe("players");
    expect(await otherwise((record) => (record.options["purse_start"] = 40))).toBe("options");
    expect(await otherwise((record) => (record.options["wizard"] = 0))).toBe("options");
    expect(await otherwise(() => {}, "another-table")).toBe("table");
  });

  test("an exact text", async () => {
    for (const terms of ["", "terms", "null", "{}", read(version2).fairness.terms?.replace(",", ", ")])
      expect(await otherwise(({ fairness }) => Object.assign(fairness, { terms }))).toBe("terms");
    const twice = read(version2).fairness.terms?.replace("{", '{"game":"nuit",');
    expect(await otherwise(({ fairness }) => Object.assign(fairness, { terms: twice }))).toBe("terms");
  });

  test("the seed alone in version 1", async () => {
    expect((await check(read(version1), TABLE))?.otherwise).toBeNull();
  });

  test("a table whose note has other terms, or had terms", async () => {
    const { commitment } = read(version1).fairness;
    saltFor({ id: TABLE, commitment, terms: read(version2).fairness.terms ?? "" });
    expect((await check(read(version1), TABLE))?.note).toBe("terms");
  });

  test("a file whose table has a note, though its commitment is another", async () => {
    saltFor({ id: TABLE, commitment: "1".repeat(64), terms: read(version2).fairness.terms ?? "" });
    expect((await check(read(version2)))?.note).toBe("commitment");
  });
});

test("the page knows all parts of every deal", () => {
  expect(poule.deal?.(3, {})).toEqual({ first: { among: 3 }, rounds: { cards: 22, times: 3 } });
  expect(Object.keys(reeperbahn.deal?.(2, {}) ?? {})).toEqual(["hans", "deck", "reshuffle"]);
  expect(Object.keys(nuit.deal?.(3, {}) ?? {})).toEqual(["furniture", "guests", "actions", "cash"]);
});

test("a record without a proof proves nothing", async () => {
  const { fairness: _, ...record } = read(version2);
  expect(await check(record)).toBeNull();
});

describe("of a game whose cards the page does not know", () => {
  const answer = (status: number, body: object) =>
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));

  test("the server checks the deal, and the report says so; the promise is checked here", async () => {
    answer(200, {});
    const report = await checkFairness(read(version2), {});
    expect(report).toMatchObject({ isCheckedByServer: true, isPromised: true, otherwise: "" });
    const record = read(version2);
    record.options["purse_start"] = 40;
    expect(await checkFairness(record, {})).toMatchObject({ otherwise: "options" });
  });

  test("what the server refuses is not fair", async () => {
    answer(422, { code: "proof.invalid", sentence: "The deal differs." });
    await expect(checkFairness(read(version2), {})).rejects.toThrow("The deal differs.");
  });
});
