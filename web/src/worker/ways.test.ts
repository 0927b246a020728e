import { describe, expect, test } from "vitest";
import { excess, filesNamed, wayOf, type Saved } from "./ways";

describe("the worker", () => {
  test.each([
    ["assets/main-1a2b.js", "file"],
    ["device/1a2b/pyodide/pyodide.mjs", "file"],
    ["device/index.json", "house"],
    ["", "page"],
    ["t/abc", "page"],
    ["api/games/poule", "house"],
    ["api/games/poule/lesson", "house"],
    ["manifest.fr.webmanifest", "house"],
    ["icon.svg", "house"],
    ["api/tables/abc-_1/record", "record"],
  ])("knows its way with %s", (path, way) => {
    expect(wayOf("GET", path, true)).toBe(way);
  });

  test.each([
    "api/me",
    "api/me/link",
    "api/me/play",
    "api/welcome",
    "api/tables",
    "api/tables/abc",
    "api/tables/abc/events",
    "api/tables/abc/views",
    "api/tables/abc/live",
    "api/reviews/abc",
    "api/games/poule/lesson/x",
    "healthz",
  ])("leaves %s to the house, and puts nothing of it aside", (path) => {
    expect(wayOf("GET", path, false)).toBe("network");
  });

  test("puts aside no answer to a command but a replay", () => {
    expect(wayOf("POST", "api/replay", false)).toBe("replay");
    for (const path of ["api/tables/abc/record", "api/me", "api/tables", "api/games/poule"])
      expect(wayOf("POST", path, false)).toBe("network");
    expect(wayOf("HEAD", "", false)).toBe("network");
    expect(wayOf("DELETE", "api/me", false)).toBe("network");
  });
});

describe("finished games", () => {
  const saved = (...ats: number[]): Saved[] => ats.map((at) => ({ key: `game ${at}`, at, bytes: 10 }));

  test("stay as long as they are not too many, then the oldest go", () => {
    expect(excess(saved(3, 1, 2), 3)).toEqual([]);
    expect(excess(saved(3, 1, 4, 2), 3)).toEqual(["game 1"]);
  });

  test("and as long as they are not too long together", () => {
    expect(excess(saved(3, 1, 2), 9, 30)).toEqual([]);
    expect(excess(saved(3, 1, 2), 9, 29)).toEqual(["game 1"]);
  });
});

test("a page names the files that it begins with", () => {
  const page = '<script src="/sub/assets/index-Ab_1.js"></script><link href="./assets/index-2-x.css">';
  expect(filesNamed(page)).toEqual(["assets/index-Ab_1.js", "assets/index-2-x.css"]);
});
