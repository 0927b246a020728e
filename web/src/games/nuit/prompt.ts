// What is wanted from the viewer now, without words: every language makes its own sentence of it.
import { effectsOf } from "../effects";
import { isInVain, type Effects } from "./forecast";
import {
  isKind,
  listGuests,
  narrow,
  type ActionCardState,
  type Colour,
  type Kind,
  type NuitView,
} from "./pieces";
import { readPicked } from "./plans";
import type { AnyView } from "../../wire/types";

export type Way = "equip" | "host" | "cash" | "pass";
export type Prompt =
  | { what: "put"; tile: Kind; left: number }
  | { what: "first"; ways: Way[]; isLast: boolean }
  | { what: "equip"; tile: Kind }
  | { what: "seat"; colour: Colour; kind: Kind; left: number; isOnly: boolean; isVisit: boolean }
  | { what: "group"; guests: Colour[]; kind: Kind; isOnly: boolean; isVisit: boolean }
  | { what: "card"; cards: number; isInVain: boolean }
  | { what: "which"; guests: Colour[]; kind: Kind }
  | { what: "from"; card: ActionCardState }
  | { what: "to"; guests: Colour[]; kind: Kind }
  | { what: "take"; isStackOnly: boolean }
  | { what: "over" };

const WAYS: readonly Way[] = ["equip", "host", "cash", "pass"];
const kindOf = (text: string | null | undefined): Kind => (text && isKind(text) ? text : "table");

/** Whether the guests who wait can only be seated in ways that look the same. */
export const isOneWay = (view: NuitView): boolean =>
  view.board.stage === "seat" && view.legal.some((text) => effectsOf<Effects>(view, text)?.is_forced);

export function promptOf(anyView: AnyView, picked: readonly string[]): Prompt {
  const view = narrow(anyView);
  const { board, legal } = view;
  const me = view.to_move ?? 0;
  if (board.stage === "put") {
    const tiles = board.start_tiles[me] ?? [];
    return { what: "put", tile: kindOf(tiles[0]), left: tiles.length - 1 };
  }
  if (board.stage === "first") {
    const tile = picked.find((target) => target.startsWith("tile:"));
    if (tile) return { what: "equip", tile: kindOf(board.open_tiles[Number(tile.slice(5))]) };
    const ways = WAYS.filter((way) => legal.some((text) => text.split(" ")[0] === way));
    return { what: "first", ways, isLast: board.stacks.cash === 1 };
  }
  if (board.stage === "seat" && board.group) {
    const { furniture, guests, pub } = board.group;
    const waiting = listGuests(guests);
    const shared = { kind: kindOf(furniture), isOnly: isOneWay(view), isVisit: pub !== board.turn };
    if (furniture === "foosball" || furniture === "billiards")
      return { what: "group", guests: waiting, ...shared };
    return { what: "seat", colour: waiting[0] ?? "yellow", left: waiting.length - 1, ...shared };
  }
  if (board.stage === "card") {
    const { card, source } = readPicked(view, picked);
    const left = board.pubs[source?.pub ?? 0]?.spaces.find((each) => each.space === source?.space);
    if (left) {
      const who = { guests: listGuests(left.guests), kind: kindOf(left.tile) };
      return { what: card ? "to" : "which", ...who };
    }
    if (card) return { what: "from", card };
    return { what: "card", cards: legal.length, isInVain: legal.every((text) => isInVain(view, text)) };
  }
  if (board.stage === "from" && board.card) return { what: "from", card: board.card };
  if (board.stage === "to" && board.leaving) {
    const { pub, space } = board.leaving;
    const left = board.pubs[pub]?.spaces.find((each) => each.space === space);
    return { what: "to", guests: listGuests(left?.guests ?? {}), kind: kindOf(left?.tile) };
  }
  if (board.stage === "take")
    return { what: "take", isStackOnly: legal.every((text) => text === "take stack") };
  return { what: "over" };
}
