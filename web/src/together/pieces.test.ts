import { afterEach, expect, test } from "vitest";
import { namesOn, pieceAt, placeOf } from "./pieces";

/** A piece of a board with a place of its own: happy-dom lays out nothing. */
function piece(attributes: string, [left, top, width, height]: [number, number, number, number]): string {
  return `<div ${attributes} data-box="${left},${top},${width},${height}"></div>`;
}
function show(html: string): HTMLElement {
  document.body.innerHTML = html;
  for (const each of document.querySelectorAll<HTMLElement>("[data-box]")) {
    const [left = 0, top = 0, width = 0, height = 0] = (each.dataset["box"] ?? "").split(",").map(Number);
    each.getBoundingClientRect = () => new DOMRect(left, top, width, height);
  }
  return document.body;
}
afterEach(() => (document.body.innerHTML = ""));
const click = (x: number, y: number, selector: string) => {
  const event = new MouseEvent("click", { clientX: x, clientY: y, bubbles: true });
  Object.defineProperty(event, "target", { value: document.querySelector(selector) });
  return event;
};

test("the smallest piece under the finger is meant, and nothing beside the board or that can be played", () => {
  show(`<div class="board" id="board">${piece('data-about="street"', [0, 0, 100, 100])}
    ${piece('data-target="cell:a1"', [10, 10, 20, 20])}
    ${piece('id="playable" data-touchable data-target="cell:b1"', [50, 50, 20, 20])}
    ${piece('data-target="gone"', [10, 10, 0, 0])}</div>
    <button id="elsewhere"></button>`);
  expect(pieceAt(click(15, 15, "#board"))).toBe("cell:a1");
  expect(pieceAt(click(5, 5, "#board"))).toBe("street");
  expect(pieceAt(click(500, 5, "#board"))).toBe("");
  expect(pieceAt(click(55, 55, "#playable"))).toBe("");
  expect(pieceAt(click(15, 15, "#elsewhere"))).toBe("");
});

test("a piece has its place if it is seen here, whatever its name says", () => {
  show(`<div class="board">${piece('data-target="cell:a1"', [10, 10, 20, 20])}
    ${piece('data-about="hidden"', [0, 0, 0, 0])}</div>${piece('data-target="out"', [0, 0, 9, 9])}`);
  expect(placeOf("cell:a1")?.left).toBe(10);
  for (const name of ["hidden", "out", "", '"] *', "x".repeat(60)]) expect(placeOf(name)).toBeNull();
});

test("every name that is seen is there once", () => {
  const body = show(`${piece('data-target="a"', [0, 0, 9, 9])}${piece('data-about="a"', [9, 0, 9, 9])}
    ${piece('data-about="b"', [9, 0, 9, 9])}${piece('data-about="c"', [9, 0, 0, 9])}`);
  expect(namesOn(body)).toEqual(["a", "b"]);
});
