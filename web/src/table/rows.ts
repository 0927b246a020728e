// The others' moves since the viewer's turn, as the card shows them: a row per turn, in order.
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
  /**
   * The number of its frames on the board; null if each change has its own, or if a round has ended since.
   */
  order: number | null;
  changes: { text: string; order: number | null; isOwn: boolean; isLoss: boolean }[];
  /** Its sentences, without minor ones. */
  sentences: string[];
  /** The first sentence: the first action. */
  deed: string;
  /** The parts in as few words as possible; empty if the game has none. */
  brief: string[];
  /** Whether it ended a round: another has begun since. */
  endsRound: boolean;
  /** The start of the next round, or empty. */
  nextRound: string;
}

interface Teller {
  face: Pick<GameFace, "changes">;
  words: GameWords;
  viewer: number | null;
  nameAt: (seat: number, number: number) => string;
}

/** `moves` are the moves of the same turns. */
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
    // The payout was counted in public, and the log has it.
    const made = all.map((event) => ({ ...event, lines: beforePaid(event.lines, words) }));
    const begun = all.flatMap(({ lines }) => lines).find(({ key }) => key.endsWith(BEGINS));
    const said = describeMoves(made, words, (seat, event) => nameAt(seat, event.number));
    const isAll = made.every((event) => isMinor(event, words));
    const changes = (viewer !== null && face.changes?.(turn, viewer)) || [];
    const isOwn = (change: Change) => change.seat === viewer;
    const rank = (change: Change) =>
      isOwn(change) ? (change.amount < 0 ? 0 : 1) : change.seat === turn.seat ? 2 : 3;
    // The row names its player already, unless another comes between.
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

/** A sentence, with its changes in brackets. */
const within = (text: string, more: string): string =>
  text && more ? text.replace(/[.!]?$/, (end) => ` (${more})${end}`) : text || more;

/** The row in a line: its actions, and the changes, the viewer's first. */
export const summarize = ({ name, changes, sentences }: Row): string =>
  within(`${name} ${sentences.join(" ")}`, changes.map(({ text }) => text).join(", "));

/** The first of several words, with a `…`. */
const shorten = ([first = "", ...more]: readonly string[]): string => (more.length ? `${first}…` : first);

/** How many of the last turns get a few words, if not all fit. */
const LAST = [3, 2];

/**
 * The same turns in ever fewer words: actions, with the viewer's changes; one word each; the first word, with
 * the viewer's losses. Without such words, or if all of that is too long, the changes alone.
 */
export function outlines(all: readonly Row[]): string[] {
  // A finished round was counted in public.
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
    // Where each change has a number on the board, the changes tell the actions.
    ...(rows.every(({ changes }) => changes.some(({ order }) => order)) ? [...own, plain] : [plain, ...own]),
    // The last actions are better than nothing.
    ...LAST.map((count) => latest(({ brief }) => brief.join(", "), count)),
    ...LAST.map((count) => latest(({ brief }) => shorten(brief), count)),
    rows.length === 1 && !rows[0]?.changes.length ? (rows[0]?.sentences.at(-1) ?? "") : "",
  ];
  return [...new Set(told.filter(Boolean))];
}
