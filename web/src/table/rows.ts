// What the others did since one's own turn, as the card tells it: a row a turn, in their order.
import type { GameFace, GameWords } from "../games/game";
import type { Change } from "../games/since";
import { capital } from "../games/phrases";
import type { TableEvent } from "../wire";
import { speech } from "../words";
import type { SeenTurn } from "./history.svelte";
import { beforePaid, describeMoves, isMinor, withoutName } from "./sentences";
import { BEGINS, endsRound, type Turn } from "./turns";

export interface Row {
  turn: SeenTurn;
  name: string;
  /** The number of its frames on the board; null if each change has its own there, or if a round has ended since. */
  order: number | null;
  changes: { text: string; order: number | null; isOwn: boolean; isLoss: boolean }[];
  /** What it was, as far as it matters. */
  sentences: string[];
  /** How that begins: the first thing that was done. */
  deed: string;
  /** The same part by part, in as few words as can be; empty if the game has none. */
  brief: string[];
  /** Whether a round ended with it: another one has begun since. */
  endsRound: boolean;
  /** How that one began; empty if no round ended. */
  nextRound: string;
}

interface Teller {
  face: Pick<GameFace, "changes">;
  words: GameWords;
  viewer: number | null;
  nameAt: (seat: number, number: number) => string;
}

/** `moves` has the moves of the same turns. */
export function rowsOf(
  turns: readonly SeenTurn[],
  moves: readonly Turn<TableEvent>[],
  { face, words, viewer, nameAt }: Teller,
): Row[] {
  const ended = moves.findLastIndex(({ moves: made }) => made.some(endsRound));
  return turns.map((turn, at) => {
    const number = turn.snapshots.at(-1)?.number ?? 0;
    const name = nameAt(turn.seat, number);
    const all = moves[at]?.moves ?? [];
    // How a round was paid was counted for all to see, and the log tells it.
    const made = all.map((event) => ({ ...event, lines: beforePaid(event.lines, words) }));
    const begun = all.flatMap(({ lines }) => lines).find(({ key }) => key.endsWith(BEGINS));
    const said = describeMoves(made, words, (seat, event) => nameAt(seat, event.number));
    const isAll = made.every((event) => isMinor(event, words));
    const changes = (viewer !== null && face.changes?.(turn, viewer)) || [];
    const isOwn = (change: Change) => change.seat === viewer;
    const rank = (change: Change) =>
      isOwn(change) ? (change.amount < 0 ? 0 : 1) : change.seat === turn.seat ? 2 : 3;
    // Whose turn it was is said already, unless somebody else comes between.
    const isFirst = !changes.some(isOwn);
    const nameOf = ({ seat }: Change) =>
      seat === viewer ? null : seat === turn.seat && isFirst ? "" : nameAt(seat, number);
    const sentences = said
      .filter((sentence, index) => sentence && (isAll || !isMinor(made[index] as TableEvent, words)))
      .map((sentence, index) => (index ? sentence : withoutName(sentence, name)));
    const deeds = made.flatMap(({ lines }) =>
      lines.map((line) => withoutName(words.logLine(line, (seat) => nameAt(seat, number)) ?? "", name)),
    );
    return {
      turn,
      name,
      order: at <= ended || changes.some(({ order }) => order) ? null : at - ended,
      changes: [...changes]
        .sort((one, other) => rank(one) - rank(other))
        .map((change) => ({
          text: words.change?.(change, nameOf(change)) ?? "",
          order: change.order ?? null,
          isOwn: isOwn(change),
          isLoss: isOwn(change) && change.amount < 0,
        })),
      sentences,
      deed: deeds.find((deed) => deed && sentences[0]?.startsWith(deed)) ?? sentences[0] ?? "",
      brief: words.brief?.(made.flatMap(({ lines }) => lines)) ?? [],
      endsRound: all.some(endsRound),
      nextRound: (begun && words.logLine(begun, (seat) => nameAt(seat, number))) ?? "",
    };
  });
}

/** A sentence, and in brackets what it changed. */
const within = (text: string, more: string): string =>
  text && more ? text.replace(/[.!]?$/, (end) => ` (${more})${end}`) : text || more;

/** The same in a line: what was done, and what that changed, for the viewer first. */
export const summarize = ({ name, changes, sentences }: Row): string =>
  within(`${name} ${sentences.join(" ")}`, changes.map(({ text }) => text).join(", "));

/** The first of several words, as what it is. */
const shorten = ([first = "", ...more]: readonly string[]): string => (more.length ? `${first}…` : first);

/** Of so many turns there may be room for a few words, where there is none for all of them. */
const LAST = [3, 2];

/**
 * The same of all turns in ever fewer words: what was done, and what that changed for the viewer; in a word each; the first of
 * it, with what the viewer lost. Where a game has no such words, and where all that is too long, what was changed alone.
 */
export function outlines(all: readonly Row[]): string[] {
  // A round that is over was counted for all to see.
  const current = all.slice(all.findLastIndex((row) => row.endsRound) + 1);
  const rows = current.length ? current : all.slice(-1);
  type Told = Row["changes"][number];
  const isOwn = (change: Told) => change.isOwn;
  const isLoss = (change: Told) => change.isLoss;
  const textsOf = ({ changes }: Row, isMeant: (change: Told) => boolean) =>
    changes.flatMap((change) => (isMeant(change) ? [change.text] : [])).join(", ");
  const named = (tell: (row: Row) => string) =>
    rows.flatMap((row) => (tell(row) ? [`${row.name}${speech.colon} ${tell(row)}`] : [])).join(" · ");
  const acted = (tell: (row: Row) => string, of = rows) =>
    of.flatMap((row) => (tell(row) ? [`${row.name} ${tell(row)}`] : [])).join(" · ");
  const hasBrief = rows.some(({ brief }) => brief.length);
  const plain = acted(({ brief }) => brief.join(", "));
  const own = [
    named((row) => textsOf(row, isOwn)),
    capital(rows.flatMap((row) => textsOf(row, isOwn) || []).join(" · ")),
  ];
  const latest = (tell: (row: Row) => string, count: number) =>
    hasBrief && rows.length > count ? `… ${acted(tell, rows.slice(-count))}` : "";
  const told = [
    rows.map((row) => within(`${row.name} ${row.sentences.join(" ")}`, textsOf(row, isOwn))).join(" "),
    ...(hasBrief
      ? [
          acted((row) => within(row.brief.join(", "), textsOf(row, isOwn))),
          acted((row) => within(shorten(row.brief), textsOf(row, isLoss))),
        ]
      : [named((row) => textsOf(row, () => true))]),
    // Where each change has a number on the board, what was changed says what was done.
    ...(rows.every(({ changes }) => changes.some(({ order }) => order)) ? [...own, plain] : [plain, ...own]),
    // What was done last says more than nothing.
    ...LAST.map((count) => latest(({ brief }) => brief.join(", "), count)),
    ...LAST.map((count) => latest(({ brief }) => shorten(brief), count)),
    rows.length === 1 && !rows[0]?.changes.length ? (rows[0]?.sentences.at(-1) ?? "") : "",
  ];
  return [...new Set(told.filter(Boolean))];
}
