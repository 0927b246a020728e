// Fewer taps: what goes without saying is not asked for. A card that can do one thing does it when it is touched; cards are
// swapped by touching the discards once and then card after card.
import type { Action, AnyView } from "../../wire/types";
import { effectsOn } from "./effects";
import { cardOf, whomOf } from "./prompt";
import { narrow } from "./street";

export function shorten(legal: Action[], view: AnyView): Action[] {
  const isSwap = narrow(view).board.turn.mode === "swap";
  // What ends the game cannot be taken back.
  const isLast = (action: Action) => (effectsOn(view, action)?.winners ?? null) !== null;
  const waysOf = (card: string) =>
    legal.filter(({ kind, targets }) => kind !== "discard" && targets[0] === card);
  return legal.flatMap((action): Action[] => {
    const [card = ""] = action.targets;
    if (!card.startsWith("card:")) return [action];
    const isOnly = waysOf(card).length === 1;
    if (action.kind !== "discard")
      return [isOnly && !isLast(action) ? { ...action, targets: [card] } : action];
    if (isSwap) return [{ ...action, targets: [card] }];
    const swap = { ...action, targets: ["discards", card] };
    return isOnly && !waysOf(card).some(isLast) ? [swap] : [swap, action];
  });
}

/** The same actions with all of their targets: a dragged card can be dropped on any of them. */
export function unfold(legal: Action[]): Action[] {
  const whole = legal.map((action) => {
    const card = cardOf(action.text);
    if (!card) return action;
    const whom = whomOf(action.text);
    const place =
      action.kind === "discard" ? "discards" : `figure${/court|we/.test(whom) ? "s" : ""}:${whom}`;
    return { ...action, targets: [`card:${card}`, place] };
  });
  return [...new Map(whole.map((action) => [action.text, action])).values()];
}
