// What the house says of the street when it is asked.
import type { LogLine } from "../../../wire/types";
import { de, typeset } from "../../../words/french";
import type { Language } from "../../../words/language.svelte";
import type { HintWords } from "../../game";
import { percentage, withSign } from "../../phrases";

/** What stands in the gaps of a reason; squares and cards are how many more than with the other turn. */
interface Gaps {
  who: string;
  by: "lilli" | "charly" | "stack";
  squares: number;
  square: number;
  count: number;
  colour: "green" | "grey" | "yellow" | "red";
  percent: string;
  other: string;
}
type Reasons = Record<
  | "wins"
  | "danger"
  | "lilli"
  | "charly"
  | "pull"
  | "their_pull"
  | "jokers"
  | "their_jokers"
  | "keeps"
  | "draws",
  (gaps: Gaps) => string
>;

interface Lexicon {
  leadText: string;
  unit: (amount: number) => string;
  reasons: Reasons;
}

const squaresEn = (count: number) => (count === 1 ? "one square" : `${count} squares`);
const squaresFr = (count: number) => (count === 1 ? "d’une case" : `de ${count} cases`);
const squaresDe = (count: number) => (count === 1 ? "ein Feld" : `${count} Felder`);
const FRENCH = { green: "vertes", grey: "grises", yellow: "jaunes", red: "rouges" };
const GERMAN = { green: "grünen", grey: "grauen", yellow: "gelben", red: "roten" };

const LEXICONS: Record<Language, Lexicon> = {
  en: {
    leadText: "how far Lilli and Charly come over to your side",
    unit: (amount) => (Math.abs(amount) === 1 ? "square" : "squares"),
    reasons: {
      wins: ({ by }) =>
        ({
          lilli: "It wins: Brilli-Lilli steps onto your entrance.",
          charly: "It wins: Charly reaches your entrance.",
          stack: "It wins: the last card is drawn, and the street leans towards you.",
        })[by],
      danger: ({ who, percent, other }) =>
        `Otherwise ${who} can win in the next turn, at ${percent}; like this, at ${other}.`,
      lilli: ({ squares, square }) =>
        `Like this, Lilli comes ${squaresEn(squares)} further towards you, to ${square}.`,
      charly: ({ squares, square }) =>
        `Like this, Charly comes ${squaresEn(squares)} further towards you, to ${square}.`,
      pull: ({ squares }) => `Charly comes ${squaresEn(squares)} further with each of your turns.`,
      their_pull: ({ who, squares }) => `Charly follows ${who} ${squaresEn(squares)} less each turn.`,
      jokers: () => "Lola stands where your red cards are jokers.",
      their_jokers: ({ who }) => `${who}’s red cards are no jokers any more.`,
      keeps: ({ colour }) => `Your ${colour} cards stay for later.`,
      draws: ({ count }) => (count === 1 ? "You draw one card more." : `You draw ${count} cards more.`),
    },
  },
  fr: typeset<Lexicon>({
    leadText: "de combien Lilli et Charly viennent de votre côté",
    unit: (amount) => (Math.abs(amount) < 2 ? "case" : "cases"),
    reasons: {
      wins: ({ by }) =>
        ({
          lilli: "C’est gagné : Brilli-Lilli arrive à votre entrée.",
          charly: "C’est gagné : Charly arrive à votre entrée.",
          stack: "C’est gagné : la dernière carte est piochée, et la rue penche de votre côté.",
        })[by],
      danger: ({ who, percent, other }) =>
        `Sinon, ${who} peut gagner au prochain tour, à ${percent} ; ainsi, à ${other}.`,
      lilli: ({ squares, square }) =>
        `Lilli se rapproche de vous ${squaresFr(squares)} de plus : case ${square}.`,
      charly: ({ squares, square }) =>
        `Charly se rapproche de vous ${squaresFr(squares)} de plus : case ${square}.`,
      pull: ({ squares }) => `À chacun de vos tours, Charly avance ${squaresFr(squares)} de plus.`,
      their_pull: ({ who, squares }) =>
        `À chaque tour ${de(who)}, Charly avance ${squaresFr(squares)} de moins.`,
      jokers: () => "Là où se tient Lola, vos cartes rouges sont des jokers.",
      their_jokers: ({ who }) => `Les cartes rouges ${de(who)} ne sont plus des jokers.`,
      keeps: ({ colour }) => `Vos cartes ${FRENCH[colour]} restent pour plus tard.`,
      draws: ({ count }) =>
        count === 1 ? "Vous piochez une carte de plus." : `Vous piochez ${count} cartes de plus.`,
    },
  }),
  de: {
    leadText: "wie weit Lilli und Charly auf deine Seite kommen",
    unit: (amount) => (Math.abs(amount) === 1 ? "Feld" : "Felder"),
    reasons: {
      wins: ({ by }) =>
        ({
          lilli: "Das gewinnt: Brilli-Lilli betritt deinen Eingang.",
          charly: "Das gewinnt: Charly erreicht deinen Eingang.",
          stack: "Das gewinnt: Die letzte Karte wird gezogen, und die Straße neigt sich zu dir.",
        })[by],
      danger: ({ who, percent, other }) =>
        `Sonst kann ${who} im nächsten Zug gewinnen, zu ${percent}; so nur zu ${other}.`,
      lilli: ({ squares, square }) => `So kommt Lilli ${squaresDe(squares)} weiter zu dir, auf ${square}.`,
      charly: ({ squares, square }) => `So kommt Charly ${squaresDe(squares)} weiter zu dir, auf ${square}.`,
      pull: ({ squares }) => `Charly kommt in jedem deiner Züge ${squaresDe(squares)} weiter.`,
      their_pull: ({ who, squares }) => `Charly folgt ${who} in jedem Zug ${squaresDe(squares)} weniger.`,
      jokers: () => "Lola steht so, dass deine roten Karten Joker sind.",
      their_jokers: ({ who }) => `Die roten Karten von ${who} sind keine Joker mehr.`,
      keeps: ({ colour }) => `Deine ${GERMAN[colour]} Karten bleiben für später.`,
      draws: ({ count }) => (count === 1 ? "Du ziehst eine Karte mehr." : `Du ziehst ${count} Karten mehr.`),
    },
  },
};

export function hintIn(language: Language): Omit<HintWords, "turn"> {
  const { leadText, unit, reasons } = LEXICONS[language];
  return {
    leadText,
    lead: (amount) => `${withSign(language, amount)}\u00a0${unit(amount)}`,
    reason: ({ key, arguments: gaps }: LogLine, name) => {
      const say = reasons[key.replace("reeperbahn.reason_", "") as keyof Reasons] as
        Reasons[keyof Reasons] | undefined;
      const number = (gap: string) => Number(gaps[gap] ?? 0);
      return (
        say?.({
          who: typeof gaps["seat"] === "number" ? name(gaps["seat"]) : "",
          by: String(gaps["by"]) as Gaps["by"],
          squares: number("squares"),
          square: number("square"),
          count: number("count"),
          colour: String(gaps["colour"]) as Gaps["colour"],
          percent: percentage(language, number("percent") / 100),
          other: percentage(language, number("other") / 100),
        }) ?? ""
      );
    },
  };
}
