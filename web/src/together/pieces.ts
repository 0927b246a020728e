// The pieces on a board by the names that they have there: what lies under a finger, and where a piece is.

const NAMED = "[data-about], [data-target]";
const BOARD = ".board";
type Piece = HTMLElement | SVGElement;

const nameOf = ({ dataset }: Piece): string => dataset["target"] ?? dataset["about"] ?? "";
const sizeOf = ({ width, height }: DOMRect): number => width * height;

/** All pieces that can be seen, each name once. */
export const namesOn = (board: ParentNode): string[] => [
  ...new Set(
    [...board.querySelectorAll<Piece>(NAMED)]
      .filter((piece) => sizeOf(piece.getBoundingClientRect()) > 0)
      .map(nameOf),
  ),
];

/** The smallest piece of a board at a point, also one that lets the pointer through; none where it can be played. */
export function pieceAt({ target, clientX, clientY }: MouseEvent): string {
  const board = target instanceof Element ? target.closest(BOARD) : null;
  if (!board || (target as Element).closest("[data-touchable], button, a, input, select, summary")) return "";
  let [name, smallest] = ["", Infinity];
  for (const piece of board.querySelectorAll<Piece>(NAMED)) {
    const box = piece.getBoundingClientRect();
    const isIn = box.left <= clientX && clientX <= box.right && box.top <= clientY && clientY <= box.bottom;
    const size = sizeOf(box);
    if (isIn && size > 0 && size <= smallest) [name, smallest] = [nameOf(piece), size];
  }
  return name;
}

/** Where a piece is on the screen; null if it is not to be seen here. Compared by its name: it may be any text. */
export function placeOf(name: string): DOMRect | null {
  const boxes = [...document.querySelectorAll<Piece>(`${BOARD} ${NAMED.replace(", ", `, ${BOARD} `)}`)]
    .filter(({ dataset }) => dataset["target"] === name || dataset["about"] === name)
    .map((piece) => piece.getBoundingClientRect())
    .filter((box) => sizeOf(box) > 0);
  return boxes.sort((one, two) => sizeOf(one) - sizeOf(two))[0] ?? null;
}
