// A result to show to others, which gives nothing of the deal away: as a text, and as a picture.
import type { ContestResults, DealResult } from "../wire";
import { dotsOf, outcomeOf, rankAmong, signsOf } from "./contest";

export interface Card {
  /** What and when: `Deal of the day, 19 November 2026`. */
  title: string;
  game: string;
  result: string;
  /** How one did beside the house and beside the others; each may be empty. */
  lines: string[];
  house: readonly DealResult[];
  own: DealResult;
  /** Where others play it; empty if nobody else can. */
  link: string;
}

/** How many games of the house did less well, once it has played all of them; null if none did. */
export function betterThan({ done, total, results }: ContestResults["house"], own: DealResult) {
  const better = rankAmong(results, own).worse;
  return done >= total && better ? { better, of: results.length } : null;
}

export const textOf = ({ title, game, result, lines, house, own, link }: Card): string =>
  [
    `Estaminet – ${title}`,
    `${game}${"\u2002"}${result}`,
    house.length ? signsOf(house, own) : "",
    ...lines,
    link,
  ]
    .filter(Boolean)
    .join("\n");

const [WIDTH, HEIGHT] = [1200, 630];
const SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif";
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const [WALL, PANEL, EDGE, INK, SOFT, ACCENT, GLOW] = [
  "#ead7b7",
  "#fffaf0",
  "#d9c3a0",
  "#2b1a10",
  "#634a37",
  "#8c2f12",
  "#e09f3e",
];
const MARGIN = 90;
const RADIUS = 11;
const FILLS = { won: GLOW, shared: "#f2d6ab", lost: PANEL };
/** About how wide a letter is, as a part of its height: long lines get smaller letters. */
const LETTER = 0.5;

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

function line(text: string, y: number, size: number, style = ""): string {
  const fitting = Math.min(size, (WIDTH - 2 * MARGIN) / (LETTER * Math.max(1, text.length)));
  return `<text x="${MARGIN}" y="${y}" font-size="${fitting.toFixed(1)}" ${style}>${escape(text)}</text>`;
}

/** The dots as on the page, without numbers. */
function drawDots(house: readonly DealResult[], own: DealResult, bottom: number): string {
  const picture = dotsOf(house, own);
  const across = (column: number) =>
    MARGIN + RADIUS + (column * (WIDTH - 2 * MARGIN - 2 * RADIUS)) / (picture.columns - 1);
  const step = Math.min(2 * RADIUS + 1, 130 / picture.rows);
  const dots = picture.dots.map(
    ({ column, row, share }) =>
      `<circle cx="${across(column).toFixed(1)}" cy="${(bottom - RADIUS - 5 - row * step).toFixed(1)}" r="${RADIUS}" fill="${FILLS[outcomeOf(share)]}" stroke="${INK}" stroke-width="2.5"/>`,
  );
  const at = across(picture.own ?? 0).toFixed(1);
  return `<path d="M${MARGIN} ${bottom}H${WIDTH - MARGIN}" stroke="${SOFT}" stroke-width="3"/>${dots.join("")}<path d="M${at} ${bottom + 4}l15 21-15 21-15-21z" fill="${ACCENT}"/>`;
}

export function drawCard({ title, game, result, lines, house, own }: Card): string {
  const [rank = "", others = ""] = lines;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${WALL}"/>
<rect x="30" y="30" width="${WIDTH - 60}" height="${HEIGHT - 60}" rx="28" fill="${PANEL}" stroke="${EDGE}" stroke-width="3"/>
<g font-family="${SERIF}" fill="${INK}">
${line("Estaminet", 110, 46, 'font-style="italic" font-weight="600"')}
${line(game, 190, 60, 'font-weight="600"')}
${line(result, 310, 62, `font-weight="600" fill="${ACCENT}"`)}
</g>
<g font-family="${SANS}" fill="${SOFT}">
${line(title, 238, 36)}
${house.length ? drawDots(house, own, others && rank ? 455 : 475) : ""}
${line(rank || others, others && rank ? 540 : 556, 36)}
${rank ? line(others, 582, 36) : ""}
</g>
</svg>`;
}

/** The drawing as a PNG. */
export async function paint(drawing: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = addressOf(drawing);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("nothing was painted"))), "image/png"),
  );
}

export const addressOf = (drawing: string): string => `data:image/svg+xml,${encodeURIComponent(drawing)}`;
