// What can be pointed at on this board, and which actions follow from it, one after the other. A card of one's own is only
// lifted: it is played together with what it does, so that nobody shows a secret card by mistake.
import type { Action } from "../../wire/types";
import { forecastSteps, isInVain, listWalks, type Said } from "./forecast";
import {
  isForGroup,
  listGuests,
  spaceName,
  sumGuests,
  VALUES,
  type ActionCardState,
  type NuitView,
} from "./pieces";

/** An action of this board: `steps` are the actions of the game that it stands for. */
export interface Plan extends Action {
  steps: string[];
  /** What each of them will do, where they come from a hint. */
  said?: Said;
  /** Whether it throws a card away though another one would do something: nobody does that by mistake. */
  isWaste?: boolean;
}

/** Who waits on the doorstep: touching them seats all. */
export const STEP_TARGET = "step";

/** What a space of a pub is called among targets: `2:i5`. */
export const SPACE = /^\d+:/;

/** The action that plays a card of the hand of whoever is to move. */
export function playOf({ board, to_move }: NuitView, card: ActionCardState): string {
  return `card ${board.hands[to_move ?? 0]?.findIndex((each) => each?.card === card)}`;
}

/** Everybody's spaces that a card of the hand can empty. */
export function listSources(view: NuitView, card: ActionCardState): { pub: number; space: string }[] {
  const sources = listWalks(view, [playOf(view, card)]).map(({ pub, space }) => ({ pub, space }));
  return [...new Map(sources.map((each) => [spaceName(each.pub, each.space), each])).values()];
}

/** Which of the viewer's cards is meant, and who gets up, as far as that has been pointed at. */
export function readPicked(view: NuitView, picked: readonly string[]) {
  const hand = view.board.hands[view.to_move ?? 0] ?? [];
  const [pub, space] = picked.find((target) => SPACE.test(target))?.split(":") ?? [];
  const source = space ? { pub: Number(pub), space } : null;
  const slot = picked.find((target) => target.startsWith("hand:"))?.slice(5);
  const cards = hand.flatMap((each) => each?.card ?? []);
  const fitting = cards.filter((card) =>
    listSources(view, card).some((each) => each.pub === source?.pub && each.space === source.space),
  );
  const card = slot === undefined ? (fitting.length === 1 ? fitting[0] : null) : hand[Number(slot)]?.card;
  return { card: card ?? null, source };
}

/** A sensible place for everybody who waits, in the order in which they sit down: apart from each other, so that nobody lures all away at once. */
export function proposeSeats({ board }: NuitView): string[] {
  const { group } = board;
  if (!group || isForGroup(group.furniture)) return [];
  const spaces = (board.pubs[group.pub]?.spaces ?? [])
    .filter((each) => each.tile === group.furniture)
    .map(({ space, free, guests }) => ({ space, free, worth: sumGuests(guests) }));
  // The dearest choose first, then everybody sits down in the order of the rules.
  const seats = listGuests(group.guests)
    .reverse()
    .flatMap((colour) => {
      const [best] = spaces.filter((each) => each.free > 0).sort((one, other) => one.worth - other.worth);
      if (!best) return [];
      best.free -= 1;
      best.worth += VALUES[colour];
      return best.space;
    });
  return seats.reverse();
}

const plan = (targets: string[], ...steps: string[]): Plan => ({
  targets,
  steps,
  text: steps.join(", "),
  kind: steps.at(-1)?.split(" ")[0] ?? "",
});

/** What a card of the hand can do: the targets after the card, and the actions after `card`. */
function listMoves(
  view: NuitView,
  card: ActionCardState,
): { source: string; targets: string[]; steps: string[] }[] {
  return listWalks(view, [playOf(view, card)]).map(({ pub, space, furniture }) => ({
    source: spaceName(pub, space),
    targets: card.type === "to" ? [] : [`kind:${furniture}`],
    steps: [`from ${pub} ${space}`, ...(card.type === "to" ? [] : [`to ${furniture}`])],
  }));
}

/** Card first, or guests first: then the card goes without saying where only one of them moves these. */
function planCards(view: NuitView, legal: readonly Action[]): Plan[] {
  const me = view.to_move ?? 0;
  const moves = legal.flatMap(({ text, targets: [hand = ""] }) => {
    const card = view.board.hands[me]?.[Number(text.split(" ")[1])]?.card;
    return card ? [{ text, hand, moves: listMoves(view, card) }] : [];
  });
  const isAnyUseful = moves.some(({ moves: own }) => own.length);
  return moves.flatMap(({ text, hand, moves: own }) => {
    if (!own.length) return [{ ...plan([hand], text), isWaste: isAnyUseful && isInVain(view, text) }];
    return own.flatMap(({ source, targets, steps }) => {
      const isShared = moves.some(
        (each) => each.hand !== hand && each.moves.some((one) => one.source === source),
      );
      return [
        plan([hand, source, ...targets], text, ...steps),
        plan([source, ...(isShared ? [hand] : []), ...targets], text, ...steps),
      ];
    });
  });
}

/** An action with the target that stands for it on this board. */
export function pointAt(action: Action): Action {
  const [pub, space] = action.targets;
  return pub?.startsWith("pub:") && space
    ? { ...action, targets: [spaceName(Number(pub.slice(4)), space.slice(6))] }
    : action;
}

export function listPlans(view: NuitView, legal: readonly Action[]): Plan[] {
  const me = view.to_move ?? 0;
  if (view.board.stage === "card") return planCards(view, legal);
  const plans = legal
    .filter((action) => action.targets.length)
    .map((action) => {
      const [first = "", second = ""] = action.targets;
      const space = action.targets.at(-1)?.startsWith("space:") ? action.targets.at(-1)?.slice(6) : undefined;
      if (space === undefined) return plan([...action.targets], action.text);
      if (first.startsWith("pub:")) return plan([spaceName(Number(first.slice(4)), space)], action.text);
      return plan([...(second ? [first] : []), spaceName(me, space)], action.text);
    });
  const seats = legal.length > 1 ? proposeSeats(view) : [];
  return seats.length > 1 ? [...plans, plan([STEP_TARGET], ...seats.map((each) => `seat ${each}`))] : plans;
}

/** Where cards are dropped: a whole pub, and the viewer's own hand. */
export const pubTarget = (seat: number): string => `pub:${seat}`;
export const HAND_TARGET = "hand";

/** The same with a place for everything: what a touch does at once can also be carried there. */
export function listDrops(view: NuitView, plans: readonly Plan[]): Plan[] {
  const home = pubTarget(view.to_move ?? 0);
  return plans.flatMap((each): Plan[] => {
    const [first = "", ...more] = each.targets;
    const to = (...targets: string[]) => [{ ...each, targets }];
    if (more.length) return [each];
    if (each.kind === "host" || each.kind === "cash") return to(first, home);
    if (each.kind === "take") return to(first, HAND_TARGET);
    if (each.kind === "put" || each.kind === "seat")
      return first === STEP_TARGET ? [] : to(STEP_TARGET, first);
    const walk = forecastSteps(view, each.steps);
    return walk?.isTaken ? to(first, pubTarget(walk.stops.at(-1) ?? 0)) : [];
  });
}
