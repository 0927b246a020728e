"""Why an action is not allowed now. Whether it is allowed, only the rules say."""

from estaminet.engine.game import Action, Refusal
from estaminet.engine.jit.layout import unpack
from estaminet.engine.kernel import Known
from estaminet.games.nuit import rules
from estaminet.games.nuit.components import FURNITURE, GUEST_CARDS, INSIDE, KINDS, MIDDLE, SPACES

WANTED = {
    rules.PUTTING: Refusal("N2.3", "the start tiles are placed first."),
    rules.FIRST_ACTION: Refusal("N4", "a turn begins with its first action: equip, host or cash."),
    rules.SEATING: Refusal("N6.1", "the guests who wait are seated first."),
    rules.PLAYING_CARD: Refusal("N5.2", "the second action follows: an action card is played."),
    rules.NAMING_TILE: Refusal("N5.2", "the tile that empties is named now."),
    rules.NAMING_KIND: Refusal("N5.2", "the kind of furniture that the guests look for is named now."),
    rules.TAKING: Refusal("N5.6", "the hand is refilled first."),
    rules.OVER: Refusal("N7.3", "the game is over."),
}
STAGE_OF = {
    "put": rules.PUTTING,
    "equip": rules.FIRST_ACTION,
    "host": rules.FIRST_ACTION,
    "cash": rules.FIRST_ACTION,
    "pass": rules.FIRST_ACTION,
    "seat": rules.SEATING,
    "card": rules.PLAYING_CARD,
    "from": rules.NAMING_TILE,
    "to": rules.NAMING_KIND,
    "take": rules.TAKING,
}


def explain(known: Known, seat: int, action: Action) -> Refusal:
    """The rule that an action of this seat, found illegal, breaks."""
    state = unpack(known, rules.State)
    stage = int(state.stage)
    if STAGE_OF[action.kind] != stage:
        return WANTED[stage]
    targets = action.parts
    space = SPACES.index(targets["space"]) if "space" in targets else rules.NONE
    if action.kind == "put":
        return explain_tile(state, seat, next(kind for kind in state.start_tiles[seat].tolist() if kind >= 0), space)
    if action.kind == "equip":
        kind = int(state.rows[rules.TILES, int(targets["tile"])])
        if kind == rules.NONE:
            return Refusal("N2.5", f"no tile lies in slot {targets['tile']}.")
        return explain_tile(state, seat, kind, space)
    if action.kind == "host":
        return explain_host(state, int(targets["guest_card"]))
    if action.kind == "cash":
        who = "your pub has" if state.sitting[seat] == 0 else "the other pubs have"
        return Refusal("N4.3", f"{who} no guest.")
    if action.kind == "pass":
        return Refusal("N4.4", "another first action is possible.")
    if action.kind == "card":
        return Refusal("N5.6", f"hand slot {targets['hand']} is empty.")
    if action.kind == "from":
        return explain_leaving(state, int(targets["pub"]), space)
    if action.kind == "to":
        return Refusal("N5.2", f"the guests leave a {targets['kind']} tile and look for another kind.")
    if action.kind == "seat":
        return explain_seat(state, seat, space)
    if "action_card" not in targets:
        return Refusal("N5.6", "the stack of action cards is empty.")
    if state.draws_from_stack:
        return Refusal("N8", "action cards come from the stack only, none lies open.")
    return Refusal("N2.5", f"no action card lies in slot {targets['action_card']}.")


def explain_tile(state: rules.State, seat: int, kind: int, space: int) -> Refusal:
    """N3: why a tile cannot be placed here."""
    if (kind == rules.TERRACE) != (space >= INSIDE):
        where = "on the terrace only" if kind == rules.TERRACE else "inside only"
        return Refusal("N3.1", f"a {KINDS[kind]} tile is placed {where}.")
    if state.tiles[seat, space] != rules.NONE:
        return Refusal("N3.1", f"space {SPACES[space]} has a tile already.")
    if space == MIDDLE and not rules.NEIGHBOURS[MIDDLE] & int(state.of_kind[seat, rules.BAR]):
        return Refusal("N3.2", "a bar begins at a wall, not in the middle of the room.")
    return Refusal("N3.2", "a bar has at most 3 tiles.")


def explain_host(state: rules.State, slot: int) -> Refusal:
    """N4.2: why a guest card cannot be taken."""
    card = int(state.rows[rules.GUEST_CARDS, slot])
    if card == rules.NONE:
        return Refusal("N2.5", f"no guest card lies in slot {slot}.")
    kind = GUEST_CARDS[card].kind
    number = sum(GUEST_CARDS[card].guests)
    if FURNITURE[kind].is_for_a_group:
        return Refusal("N4.2", f"your pub has no empty {KINDS[kind]} table.")
    free = int(state.free_seats[state.turn, kind])
    return Refusal("N4.2", f"the {number} guests do not fit: your pub has {free} free {KINDS[kind]} seats.")


def explain_leaving(state: rules.State, pub: int, space: int) -> Refusal:
    """N5.2: why this tile cannot empty."""
    if pub >= state.players:
        return Refusal("N5.2", f"nobody sits at seat {pub}.")
    kind = int(state.tiles[pub, space])
    if kind == rules.NONE:
        return Refusal("N5.2", f"space {SPACES[space]} of seat {pub} has no tile.")
    if not int(state.with_guests[pub]) >> space & 1:
        return Refusal("N5.2", f"nobody sits on space {SPACES[space]} of seat {pub}.")
    named = KINDS[int(state.card) >> 2]
    if kind == int(state.card) >> 2:
        return Refusal("N5.2", f"the card sends guests to {named}, so they leave another kind.")
    return Refusal("N5.2", f"the card empties a {named} tile.")


def explain_seat(state: rules.State, seat: int, space: int) -> Refusal:
    """N6.1: why the next guest cannot sit here."""
    kind = int(state.group_kind)
    if state.tiles[seat, space] != kind:
        return Refusal("N6.1", f"the guests want {KINDS[kind]}, and there is none on space {SPACES[space]}.")
    if FURNITURE[kind].is_for_a_group:
        return Refusal("N6.1", f"the table on space {SPACES[space]} is taken: groups never share one.")
    return Refusal("N6.1", f"no seat is free on space {SPACES[space]}.")
