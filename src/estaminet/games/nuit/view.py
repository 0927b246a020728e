"""What lies on the table, as plain data with stable names."""

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.kernel import Known
from estaminet.games.nuit import rules
from estaminet.games.nuit.components import ACTION_CARDS, COLOURS, FURNITURE, GUEST_CARDS, KINDS, LETTERS, PUBS, SPACES

Guests = dict[str, int]
"""How many are ``yellow``, ``red`` and ``blue``."""


class SpaceView(TypedDict):
    """A space of a pub."""

    space: str
    tile: str | None
    """Kind of furniture."""
    guests: Guests
    free: int
    """How many more guests may sit here; a table for a group takes 4 or, once somebody plays, none."""


class PubView(TypedDict):
    """A pub and its owner's money."""

    seat: int
    name: str
    money: int
    worth: int
    """What its guests pay when somebody collects."""
    spaces: list[SpaceView]


class GuestCardView(TypedDict):
    """A group that asks for a kind of furniture."""

    furniture: str
    guests: Guests


class ActionCardView(TypedDict):
    """An action card that the viewer may see."""

    type: str
    """``from`` or ``to``."""
    furniture: str
    paying: bool


class HandCardView(TypedDict):
    """A card in somebody's hand."""

    card: ActionCardView | None
    """None if the viewer does not know it."""
    known: bool
    """Whether everybody knows it, because it lay open."""


class GroupView(TypedDict):
    """Guests that are being seated."""

    pub: int
    furniture: str
    guests: Guests
    """Those without a seat yet."""


class TileView(TypedDict):
    """The tile that is about to empty."""

    pub: int
    space: str


class StacksView(TypedDict):
    """How many lie in each stack."""

    furniture: int
    guests: int
    actions: int
    cash: int


class UnseenView(TypedDict):
    """What the viewer has never seen: it lies in the stacks, action cards also in others' hands."""

    furniture: list[str]
    guests: list[GuestCardView]
    actions: list[ActionCardView]
    tips: list[int]


class NuitView(TypedDict):
    """The pubs, and the table between them."""

    stage: str
    """The action that is wanted: ``put``, ``first`` (N4), ``seat``, ``card``, ``from``, ``to``, ``take``; ``over``."""
    turn: int
    """Whose turn it is; in stage ``seat`` another owner may have to decide."""
    second_action: bool
    """N5.1: whether turns have a second action."""
    idle_turns: int
    """N7.4: turns in a row in which nothing happened."""
    pubs: list[PubView]
    start_tiles: list[list[str]]
    """For each seat the tiles it still has to place before the first turn, next one first."""
    open_tiles: list[str | None]
    open_guests: list[GuestCardView | None]
    open_actions: list[ActionCardView | None]
    stacks: StacksView
    hands: list[list[HandCardView | None]]
    """For each seat its two slots; None where a slot is empty."""
    card: ActionCardView | None
    """The card that was played in this turn."""
    leaving: TileView | None
    group: GroupView | None
    gone_home: Guests
    unseen: UnseenView


STAGES = {
    rules.PUTTING: "put",
    rules.FIRST_ACTION: "first",
    rules.SEATING: "seat",
    rules.PLAYING_CARD: "card",
    rules.NAMING_TILE: "from",
    rules.NAMING_KIND: "to",
    rules.TAKING: "take",
    rules.OVER: "over",
}


