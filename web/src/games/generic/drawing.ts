// A text drawing, taken apart: which of its signs are pieces of a seat, and which have changed.

export interface Sign {
  text: string;
  /** Whose piece it is; null if it is nobody's. */
  seat: number | null;
  /** Whether something else stood there before. */
  isNew: boolean;
}

/** A word, or a single other sign. */
const TOKEN = /[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu;

/** The rows of a drawing. A letter is a piece if it stands alone or among pieces, not as a part of a word. */
export function readDrawing(drawing: string, marks: readonly string[], before: string | null): Sign[][] {
  const old = before?.split("\n").map((row) => [...row]);
  return drawing.split("\n").map((row, at) => {
    let column = 0;
    return splitRow(row, marks).map(({ text, seat }) => {
      const length = [...text].length;
      const was = old?.[at]?.slice(column, column + length).join("");
      column += length;
      return { text, seat, isNew: old !== undefined && text.trim() !== "" && was !== text };
    });
  });
}

function splitRow(row: string, marks: readonly string[]): Omit<Sign, "isNew">[] {
  const seatOf = (text: string): number | null => {
    const seat = marks.indexOf(text);
    return seat < 0 ? null : seat;
  };
  return (row.match(TOKEN) ?? []).flatMap((token) => {
    const signs = [...token];
    const arePieces = seatOf(token) === null && signs.every((sign) => seatOf(sign) !== null);
    return (arePieces ? signs : [token]).map((text) => ({ text, seat: seatOf(text) }));
  });
}

/** How wide and how high a drawing is, in signs. */
export function measureDrawing(drawing: string): { columns: number; rows: number } {
  const rows = drawing.split("\n");
  return { columns: Math.max(...rows.map((row) => [...row].length)), rows: rows.length };
}
