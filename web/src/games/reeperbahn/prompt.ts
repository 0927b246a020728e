// What is wanted from the viewer now, as facts: the languages make sentences of it.
import type { AnyView } from "../../wire/types";
import { splitTarget } from "../target";
import { HAND, isKind, narrow, type Colour, type FigureName, type Kind } from "./street";

/** Whoever an action moves; `guard` is either of the two. */
export type Whom = FigureName | "court" | "we" | "guard";
export type Meaning = "lola" | "green" | "grey" | "yellow";

export type Prompt =
  | { stage: "fresh"; canPlay: boolean; canCharm: boolean }
  | { stage: "card"; kind: Kind; whom: Whom[]; canSwap: boolean }
  | { stage: "charm" }
  | { stage: "more"; colour: Colour; meaning: Meaning | null; isPossible: boolean }
  | { stage: "swap"; isFirst: boolean; isPossible: boolean };

/** Whom an action moves: `guard2 we`, `joker3 hans`, `court`. */
export function whomOf(text: string): Whom {
  const [verb = "", whom = ""] = text.split(" ");
  if (whom) return whom as Whom;
  return verb === "flank" ? "we" : (verb.replace(/\d$/, "") as Whom);
}

/** The card that an action spends; null for a charm and the end of a turn. */
export function cardOf(text: string): Kind | null {
  const [verb = "", what = ""] = text.split(" ");
  const kind =
    verb === "discard"
      ? what
      : verb === "court"
        ? "lilli"
        : verb.startsWith("joker")
          ? `lola${verb.at(-1)}`
          : verb;
  return isKind(kind) ? kind : null;
}

/** Both guards become one word: either of them. */
function gather(whom: Whom[]): Whom[] {
  if (!whom.includes("w") || !whom.includes("e")) return whom;
  return whom.filter((each) => each !== "e").map((each) => (each === "w" ? "guard" : each));
}

export function promptOf(view: AnyView, picked: readonly string[]): Prompt {
  const { turn } = narrow(view).board;
  const [what, name] = splitTarget(picked[0] ?? "");
  const verb = (text: string) => text.split(" ")[0] ?? "";
  const acts = view.legal.filter((text) => !["discard", "end", "charm"].includes(verb(text)));
  const canSwap = view.legal.some((text) => verb(text) === "discard");
  // In such a turn nothing else can be done with a card.
  if (turn.mode === "swap" || what === "discards") {
    return { stage: "swap", isFirst: turn.mode !== "swap", isPossible: canSwap };
  }
  if (what === "card" && isKind(name)) {
    return {
      stage: "card",
      kind: name,
      whom: gather(acts.filter((text) => cardOf(text) === name).map(whomOf)),
      canSwap: view.legal.includes(`discard ${name}`),
    };
  }
  if (what === "figure") return { stage: "charm" };
  if (turn.mode === "cards") {
    return {
      stage: "more",
      colour: turn.colour as Colour,
      meaning: turn.red_means as Meaning | null,
      isPossible: acts.length > 0,
    };
  }
  return {
    stage: "fresh",
    canPlay: acts.length > 0,
    canCharm: view.legal.some((text) => verb(text) === "charm"),
  };
}

/** How many cards whoever moves would draw now. */
export function drawsOf(view: AnyView): number {
  return HAND - (narrow(view).board.hand_sizes[view.to_move ?? 0] ?? HAND);
}