def look(known: Known, seat: int) -> NuitView:
    """The table as a seat, or a spectator, sees it."""
    state: rules.State = known.view(rules.STATE)[0]
    seats = range(int(state.players))
    return {
        "stage": STAGES[int(state.stage)],
        "turn": int(state.turn),
        "second_action": bool(state.is_second_on),
        "idle_turns": int(state.idle_turns),
        "pubs": [look_at_pub(state, pub) for pub in seats],
        "start_tiles": [[KINDS[kind] for kind in state.start_tiles[owner].tolist() if kind >= 0] for owner in seats],
        "open_tiles": [KINDS[kind] if kind >= 0 else None for kind in state.open_tiles.tolist()],
        "open_guests": [guest_card(card) if card >= 0 else None for card in state.open_guests.tolist()],
        "open_actions": [action_card(card) for card in state.open_actions.tolist()],
        "stacks": {
            "furniture": rules.TILES - int(state.tiles_top),
            "guests": rules.GUEST_CARDS - int(state.guests_top),
            "actions": rules.ACTION_CARDS - int(state.actions_top),
            "cash": rules.CASH_CARDS - int(state.cash_top),
        },
        "hands": [[hand_card(state, owner, slot) for slot in range(rules.HAND)] for owner in seats],
        "card": action_card(int(state.card)),
        "leaving": {"pub": int(state.from_pub), "space": SPACES[state.from_space]} if state.from_pub >= 0 else None,
        "group": {
            "pub": int(state.decides),
            "furniture": KINDS[state.group_kind],
            "guests": count_guests(state.waiting),
        }
        if state.stage == rules.SEATING
        else None,
        "gone_home": count_guests(state.gone_home),
        "unseen": list_unseen(state, seat),
    }


def look_at_pub(state: rules.State, pub: int) -> PubView:
    """Its spaces in the order of the notation."""
    return {
        "seat": pub,
        "name": PUBS[pub],
        "money": int(state.money[pub]),
        "worth": int(state.worth[pub]),
        "spaces": [look_at_space(state, pub, space) for space in range(rules.SPACES)],
    }


def look_at_space(state: rules.State, pub: int, space: int) -> SpaceView:
    """What stands there and who sits there."""
    kind = int(state.tiles[pub, space])
    guests = state.guests[pub, space]
    has_room = int(state.with_room[pub]) >> space & 1
    return {
        "space": SPACES[space],
        "tile": KINDS[kind] if kind >= 0 else None,
        "guests": count_guests(guests),
        "free": FURNITURE[kind].seats - int(guests.sum()) if has_room else 0,
    }


def count_guests(counts: NDArray[np.int8]) -> Guests:
    return dict(zip(COLOURS, counts.tolist(), strict=True))


def letters(guests: Guests) -> str:
    """``YYR``."""
    return "".join(letter * guests[colour] for letter, colour in zip(LETTERS, COLOURS, strict=True))


def guest_card(number: int) -> GuestCardView:
    card = GUEST_CARDS[number]
    return {"furniture": KINDS[card.kind], "guests": dict(zip(COLOURS, card.guests, strict=True))}


def action_card(number: int) -> ActionCardView | None:
    """The card of this kind; None if there is none, or the viewer does not know it."""
    if number < 0:
        return None
    card = ACTION_CARDS[number]
    return {"type": "to" if card.is_to else "from", "furniture": KINDS[card.kind], "paying": not card.is_unpaid}


def hand_card(state: rules.State, owner: int, slot: int) -> HandCardView | None:
    """What a hand slot holds, as far as the viewer knows it."""
    card = int(state.hands[owner, slot])
    if card == rules.NONE:
        return None
    return {"card": action_card(card), "known": bool(state.is_known[owner, slot])}


def list_unseen(state: rules.State, seat: int) -> UnseenView:
    """Everything that the viewer has never seen, sorted by kind."""
    own = []
    if seat >= 0:
        slots = zip(state.hands[seat].tolist(), state.is_known[seat].tolist(), strict=True)
        own = [card for card, known in slots if card >= 0 and not known]
    actions = []
    for number, count in enumerate(state.unseen_actions.tolist()):
        card = action_card(number)
        if card:
            actions += [card] * (count - own.count(number))
    return {
        "furniture": [KINDS[kind] for kind, count in enumerate(state.unseen_tiles.tolist()) for _ in range(count)],
        "guests": [guest_card(card) for card, is_unseen in enumerate(state.unseen_guests.tolist()) if is_unseen],
        "actions": actions,
        "tips": [10 * (tip + 3) for tip, count in enumerate(state.unseen_tips.tolist()) for _ in range(count)],
    }
