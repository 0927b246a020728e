import { describe, expect, test, vi } from "vitest";
import { checkFairness } from "./fairness";
import text from "./fairness.record.json?raw";

interface Dealt {
  deal: { first: number; rounds: number[][] };
  fairness: { commitment: string; seed: string; salts: string[] };
}
/** A record that the server found good: two rounds of poule for two. */
const good = () => JSON.parse(text) as Record<string, unknown> & Dealt;
const POULE = { decks: () => ({ rounds: { cards: 22 } }) };
const check = (record: Record<string, unknown>) => checkFairness(record, POULE);

test("a good record is fair", async () => {
  expect(await check(good())).toEqual({
    commitment: good().fairness.commitment,
    isSeedPromised: true,
    difference: "",
    isCheckedByServer: false,
  });
});

describe("found out is", () => {
  test("an exchanged card", async () => {
    const record = good();
    const [round = []] = record.deal.rounds;
    [round[0], round[1]] = [round[1] ?? 0, round[0] ?? 0];
    expect((await check(record))?.difference).toBe("rounds");
  });

  test("another seed than the promised one", async () => {
    const record = good();
    record.fairness.seed = record.fairness.seed.replace("00", "ff");
    expect(await check(record)).toMatchObject({
      isSeedPromised: false,
      difference: expect.stringMatching(/./),
    });
  });

  test("another salt", async () => {
    const record = good();
    record.fairness.salts = ["another", ""];
    expect((await check(record))?.difference).not.toBe("");
  });

  test("a missing salt", async () => {
    const record = good();
    record.fairness.salts.pop();
    expect((await check(record))?.difference).toBe("salts");
  });

  test("another deck than the game's", async () => {
    const report = await checkFairness(good(), { decks: () => ({ rounds: { cards: 23 } }) });
    expect(report?.difference).toBe("rounds");
  });
});

test("a record without a proof proves nothing", async () => {
  const { fairness: _, ...record } = good();
  expect(await check(record)).toBeNull();
});

describe("of a game whose cards the page does not know", () => {
  const answer = (status: number, body: object) =>
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));

  test("the server checks the deal, and the report says so", async () => {
    answer(200, { commitment: "c0ffee" });
    expect(await checkFairness(good(), {})).toMatchObject({ commitment: "c0ffee", isCheckedByServer: true });
  });

  test("what the server refuses is not fair", async () => {
    answer(422, { code: "proof.invalid", sentence: "The deal differs." });
    await expect(checkFairness(good(), {})).rejects.toThrow("The deal differs.");
  });
});
