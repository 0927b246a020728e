// The square as the board shows it: where things lie, and what lines would be worth. For display only; the server pays.
import type { components } from "../../wire/schema";
import type { Action, AnyView, LogLine, PouleBoard } from "../../wire/types";

export { minus, signed } from "../phrases";

type Schemas = components["schemas"];
export type Tile = Schemas["PouleTileView"];
export type Piece = Schemas["PoulePieceView"];
export type Segment = Schemas["PouleSegmentView"];
export type Paid = Schemas["PouleAccountView"];

export const ROWS = ["1", "2", "3", "4", "5"] as const;
export const COLUMNS = ["a", "b", "c", "d", "e", "f"] as const;
export const RANKS = ["I", "II", "III", "IIII"] as const;
const LINES = [
  ...ROWS.map((row) => ({ line: `row ${row}`, cells: COLUMNS.map((column) => column + row) })),
  ...COLUMNS.map((column) => ({ line: `column ${column}`, cells: ROWS.map((row) => column + row) })),
];

export function boardOf(view: AnyView): PouleBoard {
  return view.board as PouleBoard;
}

/** Whether a round was paid between two views. */
export function isPaid(before: PouleBoard, board: PouleBoard): boolean {
  return (
    board.round > before.round ||
    (board.stage === "over" && before.stage !== "over" && board.pieces.length > 0)
  );
}

/** The piece that an action would put down; null if it puts down nothing, or nobody knows what. */
export function ghostOf(action: Action | null, view: AnyView): Piece | null {
  const board = boardOf(view);
  const cell = action?.targets.at(-1)?.replace("cell:", "");
  if (!action || !cell) return null;
  if (action.kind === "stall")
    return { cell, tile: null, seat: view.to_move, rank: action.targets[0]?.replace("rank:", "") ?? null };
  const tile = action.kind === "place" ? board.drawn : action.kind === "secret" ? board.secret : null;
  return tile && { cell, tile, seat: null, rank: null };
}

/** What every segment of a square is worth (P4.2, P4.3), in the order of the server. */
export function measure(pieces: readonly Piece[], players: number): Segment[] {
  const at = new Map(pieces.map((piece) => [piece.cell, piece]));
  const wizard = pieces.find((piece) => piece.tile?.name === "wizard")?.cell;
  return LINES.flatMap(({ line, cells }) => {
    const stretches: string[][] = [[]];
    for (const cell of cells) {
      if (at.get(cell)?.tile?.name === "fire") stretches.push([]);
      else stretches.at(-1)?.push(cell);
    }
    return stretches
      .filter((stretch) => stretch.length)
      .map((stretch) => {
        const inside = stretch.flatMap((cell) => at.get(cell) ?? []);
        const ranks = Array.from({ length: players }, (_, seat) =>
          inside
            .filter((piece) => piece.seat === seat)
            .reduce(
              (sum, piece) =>
                sum + (piece.rank?.length ?? 0) + (wizard && areNext(piece.cell, wizard) ? 1 : 0),
              0,
            ),
        );
        return { line, cells: stretch, value: worth(inside), ranks };
      });
  });
}

function worth(pieces: readonly Piece[]): number {
  const has = (name: string) => pieces.some((piece) => piece.tile?.name === name);
  const values = pieces.map((piece) => piece.tile?.value ?? 0).filter((value) => value < 0 || !has("curse"));
  return values.reduce((sum, value) => sum + value, 0) * (has("purse") ? 2 : 1);
}

function areNext(one: string, other: string): boolean {
  const [across, down] = [0, 1].map((at) => Math.abs(one.charCodeAt(at) - other.charCodeAt(at)));
  return (across ?? 0) + (down ?? 0) === 1;
}

/** What each seat would get if the square were paid as it is (P4.4). */
export function totals(segments: readonly Segment[], players: number): number[] {
  return Array.from({ length: players }, (_, seat) =>
    segments.reduce((sum, segment) => sum + segment.value * (segment.ranks[seat] ?? 0), 0),
  );
}

/** How every round was paid, by its number, from all lines of the log. */
export function roundsOf(lines: readonly LogLine[], players: number): Map<number, Paid> {
  const rounds = new Map<number, Paid>();
  let pieces: Piece[] = [];
  for (const { key, arguments: gaps } of lines) {
    const cell = String(gaps["cell"]);
    if (key === "poule.stall")
      pieces.push({ cell, tile: null, seat: Number(gaps["seat"]), rank: String(gaps["rank"]) });
    if (key === "poule.place" || key === "poule.secret") {
      const tile = { name: String(gaps["tile"]), value: Number(gaps["value"] ?? 0) };
      pieces.push({ cell, tile, seat: null, rank: null });
    }
    if (key !== "poule.round_paid") continue;
    const segments = measure(pieces, players);
    rounds.set(Number(gaps["round"]), { pieces, segments, gains: totals(segments, players) });
    pieces = [];
  }
  return rounds;
}

/** What an action would bring whoever is to move, if the square were paid right after; null if it puts nothing down. */
export function gainOf(action: Action, view: AnyView): number | null {
  const ghost = ghostOf(action, view);
  if (!ghost || view.to_move === null) return null;
  const { pieces, segments } = boardOf(view);
  const gain = (of: readonly Segment[]) => totals(of, view.players)[view.to_move ?? 0] ?? 0;
  return gain(measure([...pieces, ghost], view.players)) - gain(segments);
}

export function areSame(one: readonly Segment[], other: readonly Segment[]): boolean {
  const key = ({ cells, value, ranks }: Segment) => [cells, value, ranks].join();
  return one.map(key).join() === other.map(key).join();
}
