import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whole } from "./whole";

/** The number of letters that fit. */
const ROOM = 40;

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe: () => void;
      disconnect = () => undefined;
      constructor(isSeen: () => void) {
        this.observe = isSeen;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** As high as its number of visible letters. */
function list(...rows: [deed: string, rest: string][]): HTMLElement {
  const node = document.createElement("ol");
  node.innerHTML = rows
    .map(([deed, rest]) => `<li><span data-told>${deed}</span><span class="rest">${rest}</span></li>`)
    .join("");
  const letters = () =>
    [...node.children].reduce((sum, row) => {
      const left = row.getAttribute("data-short");
      const [deed = "", rest = ""] = [...row.children].map((each) => each.textContent ?? "");
      return sum + (left === "none" ? 0 : deed.length) + (left ? 0 : rest.length);
    }, 0);
  Object.defineProperty(node, "scrollHeight", { get: letters });
  Object.defineProperty(node, "clientHeight", { get: () => ROOM });
  return node;
}
const left = (node: HTMLElement) => [...node.children].map((row) => row.getAttribute("data-short"));

test("leaves out no more than it must, and of the longest row first", () => {
  const fitting = list(["a".repeat(10), "b".repeat(10)], ["c".repeat(10), "d".repeat(10)]);
  const long = list(["a".repeat(10), "b".repeat(5)], ["c".repeat(10), "d".repeat(30)]);
  const longer = list(["a".repeat(30), "b".repeat(20)], ["c".repeat(30), "d".repeat(30)]);
  for (const node of [fitting, long, longer]) whole(node);
  expect([fitting, long, longer].map(left)).toEqual([
    [null, null],
    [null, "first"],
    ["first", "none"],
  ]);
});
