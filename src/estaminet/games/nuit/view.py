"""What lies on the table, as plain data with stable names."""

from collections.abc import Sequence
from typing import TypedDict

from estaminet.engine.compiling import unpack
from estaminet.engine.kernel import Known
from estaminet.games.nuit import rules
from estaminet.games.nuit.components import (
    ACTION_CARDS,
    COLOURS,
    FURNITURE,
    GUEST_CARDS,
    KINDS,
    LETTERS,
    PUBS,
    SPACES,
    TIPS,
)

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
    state = unpack(known, rules.State)
    players = int(state.players)
    hands, is_known = state.hands.tolist(), state.is_known.tolist()
    is_seating = int(state.stage) == rules.SEATING
    from_pub = int(state.from_pub)
    tiles, guest_cards, action_cards = state.rows.tolist()
    left = [size - top for size, top in zip(rules.SIZES, state.tops.tolist(), strict=True)]
    own = [card for card, is_open in zip(hands[seat], is_known[seat], strict=True) if not is_open] if seat >= 0 else []
    return {
        "stage": STAGES[int(state.stage)],
        "turn": int(state.turn),
        "second_action": bool(state.is_second_on),
        "idle_turns": int(state.idle_turns),
        "pubs": look_at_pubs(state, players),
        "start_tiles": [[KINDS[kind] for kind in kinds if kind >= 0] for kinds in state.start_tiles.tolist()[:players]],
        "open_tiles": [KINDS[kind] if kind >= 0 else None for kind in tiles[: rules.OPEN[rules.TILES]]],
        "open_guests": [guest_card(card) if card >= 0 else None for card in guest_cards],
        "open_actions": [action_card(card) if card >= 0 else None for card in action_cards],
        "stacks": {"furniture": left[0], "guests": left[1], "actions": left[2], "cash": left[3]},
        "hands": [
            [hand_card(card, is_open) for card, is_open in zip(hands[owner], is_known[owner], strict=True)]
            for owner in range(players)
        ],
        "card": action_card(int(state.card)) if state.card >= 0 else None,
        "leaving": {"pub": from_pub, "space": SPACES[state.from_space]} if from_pub >= 0 else None,
        "group": {
            "pub": int(state.decides),
            "furniture": KINDS[state.group_kind],
            "guests": count_guests(state.waiting.tolist()),
        }
        if is_seating
        else None,
        "gone_home": count_guests(state.gone_home.tolist()),
        "unseen": list_unseen(state.unseen.tolist(), own),
    }


def look_at_pubs(state: rules.State, players: int) -> list[PubView]:
    """Every pub, its spaces in the order of the notation."""
    money, worth, with_room = state.money.tolist(), state.worth.tolist(), state.with_room.tolist()
    tiles, guests = state.tiles.tolist(), state.guests.tolist()
    return [
        {
            "seat": pub,
            "name": PUBS[pub],
            "money": money[pub],
            "worth": worth[pub],
            "spaces": [
                look_at_space(space, tiles[pub][space], guests[pub][space], has_room=with_room[pub] >> space & 1)
                for space in range(rules.SPACES)
            ],
        }
        for pub in range(players)
    ]


def look_at_space(space: int, kind: int, guests: list[int], *, has_room: bool) -> SpaceView:
    """What stands there and who sits there."""
    return {
        "space": SPACES[space],
        "tile": KINDS[kind] if kind >= 0 else None,
        "guests": count_guests(guests),
        "free": FURNITURE[kind].seats - sum(guests) if has_room else 0,
    }


def count_guests(counts: Sequence[int]) -> Guests:
    yellow, red, blue = counts
    return {"yellow": yellow, "red": red, "blue": blue}


def letters(guests: Guests) -> str:
    """``YYR``."""
    return "".join(letter * guests[colour] for letter, colour in zip(LETTERS, COLOURS, strict=True))


def guest_card(number: int) -> GuestCardView:
    card = GUEST_CARDS[number]
    return {"furniture": KINDS[card.kind], "guests": count_guests(card.guests)}


def action_card(number: int) -> ActionCardView:
    """The action card of this kind."""
    card = ACTION_CARDS[number]
    return {"type": "to" if card.is_to else "from", "furniture": KINDS[card.kind], "paying": not card.is_unpaid}


def hand_card(card: int, is_known: int) -> HandCardView | None:
    """What a hand slot holds, as far as the viewer knows it."""
    if card == rules.NONE:
        return None
    return {"card": action_card(card) if card >= 0 else None, "known": bool(is_known)}


def list_unseen(unseen: list[list[int]], own: list[int]) -> UnseenView:
    """Everything that a viewer with these secret cards of its own has never seen, sorted by kind."""
    tiles, guest_cards, action_cards, tips = (list(enumerate(counts)) for counts in unseen)
    return {
        "furniture": [KINDS[kind] for kind, count in tiles for _ in range(count)],
        "guests": [guest_card(card) for card, count in guest_cards for _ in range(count)],
        "actions": [action_card(card) for card, count in action_cards for _ in range(count - own.count(card))],
        "tips": [TIPS[tip] for tip, count in tips for _ in range(count)],
    }
