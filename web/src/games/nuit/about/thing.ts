// What lies where somebody points at in the night.
import type { AnyView } from "../../../wire/types";
import { splitTarget } from "../../target";
import {
  COLOURS,
  isKind,
  narrow,
  type ActionCardState,
  type Colour,
  type GuestCardState,
  type Kind,
} from "../pieces";

export type Thing =
  | { what: "furniture"; kind: Kind }
  | { what: "guest"; colour: Colour }
  | { what: "guest card"; card: GuestCardState }
  /** `card` is null for one that the viewer does not know; `owner` has it in hand, known to all or not. */
  | { what: "action card"; card: ActionCardState | null; owner?: number; isKnown?: boolean }
  | { what: "pub" | "till" | "guests"; seat: number }
  | { what: "tonight"; fact: string }
  | { what: "stack" | "cash" | "nothing" };

/** `2:i5`, `tile:0`, `kind:bar`, `guest:red`, `guest_card:1`, `action_card:0`, `hand:1`, `held:2.0`, `till:2`, `tonight:cash` and more. */
export function thingAt(of: string, view: AnyView): Thing {
  const { board, seat } = narrow(view);
  const [kind, name] = splitTarget(of);
  const furniture = (tile: string | null | undefined): Thing =>
    tile && isKind(tile) ? { what: "furniture", kind: tile } : { what: "nothing" };
  const held = (owner: number, slot: number): Thing => {
    const card = board.hands[owner]?.[slot];
    return card ? { what: "action card", card: card.card, owner, isKnown: card.known } : { what: "nothing" };
  };
  switch (kind) {
    case "tile":
      return furniture(board.open_tiles[Number(name)]);
    case "kind":
      return furniture(name);
    case "guest":
      return COLOURS.some((colour) => colour === name)
        ? { what: "guest", colour: name as Colour }
        : { what: "nothing" };
    case "guest_card": {
      const card = board.open_guests[Number(name)];
      return card ? { what: "guest card", card } : { what: "nothing" };
    }
    case "action_card": {
      const card = board.open_actions[Number(name)];
      return card ? { what: "action card", card } : { what: "nothing" };
    }
    case "played":
      return board.card ? { what: "action card", card: board.card } : { what: "nothing" };
    case "hand":
      return held(seat ?? 0, Number(name));
    case "held": {
      const [owner, slot] = name.split(".").map(Number);
      return held(owner ?? 0, slot ?? 0);
    }
    case "action_stack":
      return { what: "stack" };
    case "cash":
      return { what: "cash" };
    case "pub":
    case "till":
    case "guests":
      return { what: kind, seat: Number(name) };
    case "tonight":
      return { what: "tonight", fact: name };
    default: {
      const pub = board.pubs[Number(kind || NaN)];
      return furniture(pub?.spaces.find((each) => each.space === name)?.tile);
    }
  }
}
