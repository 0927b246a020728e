// What the house says of the market when it is asked.
import type { LogLine } from "../../../wire/types";
import { de, typeset } from "../../../words/french";
import type { Language } from "../../../words/language.svelte";
import type { HintWords } from "../../game";
import { withSign } from "../../phrases";

/** What stands in the gaps of a reason. */
interface Gaps {
  who: string;
  /** With its unit, the first with a sign. */
  amount: string;
  plain: string;
  other: string;
  line: string;
  cell: string;
  rank: string;
  count: string;
  of: string;
}
type Reasons = Record<
  "earns" | "doubled" | "takes" | "spares" | "spot" | "keeps_stall" | "keeps_secret" | "buyers",
  (gaps: Gaps) => string
>;

interface Lexicon {
  leadText: string;
  unit: (amount: number) => string;
  line: (line: string) => string;
  reasons: Reasons;
}

const ecus = (amount: number, language: Language) =>
  Math.abs(amount) === 1 || (language === "fr" && amount === 0) ? "écu" : "écus";

const LEXICONS: Record<Language, Lexicon> = {
  en: {
    leadText: "lead at the end of the round",
    unit: (amount) => ecus(amount, "en"),
    line: (line) => line.replace("row", "Row").replace("column", "Column"),
    reasons: {
      earns: ({ amount, other }) => `As the square stands, that is ${amount} for you instead of ${other}.`,
      doubled: ({ line, amount }) => `${line} counts double: ${amount} for you.`,
      takes: ({ who, plain }) => `It takes ${plain} from ${who}.`,
      spares: ({ who, plain }) => `Otherwise ${who} would get ${plain} more.`,
      spot: ({ who, rank, cell, amount }) =>
        `It takes ${cell}, where ${who}’s stall of rank ${rank} would be worth ${amount}.`,
      keeps_stall: ({ rank }) => `Your stall of rank ${rank} stays for a better spot.`,
      keeps_secret: () => "Your secret tile stays for later.",
      buyers: ({ count, of }) => `Of the ${of} tiles still hidden, ${count} are buyers.`,
    },
  },
  fr: typeset<Lexicon>({
    leadText: "avance à la fin de la manche",
    unit: (amount) => ecus(amount, "fr"),
    line: (line) => line.replace("row", "Le rang").replace("column", "L’allée"),
    reasons: {
      earns: ({ amount, other }) => `En l’état de la place, cela vous fait ${amount} au lieu de ${other}.`,
      doubled: ({ line, amount }) => `${line} compte double : ${amount} pour vous.`,
      takes: ({ who, plain }) => `Cela prend ${plain} à ${who}.`,
      spares: ({ who, plain }) => `Sinon, ${who} recevrait ${plain} de plus.`,
      spot: ({ who, rank, cell, amount }) =>
        `Vous prenez la case ${cell}, où l’échoppe ${rank} ${de(who)} vaudrait ${amount}.`,
      keeps_stall: ({ rank }) => `Votre échoppe ${rank} reste pour une meilleure case.`,
      keeps_secret: () => "Votre tuile secrète reste pour plus tard.",
      buyers: ({ count, of }) => `Sur les ${of} tuiles encore cachées, ${count} sont des acheteurs.`,
    },
  }),
  de: {
    leadText: "Vorsprung am Ende der Runde",
    unit: () => "Heller",
    line: (line) => line.replace("row", "Reihe").replace("column", "Gasse"),
    reasons: {
      earns: ({ amount, other }) =>
        `So wie der Marktplatz jetzt steht, sind das ${amount} für dich statt ${other}.`,
      doubled: ({ line, amount }) => `${line} zählt doppelt: ${amount} für dich.`,
      takes: ({ who, plain }) => `Das nimmt ${who} ${plain}.`,
      spares: ({ who, plain }) => `Sonst bekäme ${who} ${plain} mehr.`,
      spot: ({ who, rank, cell, amount }) =>
        `Du besetzt ${cell}, wo ein Stand vom Rang ${rank} für ${who} ${amount} wert wäre.`,
      keeps_stall: ({ rank }) => `Dein Stand vom Rang ${rank} bleibt für ein besseres Feld.`,
      keeps_secret: () => "Dein geheimes Plättchen bleibt für später.",
      buyers: ({ count, of }) => `Von den ${of} Plättchen, die noch verdeckt sind, sind ${count} Käufer.`,
    },
  },
};

export function hintIn(language: Language): HintWords {
  const { leadText, unit, line, reasons } = LEXICONS[language];
  const lead = (amount: number) => `${withSign(language, amount)}\u00a0${unit(amount)}`;
  return {
    leadText,
    lead,
    reason: ({ key, arguments: gaps }: LogLine, name) => {
      const say = reasons[key.replace("poule.reason_", "") as keyof Reasons] as
        Reasons[keyof Reasons] | undefined;
      const amount = Number(gaps["amount"] ?? 0);
      return (
        say?.({
          who: typeof gaps["seat"] === "number" ? name(gaps["seat"]) : "",
          amount: lead(amount),
          plain: `${amount}\u00a0${unit(amount)}`,
          other: withSign(language, Number(gaps["other"] ?? 0)),
          line: line(String(gaps["line"] ?? "")),
          cell: String(gaps["cell"] ?? ""),
          rank: String(gaps["rank"] ?? ""),
          count: String(gaps["count"] ?? ""),
          of: String(gaps["of"] ?? ""),
        }) ?? ""
      );
    },
  };
}
