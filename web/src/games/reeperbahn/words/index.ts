// Turns what the server says into gaps of sentences, the same way for every language.
import type { Action, AnyView } from "../../../wire/types";
import type { Language } from "../../../words/language.svelte";
import type { GameWords } from "../../game";
import { capital, hintFrom, percentage, sayLine } from "../../phrases";
import { splitTarget } from "../../target";
import { endOf } from "../effects";
import { promptOf, cardOf, drawsOf, whomOf, type Whom } from "../prompt";
import { colourOf, isFigure, isKind, narrow, numberOf, type Kind } from "../street";
import de from "./de";
import en, { type Lexicon } from "./en";
import fr from "./fr";
import type { End } from "./parts";

export type Labels = Lexicon["labels"];
/** What matters little once a turn is over. */
const MINOR: readonly string[] = ["discard", "end", "draw"].map((key) => `reeperbahn.${key}`);

/** The cards that a line of the log spends, where it does not name them. */
const SPENT: Record<string, Kind[]> = {
  "reeperbahn.lilli": ["lilli"],
  "reeperbahn.court": ["lilli", "lilli"],
  "reeperbahn.guards": ["guard2"],
  "reeperbahn.flank": ["flank"],
};

export interface ReeperbahnWords
  extends GameWords, Pick<Lexicon, "subjects" | "cards" | "effects" | "labels"> {}

/** The words of this game, for its own pieces of the page. */
export const narrowWords = (words: GameWords): ReeperbahnWords => words as ReeperbahnWords;

function wordsFrom(language: Language, lexicon: Lexicon): ReeperbahnWords {
  const { subjects, objects, cards, effects, action: acts, target: targets } = lexicon;
  const isWhom = (text: string): text is Whom => text in subjects;
  const subject = (text: unknown) => (typeof text === "string" && isWhom(text) ? subjects[text] : "");
  const object = (text: unknown) => (typeof text === "string" && isWhom(text) ? objects[text] : "");

  const action = ({ text }: Action, view: AnyView): string => {
    const { board, to_move } = narrow(view);
    const [verb = ""] = text.split(" ");
    if (verb === "end") {
      const winner = endOf(view);
      const result =
        winner === null || winner === "draw" ? winner : winner === to_move ? "victory" : "defeat";
      return acts.end(drawsOf(view), board.pull[to_move ?? 0] ?? 0, result);
    }
    const whom = whomOf(text);
    if (verb === "charm") return acts.charm(whom);
    const kind = cardOf(text);
    if (!kind) return text;
    if (verb === "discard") return acts.discard(cards[kind]);
    const steps = whom === "we" && verb !== "flank" ? 1 : numberOf(kind);
    const move = acts.move(whom, steps);
    return verb.startsWith("joker") ? acts.joker([cards[kind]], move) : move;
  };

  /** Cards that move the same figure one after the other are one way, cards that are swapped one swap. */
  const turn = (actions: readonly Action[], view: AnyView): string => {
    const parts: { key: string; steps: number; names: string[]; text: string }[] = [];
    for (const each of actions) {
      const verb = each.text.split(" ")[0] ?? "";
      if (verb === "end" && actions.length > 1) continue;
      const kind = cardOf(each.text);
      const whom = whomOf(each.text);
      const steps = kind && isFigure(whom) ? numberOf(kind) : 0;
      const isSwap = verb === "discard" && kind !== null;
      const isJoker = verb.startsWith("joker");
      const key = isSwap ? verb : steps ? `${isJoker} ${whom}` : each.text;
      const last = parts.at(-1);
      const part = last?.key === key ? last : { key, steps: 0, names: [], text: "" };
      if (part !== last) parts.push(part);
      part.steps += steps;
      part.names.push(kind ? cards[kind] : "");
      const times = part.names.length > 1 ? `${part.names.length} × ` : "";
      if (isSwap) part.text = acts.discard(part.names.join(", "));
      else if (isJoker) part.text = acts.joker(part.names, acts.move(whom, part.steps));
      else part.text = steps ? acts.move(whom, part.steps) : `${times}${action(each, view)}`;
    }
    return parts.map(({ text }) => text).join(`${lexicon.semicolon} `);
  };

  const hint = hintFrom(language, "reeperbahn.reason_", lexicon.hint, (gaps, who) => {
    const number = (gap: string) => Number(gaps[gap] ?? 0);
    return {
      who,
      by: String(gaps["by"]) as End,
      figure: subject(gaps["figure"] ?? gaps["by"]),
      count: number("amount"),
      now: percentage(language, number("this") / 100),
      other: percentage(language, number("other") / 100),
    };
  });

  return {
    options: lexicon.options,
    rules: lexicon.rules,
    score: lexicon.score,
    subjects,
    cards,
    effects,
    labels: lexicon.labels,
    minor: MINOR,
    implied: ["reeperbahn.end"],
    change: ({ key, amount }) => lexicon.came(subject(key), Math.abs(amount), amount > 0),
    brief: (lines) => {
      const { cards, charm, swap, charly } = lexicon.brief;
      const spent = (isSwap: boolean): Kind[] =>
        lines.flatMap(({ key, arguments: { card } }) => {
          if ((key === "reeperbahn.discard") !== isSwap) return [];
          return SPENT[key] ?? (typeof card === "string" && isKind(card) ? [card] : []);
        });
      const [played, swapped] = [spent(false), spent(true)];
      return [
        ...played.slice(0, 1).map((kind) => cards(played.length, colourOf(kind))),
        ...(swapped.length ? [swap(swapped.length)] : []),
        ...lines.flatMap(({ key, arguments: gaps }) => {
          if (key === "reeperbahn.charm") return charm;
          return key === "reeperbahn.charly" ? charly(Number(gaps["steps"])) : [];
        }),
      ];
    },
    prompt: (view, picked) => lexicon.prompt(promptOf(view, picked)),
    action,
    hint: { ...hint, turn },
    target: (target, view) => {
      const { board } = narrow(view);
      const [what, name] = splitTarget(target);
      if (what === "card" && isKind(name)) {
        return targets.card(cards[name], board.hand?.[name] ?? 0, effects[name]);
      }
      if (what === "figure") return targets.figure(capital(subject(name)), board.figures[name] ?? 0);
      if (what === "figures") return capital(subject(name));
      return targets.discards(Object.values(board.discards).reduce((sum, count) => sum + count, 0));
    },
    logLine: (line, name) => {
      const text = sayLine(line, name, {
        prefix: "reeperbahn.",
        sentences: lexicon.logLines,
        fill: (gaps, who) => {
          const number = (gap: string) => Number(gaps[gap] ?? 0);
          const card = String(gaps["card"] ?? "");
          const kind: Kind = isKind(card) ? card : "lilli";
          const whom = gaps["figure"] ?? gaps["guard"];
          return {
            who,
            card: cards[kind],
            kind,
            figure: subject(whom),
            object: object(whom),
            square: number("square"),
            w: number("w"),
            lilli: number("lilli"),
            e: number("e"),
            count: number("count"),
            stack: number("stack"),
            steps: number("steps"),
            by: String(gaps["by"]) as End,
          };
        },
      });
      return text === null ? line.key : capital(text);
    },
  };
}

export const words = { fr: wordsFrom("fr", fr), en: wordsFrom("en", en), de: wordsFrom("de", de) };
