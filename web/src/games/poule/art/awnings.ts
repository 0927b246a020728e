// The cloth over a stall: a pattern and an edge for every seat, after the marks of the seats (triangle, square, lozenge, disc).
import { dot } from "./strokes";

const LEFT = 4;
const WIDTH = 92;
const TOP = 14;
const EDGE = 42;

/** A point of the cloth: `across` and `down` from 0 to 1. It is wider at its lower edge. */
function point(across: number, down: number): [number, number] {
  const round = (number: number) => Math.round(number * 10) / 10;
  const inset = 13 * (1 - down);
  return [round(LEFT + inset + (WIDTH - 2 * inset) * across), round(TOP + (EDGE - TOP) * down)];
}

function patch(...corners: [number, number][]): string {
  return `M${corners.map(([across, down]) => point(across, down).join(" ")).join("L")}z`;
}

function edge(hem: (width: number) => string, pieces: number): string {
  const width = Math.round((WIDTH / pieces) * 100) / 100;
  return `M${LEFT + WIDTH} ${EDGE}${hem(width).repeat(pieces)}z`;
}

const steps = (count: number) => Array.from({ length: count }, (_, at) => at);

export const CLOTH = patch([0, 0], [1, 0], [1, 1], [0, 1]);

export const PATTERNS = [
  steps(3)
    .map((at) =>
      patch([(2 * at + 1) / 7, 0], [(2 * at + 2) / 7, 0], [(2 * at + 2) / 7, 1], [(2 * at + 1) / 7, 1]),
    )
    .join(""),
  steps(21)
    .map((at) => [at % 7, Math.floor(at / 7)] as const)
    .filter(([across, down]) => (across + down) % 2)
    .map(([x, y]) =>
      patch([x / 7, y / 3], [(x + 1) / 7, y / 3], [(x + 1) / 7, (y + 1) / 3], [x / 7, (y + 1) / 3]),
    )
    .join(""),
  steps(5)
    .map((at) =>
      patch([at / 5 + 0.1, 0.08], [at / 5 + 0.18, 0.5], [at / 5 + 0.1, 0.92], [at / 5 + 0.02, 0.5]),
    )
    .join(""),
  [
    ...steps(4).map((at) => [at / 4 + 0.125, 0.28] as const),
    ...steps(5).map((at) => [at / 5 + 0.1, 0.74] as const),
  ]
    .map(([across, down]) => dot(...point(across, down), 4.2))
    .join(""),
];

export const EDGES = [
  edge((width) => `l${-width / 2} 13l${-width / 2} -13`, 7),
  edge((width) => `v11h${-width / 2}v-7h${-width / 2}v-4`, 7),
  edge((width) => `l${-width * 0.25} 5l${-width * 0.25} 9l${-width * 0.25} -9l${-width * 0.25} -5`, 5),
  edge((width) => `a${width / 2} 11 0 0 1 ${-width} 0`, 5),
];
