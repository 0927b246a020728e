// Turns what the server says into gaps of sentences, the same way for every language.
import type { AnyView } from "../../../wire/types";
import type { Language } from "../../../words/language.svelte";
import type { GameWords } from "../../game";
import { capital, either, hintFrom, sayLine } from "../../phrases";
import { splitTarget } from "../../target";
import { boardOf, signed, type Tile } from "../market";
import de from "./de";
import en, { type Lexicon } from "./en";
import fr from "./fr";
import { numberIn } from "./parts";

export type Labels = Lexicon["labels"];
export const labels: Record<Language, Labels> = { fr: fr.labels, en: en.labels, de: de.labels };

/** Whoever has drawn a tile puts it down next, and then the log names it again. */
const RETOLD: readonly string[] = ["poule.draw"];
/** What everybody got for a round matters little once it is over: the accounts tell it. */
const MINOR: readonly string[] = ["poule.gain"];

/** What the row and the column of an empty cell are worth, as far as fires let them reach it. */
function around(view: AnyView, cell: string): [row: string, column: string] {
  const values = boardOf(view).segments.filter((segment) => segment.cells.includes(cell));
  return [signed(values[0]?.value ?? 0), signed(values[1]?.value ?? 0)];
}

function wordsFrom(language: Language, lexicon: Lexicon): GameWords {
  const { score, prompt: prompts, action: acts, target: targets, hint } = lexicon;
  const valued = (name: string, value: number) =>
    value ? `${lexicon.tile(name)} ${signed(value)}` : lexicon.tile(name);
  const withValue = (text: string, { value }: Tile) => (value ? `${text}, ${signed(value)}` : text);
  const wanted = (tile: Tile | null) => (tile ? withValue(lexicon.tile(tile.name), tile) : lexicon.someTile);

  return {
    options: lexicon.options,
    rules: lexicon.rules,
    score,
    prompt: (view, picked) => {
      const board = boardOf(view);
      const isForced = view.legal.length === 1;
      if (board.stage === "place") return (isForced ? prompts.lastCell : prompts.place)(wanted(board.drawn));
      const [kind, rank] = splitTarget(picked[0] ?? "");
      if (kind === "rank") return prompts.rank(rank);
      if (kind === "secret") return prompts.secret(wanted(board.secret));
      const can = new Set(view.legal.map((text) => text.split(" ")[0] ?? ""));
      const { stall, draw, secret, secretToo } = prompts.ways;
      const all = { stall, draw, secret: can.has("draw") ? secretToo : secret };
      const ways = Object.entries(all).flatMap(([kind, way]) => (can.has(kind) ? way : []));
      if (ways.length < 2) return ways[0] ? prompts.only(ways[0]) : prompts.pass;
      return `${capital(either(language, ways))}.`;
    },
    action: ({ kind, targets }, view) => {
      const { drawn } = boardOf(view);
      const cell = splitTarget(targets.at(-1) ?? "")[1];
      if (kind === "stall") return acts.stall(splitTarget(targets[0] ?? "")[1], cell);
      if (kind === "draw") return acts.draw;
      if (kind === "place")
        return acts.place(drawn ? valued(drawn.name, drawn.value) : lexicon.someTile, cell);
      return kind === "secret" ? acts.secret(cell) : acts.pass;
    },
    logLine: (line, name) => {
      const text = sayLine(line, name, {
        prefix: "poule.",
        sentences: lexicon.logLines,
        fill: (gaps, who) => {
          const number = (gap: string) => Number(gaps[gap] ?? 0);
          return {
            who,
            rank: String(gaps["rank"]),
            cell: String(gaps["cell"]),
            round: String(gaps["round"]),
            tile: valued(String(gaps["tile"]), number("value")),
            amount: score(Math.abs(number("amount"))),
            isLoss: number("amount") < 0,
            money: numberIn(language, number("money")),
            total: score(number("money")),
          };
        },
      });
      return text ?? line.key;
    },
    retold: RETOLD,
    minor: MINOR,
    held: "poule.round_paid",
    change: ({ amount }, name) =>
      name === null
        ? lexicon.forYou(`${amount > 0 ? "+" : ""}${score(amount)}`)
        : `${name} ${signed(amount)}`.trim(),
    brief: (lines) =>
      lines.flatMap(({ key, arguments: gaps }) => {
        const cell = String(gaps["cell"]);
        if (key === "poule.stall") return lexicon.brief.stall(String(gaps["rank"]), cell);
        if (key !== "poule.place" && key !== "poule.secret") return [];
        return lexicon.brief.tile(valued(String(gaps["tile"]), Number(gaps["value"] ?? 0)), cell);
      }),
    target: (target, view) => {
      const board = boardOf(view);
      const [kind, which] = splitTarget(target);
      if (kind === "cell") return targets.cell(which, ...around(view, which));
      if (kind === "rank") return targets.rank(which, board.stalls[view.to_move ?? 0]?.[which] ?? 0);
      if (kind === "stack") return targets.stack(board.stack);
      const { secret } = board;
      return targets.secret(secret ? withValue(lexicon.alone(secret.name), secret) : "");
    },
    hint: hintFrom(language, "poule.reason_", hint, (gaps, who) => {
      const amount = Number(gaps["amount"] ?? 0);
      return {
        who,
        amount: `${numberIn(language, amount)}\u00a0${hint.unit(amount)}`,
        line: hint.line(String(gaps["line"] ?? "")),
        rank: String(gaps["rank"] ?? ""),
      };
    }),
  };
}

export const words = { fr: wordsFrom("fr", fr), en: wordsFrom("en", en), de: wordsFrom("de", de) };
