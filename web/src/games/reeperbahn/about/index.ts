// Who everybody in the street is, and what a card does, for whoever asks.
import type { AnyView } from "../../../wire/types";
import type { Language } from "../../../words/language.svelte";
import type { About, Explanations, Player } from "../../game";
import { splitTarget } from "../../target";
import { CLUBS } from "../art/figures";
import { cardOf } from "../prompt";
import { colourOf, isFigure, isKind, narrow, type Colour, type FigureName, type Kind } from "../street";
import { words as all } from "../words";
import Portrait from "./Portrait.svelte";
import texts from "./words";

const RULES: Record<FigureName, string> = {
  lilli: "R4.3",
  w: "R4.5",
  e: "R4.5",
  hans: "R5.1",
  lola: "R4.8",
  charly: "R7.1",
};

function ruleOf(kind: Kind): string {
  if (kind === "lilli") return "R4.4";
  if (kind === "flank") return "R4.6";
  return colourOf(kind) === "grey" ? "R4.5" : "R4.7";
}

/** Why a card of whoever is to move cannot be played now; empty if it can. */
function whyNot(kind: Kind, view: AnyView, language: Language): string {
  const { legal, seat, to_move, board } = narrow(view);
  const { turn, hand } = board;
  if (seat !== to_move || !hand?.[kind]) return "";
  if (legal.some((text) => cardOf(text) === kind && !text.startsWith("discard"))) return "";
  const text = texts[language];
  if (turn.mode === "swap") return legal.includes(`discard ${kind}`) ? "" : text.idle.swap;
  if (turn.mode === "cards" && turn.colour !== colourOf(kind)) return text.idle[turn.colour as Colour];
  const meaning = turn.red_means as keyof (typeof all)["en"]["labels"]["red"] | null;
  if (colourOf(kind) === "red" && meaning && meaning !== "lola") return all[language].labels.red[meaning];
  return text.idle.whole;
}

function about(of: string, view: AnyView, _: readonly Player[], language: Language): About | null {
  const { board } = narrow(view);
  const [text, words] = [texts[language], all[language]];
  const [kind, name] = splitTarget(of);
  if (kind === "figure" && isFigure(name))
    return { name: words.target(of, view), text: text.people[name], rule: RULES[name] };
  if (kind === "card" && isKind(name)) {
    return {
      name: words.cards[name],
      text: `${words.effects[name]} ${whyNot(name, view, language) || text.colours[colourOf(name)]}`,
      left: text.unseen(board.unseen[name] ?? 0),
      rule: ruleOf(name),
    };
  }
  switch (kind) {
    case "stack":
      return {
        name: words.labels.stack,
        text: text.stack,
        left: words.labels.cards(board.stack),
        rule: "R6.2",
      };
    case "discards":
      return { name: words.labels.discards, text: text.discards, rule: "R6.1" };
    case "club": {
      const seat = Number(name);
      return { name: CLUBS[seat] ?? "", text: text.club(seat === (view.seat ?? 0)), seat, rule: "R8.1" };
    }
    case "pull":
      return { name: text.pullName, text: text.pull, rule: "R7.1" };
    case "street":
      return { name: text.streetName, text: text.street, rule: "R1.1" };
    default:
      return null;
  }
}

const explanations: Explanations = { Portrait, about };
export default explanations;
