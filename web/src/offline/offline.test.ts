import { existsSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import nuit from "../games/nuit/card";
import poule from "../games/poule/card";
import reeperbahn from "../games/reeperbahn/card";
import { api } from "../wire";
import { LANGUAGES } from "../words";
import { isByHand } from "./InstallOffer.svelte";
import { online } from "./online.svelte";
import { isOther } from "./updates.svelte";

describe("without a connection", () => {
  const answer = vi.fn<() => Promise<Response>>();
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", answer);
  });

  test("the page finds out when nothing arrives, asks again, and says when it is back", async () => {
    answer.mockRejectedValue(new TypeError("no line"));
    await expect(api.welcome()).rejects.toThrow("no line");
    expect([online.isOff, online.isBack]).toEqual([true, false]);
    answer.mockResolvedValue(new Response(null));
    await vi.advanceTimersByTimeAsync(5000);
    expect([online.isOff, online.isBack]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(online.isBack).toBe(false);
  });

  test("one question that fails is not taken for it", async () => {
    answer.mockRejectedValueOnce(new TypeError("cut off")).mockResolvedValue(new Response(null));
    await expect(api.welcome()).rejects.toThrow("cut off");
    expect(online.isOff).toBe(false);
  });

  test("a proxy whose house is away does not count as one", async () => {
    answer.mockResolvedValue(new Response(null, { status: 502 }));
    await online.ask();
    expect(online.isOff).toBe(true);
  });
});

test("a newer page begins with another script, and what is no page of the house tells nothing", () => {
  const page = '<div id="house"></div><script type="module" src="/sub/assets/index-new.js"></script>';
  expect(isOther(page, "https://house.example/sub/assets/index-new.js")).toBe(false);
  expect(isOther(page, "https://house.example/sub/assets/index-old.js")).toBe(true);
  expect(isOther("<h1>Welcome to this hotel</h1>", "/assets/index-old.js")).toBe(false);
});

test("only where no browser offers to install is it said how to do it by hand", () => {
  const browser = (userAgent: string, platform = "", maxTouchPoints = 0) =>
    isByHand({ userAgent, platform, maxTouchPoints } as Navigator);
  expect(browser("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")).toBe(true);
  expect(browser("Mozilla/5.0 (Macintosh)", "MacIntel", 5)).toBe(true);
  expect(browser("Mozilla/5.0 (Macintosh)", "MacIntel")).toBe(false);
  expect(browser("Mozilla/5.0 (Linux; Android 15)", "Linux armv8l", 5)).toBe(false);
});

describe.each(LANGUAGES)("the manifest in %s", (language) => {
  interface Manifest {
    lang: string;
    icons: { src: string; sizes: string }[];
    shortcuts: { name: string; url: string }[];
  }
  const manifest = JSON.parse(readFileSync(`public/manifest.${language}.webmanifest`, "utf8")) as Manifest;

  test("leads to the games by the names that they have in the page", () => {
    expect(manifest.lang).toBe(language);
    expect(manifest.shortcuts).toEqual(
      [poule, reeperbahn, nuit].map(({ name, titles }) => ({
        name: titles[language],
        url: `./#/play/${name}`,
      })),
    );
  });

  test("names icons that are there, of the size that it says", () => {
    for (const { src, sizes } of manifest.icons) {
      expect(existsSync(`public/${src}`), src).toBe(true);
      if (!src.endsWith(".png")) continue;
      const header = readFileSync(`public/${src}`);
      expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(sizes);
    }
  });
});
