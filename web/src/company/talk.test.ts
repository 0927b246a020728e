import { beforeEach, expect, test } from "vitest";
import type { Said, TableLine } from "../wire";
import { speech } from "../words";
import { canTalk, PHRASES, Talk } from "./talk.svelte";
import { companyWords } from "./words";

const said = (id: string, author = "a", isMine = false): Said => ({
  type: "said",
  id,
  at: Number(id),
  seat: 0,
  name: "Anna",
  author,
  is_mine: isMine,
  phrase: null,
  text: id,
});
const lineWith = (...remarks: Said[]) => ({ said: remarks }) as unknown as TableLine;
const ids = (remarks: readonly Said[]) => remarks.map(({ id }) => id);
beforeEach(() => localStorage.clear());

test("what others said since one looked, or said something, is unread", () => {
  const talk = new Talk(lineWith(said("1"), said("2", "me", true), said("3"), said("4")));
  expect(ids(talk.unread)).toEqual(["3", "4"]);
  talk.read();
  expect(talk.unread).toEqual([]);
});

test("whoever is muted is not read, here or at the next table, until they are heard again", () => {
  const line = lineWith(said("1", "a"), said("2", "b"));
  new Talk(line).mute("a");
  const talk = new Talk(line);
  expect(ids(talk.remarks)).toEqual(["2"]);
  expect(ids(talk.unread)).toEqual(["2"]);
  talk.mute("a", false);
  expect(ids(new Talk(line).remarks)).toEqual(["1", "2"]);
});

test("one talks where that is allowed, with a seat, and to somebody", () => {
  const seat = { is_taken: true, is_kept: false };
  const at = (has_talk: boolean, own: number[], seats = [seat, seat]) =>
    canTalk({ table: { has_talk, seats }, you: { seats: own } } as unknown as Parameters<typeof canTalk>[0]);
  expect(at(true, [0])).toBe(true);
  expect(at(false, [0])).toBe(false);
  expect(at(true, [])).toBe(false);
  expect(at(true, [0, 1])).toBe(false);
});

test.each(["en", "fr", "de"] as const)(
  "every phrase can be said in %s, and none is like another",
  async (language) => {
    await speech.speak(language);
    const sentences = PHRASES.map((phrase) => companyWords().phrases[phrase]);
    expect(new Set(sentences).size).toBe(PHRASES.length);
    expect(sentences.every(Boolean)).toBe(true);
  },
);
