// Who everybody in the street is, and what a card does, for whoever asks.
import type { AnyView } from "../../../wire/types";
import type { Language } from "../../../words/language.svelte";
import type { About, Explanations, Player } from "../../game";
import { splitTarget } from "../../target";
import { CLUBS } from "../art/figures";
import { colourOf, isFigure, isKind, narrow, type FigureName, type Kind } from "../street";
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

function about(of: string, view: AnyView, _: readonly Player[], language: Language): About | null {
  const { board } = narrow(view);
  const [text, words] = [texts[language], all[language]];
  const [kind, name] = splitTarget(of);
  if (kind === "figure" && isFigure(name))
    return { name: words.target(of, view), text: text.people[name], rule: RULES[name] };
  if (kind === "card" && isKind(name)) {
    return {
      name: words.cards[name],
      text: `${words.effects[name]} ${text.colours[colourOf(name)]}`,
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
