// What the others did since one's own turn, as the card tells it: a row a turn, in their order.
import type { GameFace, GameWords } from "../games/game";
import type { Change } from "../games/since";
import { capital } from "../games/phrases";
import type { TableEvent } from "../wire";
import { speech } from "../words";
import type { SeenTurn } from "./history.svelte";
import { describeMoves, isMinor, withoutName } from "./sentences";
import type { Turn } from "./turns";

export interface Row {
  turn: SeenTurn;
  name: string;
  /** The number of its frames on the board; null if each change has its own there. */
  order: number | null;
  changes: { text: string; order: number | null; isOwn: boolean; isLoss: boolean }[];
  /** What it was, as far as it matters. */
  sentences: string[];
  /** How that begins: the first thing that was done. */
  deed: string;
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
  return turns.map((turn, at) => {
    const number = turn.snapshots.at(-1)?.number ?? 0;
    const name = nameAt(turn.seat, number);
    const made = moves[at]?.moves ?? [];
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
      order: changes.some(({ order }) => order) ? null : at + 1,
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
    };
  });
}

/** The same in a line: what it changed for the viewer first, then what was done, and what that changed for the others. */
export function summarize({ name, changes, sentences }: Row): string {
  const textsOf = (isOwn: boolean) =>
    changes
      .filter((change) => change.isOwn === isOwn)
      .map(({ text }) => text)
      .join(", ");
  const [own, others] = [textsOf(true), textsOf(false)];
  const done = `${name} ${sentences.join(" ")}`;
  return `${own && `${capital(own)} – `}${others ? done.replace(/[.!]?$/, (end) => ` (${others})${end}`) : done}`;
}

/**
 * What they changed, by whose turn, in ever fewer words: all of it, what concerns the viewer, and that without names; the last
 * sentence of a turn that changed nothing.
 */
export function outlines(rows: readonly Row[]): string[] {
  const tell = (isOwn: boolean, isNamed: boolean) =>
    rows
      .flatMap(({ name, changes }) => {
        const texts = changes.flatMap((change) => (isOwn && !change.isOwn ? [] : [change.text])).join(", ");
        return texts ? [isNamed ? `${name}${speech.colon} ${texts}` : texts] : [];
      })
      .join(" · ");
  const told = [tell(false, true), tell(true, true), capital(tell(true, false))].filter(Boolean);
  // Where nothing has changed, what was done last says more than nothing.
  const [only, ...more] = rows;
  const last = only && !more.length && only.sentences.length > 1 ? only.sentences.at(-1) : undefined;
  return !told.length && last ? [last] : told;
}
