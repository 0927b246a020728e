import { afterEach, describe, expect, test, vi } from "vitest";
import { me } from "./me.svelte";
import { allNotes, findNote, noteLeaving, saltFor } from "./notes";

const promise = (id: string) => ({ id, commitment: `commitment of ${id}`, terms: `terms of ${id}` });
afterEach(() => localStorage.clear());

describe("whoever sits down", () => {
  test("adds a salt that nobody can guess, and has a note of it and of what was promised", () => {
    const salt = saltFor(promise("a"));
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    expect(findNote("a")).toMatchObject({ ...promise("a"), salt, hasLeft: false });
    expect(saltFor(promise("b"))).not.toBe(salt);
  });

  test("and does so again has the same salt, and the note stays what it was", () => {
    const salt = saltFor(promise("a"));
    noteLeaving("a");
    expect(findNote("a")?.hasLeft).toBe(true);
    expect(saltFor({ ...promise("a"), commitment: "another" })).toBe(salt);
    expect(findNote("a")).toMatchObject({ ...promise("a"), hasLeft: false });
  });

  test("can do so in a browser that stores nothing", () => {
    const setItem = () => {
      throw new Error("full");
    };
    vi.stubGlobal("localStorage", { getItem: () => null, setItem, clear: () => {} });
    expect(saltFor(promise("a"))).toMatch(/./);
    expect(findNote("a")).toBeNull();
  });
});

test("the oldest notes make room", () => {
  vi.useFakeTimers();
  for (let number = 0; number <= 500; number++) {
    vi.setSystemTime(number + 1);
    saltFor(promise(String(number)));
  }
  vi.useRealTimers();
  expect(allNotes()).toHaveLength(500);
  expect(findNote("0")).toBeNull();
  expect(allNotes()[0]?.id).toBe("500");
});

test("what is no note is none, and whoever leaves for good leaves no note", () => {
  localStorage.setItem("estaminet.deal.a", "{");
  expect(findNote("a")).toBeNull();
  saltFor(promise("b"));
  me.forget();
  expect(allNotes()).toEqual([]);
});
