// What the house says of the night when it is asked.
import type { LogLine } from "../../../wire/types";
import { typeset } from "../../../words/french";
import type { Language } from "../../../words/language.svelte";
import type { HintWords } from "../../game";
import { withSign } from "../../phrases";
import type { KindWords, LogGaps } from "./lexicon";

/** What stands in the gaps of a reason. */
interface Gaps extends Pick<LogGaps, "who" | "kind" | "guests" | "amount" | "card"> {
  other: string;
  count: number;
}
type Reasons = Record<
  | "wins"
  | "collects"
  | "paid"
  | "less"
  | "guests"
  | "worth"
  | "lures"
  | "denies"
  | "fits"
  | "room"
  | "spread"
  | "card",
  (gaps: Gaps) => string
>;

interface HintLexicon {
  leadText: string;
  unit: (amount: number) => string;
  /** Who goes from which pub to which, in few words; null: home. */
  moved: (count: number, from: string, to: string | null) => string;
  /** Who is welcomed, in few words. */
  hosted: (count: number, at: string, worth: number) => string;
  reasons: Reasons;
}

/** What turns numbers and names into words of this game. */
export interface Gap {
  kind: (furniture: string) => KindWords;
  guests: (letters: string) => string;
  score: (amount: number) => string;
  card: (type: string, furniture: string, isPaying: boolean) => string;
}

const LEXICONS: Record<Language, HintLexicon> = {
  en: {
    leadText: "lead at closing time",
    unit: (amount) => (Math.abs(amount) === 1 ? "mark" : "marks"),
    moved: (count, from, to) =>
      `${count === 1 ? "1 guest" : `${count} guests`} from ${from} → ${to ?? "home"}`,
    hosted: (count, at, worth) => `${count} guests ${at} (${worth})`,
    reasons: {
      wins: () => "The night ends with you in front.",
      collects: ({ amount, who, other }) => `You get ${amount} and a tip; ${who} gets ${other}.`,
      paid: ({ amount }) => `It brings ${amount} more into your till.`,
      less: ({ who, amount }) => `${who} gets ${amount} less.`,
      guests: ({ count, amount }) =>
        `${count === 1 ? "One guest" : `${count} guests`} more in your pub: ${amount} at every collection.`,
      worth: ({ amount }) => `Your guests pay ${amount} more at every collection.`,
      lures: ({ who, amount }) => `It lures guests away from ${who}: ${amount} less at every collection.`,
      denies: ({ who, amount }) => `Otherwise guests worth ${amount} would come to ${who}.`,
      fits: ({ guests, kind, amount }) => `That makes room ${kind.at} for ${guests}, worth ${amount}.`,
      room: ({ count, kind }) => `There is room for ${count} ${kind.at}.`,
      spread: () => "Your guests sit further apart: fewer can be lured away at once.",
      card: ({ card }) => `It gets you the card “${card}”.`,
    },
  },
  fr: typeset<HintLexicon>({
    leadText: "avance à la fermeture",
    unit: (amount) => (Math.abs(amount) < 2 ? "mark" : "marks"),
    moved: (count, from, to) =>
      `${count === 1 ? "1 client" : `${count} clients`} de ${from} → ${to ?? "à la maison"}`,
    hosted: (count, at, worth) => `${count} clients ${at} (${worth})`,
    reasons: {
      wins: () => "La nuit se termine, et vous êtes en tête.",
      collects: ({ amount, who, other }) => `Vous touchez ${amount} et un pourboire ; ${who}, ${other}.`,
      paid: ({ amount }) => `Cela met ${amount} de plus dans votre caisse.`,
      less: ({ who, amount }) => `${who} touche ${amount} de moins.`,
      guests: ({ count, amount }) =>
        `${count === 1 ? "Un client" : `${count} clients`} de plus dans votre pub : ${amount} à chaque encaissement.`,
      worth: ({ amount }) => `Vos clients paient ${amount} de plus à chaque encaissement.`,
      lures: ({ who, amount }) =>
        `Des clients partent de chez ${who} : ${amount} de moins à chaque encaissement.`,
      denies: ({ who, amount }) => `Sinon, des clients iraient chez ${who}, qui valent ${amount}.`,
      fits: ({ guests, kind, amount }) =>
        `Cela fait de la place ${kind.at} pour ${guests}, qui valent ${amount}.`,
      room: ({ count, kind }) =>
        `Il y a ${count === 1 ? "une place libre" : `${count} places libres`} ${kind.at}.`,
      spread: () => "Vos clients sont plus dispersés : on en attire moins à la fois.",
      card: ({ card }) => `Cela vous donne la carte « ${card} ».`,
    },
  }),
  de: {
    leadText: "Vorsprung bei Feierabend",
    unit: () => "Mark",
    moved: (count, from, to) =>
      `${count === 1 ? "1 Gast" : `${count} Gäste`} von ${from} → ${to ?? "nach Hause"}`,
    hosted: (count, at, worth) => `${count} Gäste ${at} (${worth})`,
    reasons: {
      wins: () => "Die Nacht geht zu Ende, und du liegst vorn.",
      collects: ({ amount, who, other }) => `Du bekommst ${amount} und ein Trinkgeld, ${who} ${other}.`,
      paid: ({ amount }) => `Das bringt ${amount} mehr in deine Kasse.`,
      less: ({ who, amount }) => `${who} bekommt ${amount} weniger.`,
      guests: ({ count, amount }) =>
        `${count === 1 ? "Ein Gast" : `${count} Gäste`} mehr in deiner Kneipe: ${amount} bei jedem Kassieren.`,
      worth: ({ amount }) => `Deine Gäste zahlen bei jedem Kassieren ${amount} mehr.`,
      lures: ({ who, amount }) => `Das lockt Gäste von ${who} weg: ${amount} weniger bei jedem Kassieren.`,
      denies: ({ who, amount }) => `Sonst kämen Gäste zu ${who}, die ${amount} wert sind.`,
      fits: ({ guests, kind, amount }) => `Das schafft Platz ${kind.at} für ${guests} im Wert von ${amount}.`,
      room: ({ count, kind }) => `Es ist Platz für ${count} ${kind.at}.`,
      spread: () => "Deine Gäste sitzen verteilter: Weniger lassen sich auf einmal weglocken.",
      card: ({ card }) => `Das bringt dir die Karte „${card}“.`,
    },
  },
};

export function hintIn(
  language: Language,
  gap: Gap,
): Omit<HintWords, "turn"> & Pick<HintLexicon, "moved" | "hosted"> {
  const { leadText, unit, moved, hosted, reasons } = LEXICONS[language];
  return {
    leadText,
    moved,
    hosted,
    lead: (amount) => `${withSign(language, amount)}\u00a0${unit(amount)}`,
    reason: ({ key, arguments: gaps }: LogLine, name) => {
      const say = reasons[key.replace("nuit.reason_", "") as keyof Reasons] as
        Reasons[keyof Reasons] | undefined;
      const furniture = String(gaps["furniture"] ?? "");
      return (
        say?.({
          who: typeof gaps["seat"] === "number" ? name(gaps["seat"]) : "",
          amount: gap.score(Number(gaps["amount"] ?? 0)),
          other: gap.score(Number(gaps["other"] ?? 0)),
          count: Number(gaps["count"] ?? 0),
          kind: gap.kind(furniture),
          guests: gap.guests(String(gaps["guests"] ?? "")),
          card: gap.card(String(gaps["type"] ?? ""), furniture, gaps["payment"] === "paying"),
        }) ?? ""
      );
    },
  };
}
