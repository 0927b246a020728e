// The events of a table, in the words of its game.
import type { GameWords, Player } from "../games/game";
import { percentage } from "../games/phrases";
import type { LogLine, TableEvent, TurningPoint } from "../wire";
import { speech } from "../words";
import type { Ending } from "./ending";

export type Said = Pick<TableEvent, "lines" | "text" | "seat">;

/** An action in words; empty if it needs none. */
export function describeMove(event: Said, words: GameWords, nameOf: (seat: number) => string): string {
  const isImplied = ({ key }: LogLine) => event.lines.length > 1 && words.implied?.includes(key);
  const said = event.lines.flatMap((line) => (isImplied(line) ? [] : words.logLine(line, nameOf) || []));
  if (said.length) return said.join(" ");
  return event.text && event.seat !== null ? (words.unlogged?.(event.text, nameOf(event.seat)) ?? "") : "";
}

/** Whether the player's next action tells it again: a first half. */
export const isHalf = ({ lines }: Said, words: GameWords): boolean =>
  lines.length > 0 && lines.every(({ key }) => words.retold?.includes(key));

/** Whether it is minor once a turn is over. */
export const isMinor = ({ lines }: Said, words: GameWords): boolean =>
  lines.length > 0 && lines.every(({ key }) => words.minor?.includes(key));

/** A sentence without the name at its start, where the name is given already. */
export const withoutName = (sentence: string, name: string): string =>
  sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;

/** The same moves, with lines told together joined at the last one. */
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

/** Moves in words, in order: empty where there is nothing to say, or where the next move repeats it. */
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

/** The action's lines, without the payout after it. */
export function beforePaid(lines: readonly LogLine[], { held }: Pick<GameWords, "held">): LogLine[] {
  const paid = lines.findIndex(({ key }) => key === held);
  return lines.slice(0, paid < 0 ? lines.length : paid);
}

/** The action, then the payout of the round line by line. */
export function splitPaid<Move extends Said>(move: Move, words: Pick<GameWords, "held">): Move[] {
  const lines = beforePaid(move.lines, words);
  const paid = move.lines.slice(lines.length).map((line) => ({ ...move, lines: [line] }));
  return paid.length && !lines.length ? paid : [{ ...move, lines }, ...paid];
}

/** Events up to the one that the board counts, that one without its payout. */
export function withoutPay(events: readonly TableEvent[], words: Pick<GameWords, "held">): TableEvent[] {
  const last = events.findLastIndex(({ kind }) => kind === "moved");
  return events.map((event, at) =>
    at === last ? { ...event, lines: beforePaid(event.lines, words) } : event,
  );
}

/** The level and style of a house player; empty for a person. */
export const tellStyle = (player: Player | undefined): string =>
  player?.character
    ? `${player.name}${player.level ? ` (${player.level})` : ""}${speech.colon} ${speech.words.characters[player.character]}.`
    : "";

/** A game's ending in one sentence. */
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

/** The first part. */
export const firstSentence = (text: string): string => text.replace(/(?<=[.!]) .*$/, "");

/** A sentence without its full stop, where another follows. */
export const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "");

/**
 * The event at a turning point: a draw alone; a decision in the words of the next action, if those repeat it;
 * a minor one with the turn's earlier actions.
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
 * The turning point of a game, its cause, and the change of chances; then a version with only its beginning.
 * Empty if unknown. `moves` are all moves of the game.
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
