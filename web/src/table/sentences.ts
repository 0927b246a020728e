// What happened at a table, in the words of its game.
import type { GameWords, Player } from "../games/game";
import { percentage } from "../games/phrases";
import type { LogLine, TableEvent, TurningPoint } from "../wire";
import { speech } from "../words";
import type { Ending } from "./ending";

export type Said = Pick<TableEvent, "lines" | "text" | "seat">;

/** An action in words; empty if there is nothing to say of it. */
export function describeMove(event: Said, words: GameWords, nameOf: (seat: number) => string): string {
  const isImplied = ({ key }: LogLine) => event.lines.length > 1 && words.implied?.includes(key);
  const said = event.lines.flatMap((line) => (isImplied(line) ? [] : words.logLine(line, nameOf) || []));
  if (said.length) return said.join(" ");
  return event.text && event.seat !== null ? (words.unlogged?.(event.text, nameOf(event.seat)) ?? "") : "";
}

/** Whether the next action of the same player tells it again: something was begun. */
export const isHalf = ({ lines }: Said, words: GameWords): boolean =>
  lines.length > 0 && lines.every(({ key }) => words.retold?.includes(key));

/** Whether it matters little once a turn is over. */
export const isMinor = ({ lines }: Said, words: GameWords): boolean =>
  lines.length > 0 && lines.every(({ key }) => words.minor?.includes(key));

/** A sentence that begins with a name, without it: where it is said already who that was. */
export const withoutName = (sentence: string, name: string): string =>
  sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;

/** The same moves, with one line at the last of several that are told together. */
function joinLines<Move extends Said>(moves: readonly Move[], { join }: GameWords): readonly Move[] {
  if (!join) return moves;
  const joined = [...moves];
  joined.forEach((move, at) => {
    const next = joined[at + 1];
    const [line, ...rest] = move.lines;
    const [first, ...more] = next?.lines ?? [];
    const both = line && first && !rest.length && next?.seat === move.seat ? join(line, first) : null;
    if (!both || !next) return;
    joined[at] = { ...move, lines: [], text: "" };
    joined[at + 1] = { ...next, lines: [both, ...more] };
  });
  return joined;
}

/** Moves in words, in their order: empty where there is nothing to say, or where the next move tells it again. */
export function describeMoves<Move extends Said>(
  all: readonly Move[],
  words: GameWords,
  nameOf: (seat: number, move: Move) => string,
): string[] {
  const moves = joinLines(all, words);
  const isRetold = (move: Said, next: Said | undefined) =>
    next?.seat === move.seat && next.lines.length > 0 && isHalf(move, words);
  return moves.map((move, at) =>
    isRetold(move, moves[at + 1]) ? "" : describeMove(move, words, (seat) => nameOf(seat, move)),
  );
}

/** What was done, without what the board counts after it. */
export function beforePaid(lines: readonly LogLine[], { held }: Pick<GameWords, "held">): LogLine[] {
  const paid = lines.findIndex(({ key }) => key === held);
  return lines.slice(0, paid < 0 ? lines.length : paid);
}

/** What was done, then line by line how a round was paid for it. */
export function splitPaid<Move extends Said>(move: Move, words: Pick<GameWords, "held">): Move[] {
  const lines = beforePaid(move.lines, words);
  const paid = move.lines.slice(lines.length).map((line) => ({ ...move, lines: [line] }));
  return paid.length && !lines.length ? paid : [{ ...move, lines }, ...paid];
}

/** Events up to one that the board is counting: of that one, what was done. */
export function withoutPay(events: readonly TableEvent[], words: Pick<GameWords, "held">): TableEvent[] {
  const last = events.findLastIndex(({ kind }) => kind === "moved");
  return events.map((event, at) =>
    at === last ? { ...event, lines: beforePaid(event.lines, words) } : event,
  );
}

/** How well somebody of the house plays, and in which style; empty for a person. */
export const tellStyle = (player: Player | undefined): string =>
  player?.character
    ? `${player.name}${player.level ? ` (${player.level})` : ""}${speech.colon} ${speech.words.characters[player.character]}.`
    : "";

/** How a game ended, in one sentence. */
export function tellEnding(
  { kind, winners, margin }: Ending,
  players: readonly Player[],
  gameWords: GameWords,
): string {
  const { end } = speech.words;
  const by = margin === null ? "" : gameWords.score(margin);
  const names = winners.map((seat) => players[seat]?.name ?? "");
  const list = new Intl.ListFormat(speech.language).format(names);
  if (kind === "youWin") return by ? end.youWinBy(by) : end.youWin;
  if (kind === "youShare") return end.youShare(list);
  if (kind === "youLose") return by ? end.youLoseBy(by) : end.youLose;
  if (kind === "wins" && names.length > 1) return end.win(list);
  if (kind === "wins") return by ? end.winsBy(list, by) : end.wins(list);
  return end[kind];
}

/** How a text begins. */
export const firstSentence = (text: string): string => text.replace(/(?<=[.!]) .*$/, "");

/** A sentence without its full stop, where another goes on with it. */
export const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "");

/**
 * What happened where a game turned: a draw alone; a decision in the words of the next action, if those tell it again;
 * what matters little once a turn is over by what the turn did before.
 */
function whatTurned(
  { ply, cause }: TurningPoint,
  moves: readonly Said[],
  words: GameWords,
  nameOf: (seat: number) => string,
): string {
  const move = moves[ply];
  const alone = move && cause === "draw" ? describeMove(move, words, nameOf) : "";
  if (alone) return alone;
  const said = describeMoves(moves, words, nameOf);
  if (move && isMinor(move, words)) {
    const others = moves.slice(0, ply).findLastIndex(({ seat }) => seat !== move.seat);
    const deeds = said.filter((_, at) => at > others && at < ply && !isMinor(moves[at]!, words));
    if (deeds.some(Boolean)) return deeds.filter(Boolean).join(" ");
  }
  return said.slice(ply).find(Boolean) ?? "";
}

/**
 * Where a game turned, by what, and how the chances changed; then the same with no more than how it began. Empty if nothing is
 * known of it. `moves` are all of the game.
 */
export function tellTurningPoint(
  point: TurningPoint,
  moves: readonly Said[],
  gameWords: GameWords,
  nameOf: (seat: number) => string,
  isYours: boolean,
): string[] {
  const { seat, before, after, cause } = point;
  const what = whatTurned(point, moves, gameWords, nameOf);
  if (!what) return [];
  const words = speech.words.end;
  const [from, to] = [percentage(speech.language, before), percentage(speech.language, after)];
  const rose = after > before;
  const whose = isYours ? words.yourChances(from, to, rose) : words.chancesOf(nameOf(seat), from, to, rose);
  return [what, firstSentence(what)].map((said) => words.turned[cause](said, whose));
}
