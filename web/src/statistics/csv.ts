// Games as a table for a spreadsheet: one line a game, the names of the columns first.
import { accuracyOf, luckOf } from "../review/account";
import type { PlayedGame } from "../wire";

/** What a spreadsheet would take for a formula, also behind white space or in the forms of East Asia. */
const FORMULA = /^\s*[=+\-@＝＋－＠|%]|^[\t\r\n]/;
/** Spreadsheets know by it that the file is in UTF-8. */
const MARK = "\uFEFF";

const writeText = (text: string): string =>
  `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

const writeNumber = (value: number | null | undefined, digits = 0): string =>
  value === null || value === undefined || !Number.isFinite(value) ? "" : String(+value.toFixed(digits));

const COLUMNS: Record<string, (game: PlayedGame, addressOf: (table: string) => string) => string> = {
  ended: ({ touched }) => writeText(new Date(touched).toISOString()),
  game: ({ game }) => writeText(game),
  players: ({ players }) => writeNumber(players),
  seat: ({ seat }) => writeNumber(seat + 1),
  result: ({ share }) => writeText(share === null ? "none" : share === 1 ? "won" : share ? "shared" : "lost"),
  share: ({ share }) => writeNumber(share, 3),
  reason: ({ reason }) => writeText(reason ?? ""),
  points: ({ score }) => writeNumber(score, 3),
  best_other: ({ best_other }) => writeNumber(best_other, 3),
  opponents: ({ opponents }) =>
    writeText(opponents.map(({ name, level }) => name || (level ?? "")).join("; ")),
  practice: ({ is_practice }) => writeNumber(Number(is_practice)),
  hinted: ({ hinted }) => writeNumber(hinted),
  decisions: ({ review }) => writeNumber(review?.decisions),
  average_loss: ({ review }) => writeNumber(review && 100 * review.loss, 3),
  accuracy: ({ review }) => writeNumber(review && accuracyOf([review.account]), 2),
  luck: ({ review }) => writeNumber(review && 100 * luckOf(review.account), 2),
  address: ({ table }, addressOf) => writeText(addressOf(table)),
};

/** The first game first, as a spreadsheet is read. `addressOf` says where a table is found. */
export function writeCsv(games: readonly PlayedGame[], addressOf: (table: string) => string): string {
  const lines = [...games].reverse().map((game) =>
    Object.values(COLUMNS)
      .map((write) => write(game, addressOf))
      .join(","),
  );
  return `${MARK}${[Object.keys(COLUMNS).join(","), ...lines].join("\r\n")}\r\n`;
}
