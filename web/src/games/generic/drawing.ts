// A text drawing, taken apart: which of its signs are pieces of a seat, and which have changed.

export interface Sign {
  text: string;
  /** Whose piece it is; null if it is nobody's. */
  seat: number | null;
  row: number;
  /** Where it begins in its row. */
  column: number;
}

/** A word, or a single other sign. */
const TOKEN = /[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu;

/** Every character of a drawing, row by row. */
export function readCells(drawing: string): string[][] {
  return drawing.split("\n").map((row) => [...row]);
}

/** The rows of a drawing. A letter is a piece if it stands alone or among pieces, not as a part of a word. */
export function readDrawing(drawing: string, marks: readonly string[]): Sign[][] {
  const seatOf = (text: string): number | null => {
    const seat = marks.indexOf(text);
    return seat < 0 ? null : seat;
  };
  const split = (token: string): string[] => {
    const characters = [...token];
    const arePieces = seatOf(token) === null && characters.every((each) => seatOf(each) !== null);
    return arePieces ? characters : [token];
  };
  return drawing.split("\n").map((line, row) => {
    let column = 0;
    return (line.match(TOKEN) ?? []).flatMap(split).map((text) => {
      const sign = { text, seat: seatOf(text), row, column };
      column += [...text].length;
      return sign;
    });
  });
}

/** Whether something else stood there before. */
export function hasChanged({ text, row, column }: Sign, before: readonly string[][]): boolean {
  const old = before[row]?.slice(column, column + [...text].length).join("");
  return text.trim() !== "" && old !== text;
}

/** How wide and how high a drawing is, in characters. */
export function measureDrawing(drawing: string): { columns: number; rows: number } {
  const rows = readCells(drawing);
  return { columns: Math.max(...rows.map((row) => row.length)), rows: rows.length };
}
