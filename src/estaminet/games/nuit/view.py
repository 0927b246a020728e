"""The table as plain data with stable names, and as a text drawing."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple, TypeVar

import numpy as np
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.jit.layout import look_up, reader
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.games.nuit import hidden, rules
from estaminet.games.nuit.components import (
    ACTION_CARDS,
    ACTIONS,
    COLOURS,
    FURNITURE,
    GUEST_CARDS,
    KINDS,
    LETTERS,
    PUBS,
    SPACES,
    TIPS,
    VALUES,
)

Face = TypeVar("Face")
Guests = dict[str, int]
"""Numbers of ``yellow``, ``red`` and ``blue``."""


class SpaceView(TypedDict):
    """A space of a pub."""

    space: str
    tile: str | None
    """Kind of furniture."""
    guests: Guests
    free: int
    """Free seats; a table for a group has 4 or, once occupied, none."""


class PubView(TypedDict):
    """A pub and its owner's money."""

    seat: int
    name: str
    money: int
    worth: int
    """The pay from its guests at a collection."""
    spaces: list[SpaceView]


class GuestCardView(TypedDict):
    """A group and its kind of furniture."""

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
    """Whether it is public, because it was open."""


class GroupView(TypedDict):
    """Guests that are being seated."""

    pub: int
    furniture: str
    guests: Guests
    """Guests without a seat."""


class TileView(TypedDict):
    """The tile about to empty."""

    pub: int
    space: str


class StacksView(TypedDict):
    """Number left in each stack."""

    furniture: int
    guests: int
    actions: int
    cash: int


class UnseenView(TypedDict):
    """The things the viewer has never seen: in the stacks, action cards also in others' hands."""

    furniture: list[str]
    guests: list[GuestCardView]
    actions: list[ActionCardView]
    tips: list[int]


class OwnView(TypedDict):
    """The viewer's knowledge of the cards."""

    hands: list[list[HandCardView | None]]
    """For each seat its two slots; None where empty."""
    unseen: UnseenView


class NuitView(OwnView):
    """The pubs, and the table between them."""

    stage: str
    """The next action: ``put``, ``first`` (N4), ``seat``, ``card``, ``from``, ``to``, ``take``; ``over``."""
    turn: int
    """The owner whose turn it is; in stage ``seat`` another may decide."""
    second_action: bool
    """N5.1: whether turns have a second action."""
    idle_turns: int
    """N7.4: turns in a row in which nothing happened."""
    pubs: list[PubView]
    start_tiles: list[list[str]]
    """For each seat the tiles still to place before the first turn, next one first."""
    open_tiles: list[str | None]
    open_guests: list[GuestCardView | None]
    open_actions: list[ActionCardView | None]
    stacks: StacksView
    card: ActionCardView | None
    """The card played in this turn."""
    leaving: TileView | None
    group: GroupView | None
    gone_home: Guests


class WalkView(TypedDict):
    """The walk of a tile's guests."""

    pub: int
    space: str
    furniture: str
    """Furniture they look for."""
    to: int | None
    """The pub that takes them; None if they go home."""
    pay: int
    """The pay of the pub they leave."""


class EffectView(TypedDict, total=False):
    """The effect of an action. Only changes are listed."""

    space: str
    """The space of the own pub that gains something."""
    tile: str
    guests: Guests
    walks: list[WalkView]
    """Every possible walk after this action, before another card is played."""
    is_forced: bool
    """Whether there is no real choice: all that is legal looks the same."""


class Town(NamedTuple):
    """The record as a view needs it."""

    players: int
    stage: int
    turn: int
    decides: int
    is_second_on: int
    idle_turns: int
    card: int
    from_pub: int
    from_space: int
    group_kind: int
    waiting: tuple[int, ...]
    tops: tuple[int, ...]
    unseen: bytes
    rows: tuple[int, ...]
    start_tiles: tuple[int, ...]
    hands: tuple[int, ...]
    is_known: tuple[int, ...]
    tiles: bytes
    guests: bytes
    gone_home: tuple[int, ...]
    money: tuple[int, ...]
    worth: tuple[int, ...]
    free_seats: bytes
    with_room: tuple[int, ...]

    def row(self, stack: int) -> tuple[int, ...]:
        """N2.5: open things beside a stack."""
        return self.rows[stack * rules.MOST_OPEN :][: rules.OPEN[stack]]

    def secrets_of(self, seat: int) -> tuple[int, ...]:
        """N5.6: the cards of a seat, or NOBODY, that never lay open."""
        places = range(seat * rules.HAND, (seat + 1) * rules.HAND) if seat >= 0 else ()
        return tuple(self.hands[place] for place in places if not self.is_known[place])

    def start_tiles_of(self, seat: int) -> list[str]:
        """N2.3: the tiles that a seat still has to place."""
        begin = seat * rules.START_TILES
        return [KINDS[kind] for kind in self.start_tiles[begin : begin + rules.START_TILES] if kind >= 0]

    def guests_on(self, pub: int, space: int) -> bytes:
        """Number of guests of each colour on a space."""
        begin = (pub * rules.SPACES + space) * rules.COLOURS
        return self.guests[begin : begin + rules.COLOURS]


read_town = reader(rules.State, Town)


def count_guests(counts: Iterable[int]) -> Guests:
    yellow, red, blue = counts
    return {"yellow": yellow, "red": red, "blue": blue}


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
GUEST_CARD_VIEWS: Final[tuple[GuestCardView, ...]] = tuple(
    {"furniture": KINDS[card.kind], "guests": count_guests(card.guests)} for card in GUEST_CARDS
)
"""By id."""
ACTION_CARD_VIEWS: Final[tuple[ActionCardView, ...]] = tuple(
    {"type": "to" if card.is_to else "from", "furniture": KINDS[card.kind], "paying": not card.is_unpaid}
    for card in ACTION_CARDS
)
"""By kind."""
HAND_CARD_VIEWS: Final[tuple[list[HandCardView | None], ...]] = tuple(
    [*(HandCardView(card=card, known=is_known) for card in (*ACTION_CARD_VIEWS, None)), None]
    for is_known in (False, True)
)
"""By public knowledge, and by kind; at the end those that are UNKNOWN and NONE."""
KEPT: Final = 4096
"""Number of cached pubs and stacks: an action changes one or two, and all viewers see the same."""


def build_view(known: Known, seat: int) -> NuitView:
    """The table as seen by a seat or a spectator."""
    town = read_town(known)
    furniture, guests, actions, cash = (size - top for size, top in zip(rules.SIZES, town.tops, strict=True))
    return {
        "stage": STAGES[town.stage],
        "turn": town.turn,
        "second_action": bool(town.is_second_on),
        "idle_turns": town.idle_turns,
        "pubs": [look_at_pub(town, pub) for pub in range(town.players)],
        "start_tiles": [town.start_tiles_of(each) for each in range(town.players)],
        "open_tiles": [KINDS[kind] if kind >= 0 else None for kind in town.row(rules.TILES)],
        "open_guests": [GUEST_CARD_VIEWS[card] if card >= 0 else None for card in town.row(rules.GUEST_CARDS)],
        "open_actions": [ACTION_CARD_VIEWS[card] if card >= 0 else None for card in town.row(rules.ACTION_CARDS)],
        "stacks": {"furniture": furniture, "guests": guests, "actions": actions, "cash": cash},
        "card": ACTION_CARD_VIEWS[town.card] if town.card >= 0 else None,
        "leaving": {"pub": town.from_pub, "space": SPACES[town.from_space]} if town.from_pub >= 0 else None,
        "group": {
            "pub": town.decides,
            "furniture": KINDS[town.group_kind],
            "guests": count_guests(town.waiting),
        }
        if town.stage == rules.SEATING
        else None,
        "gone_home": count_guests(town.gone_home),
        **own_of(town, seat),
    }


def build_own_view(known: Known, seat: int) -> OwnView:
    """The hands as a seat sees them, and its unseen things."""
    return own_of(read_town(known), seat)


def own_of(town: Town, seat: int) -> OwnView:
    """The same, from a record already read."""
    return {
        "hands": look_at_hands(town.hands, town.is_known, town.players),
        "unseen": list_unseen(town.unseen, town.secrets_of(seat)),
    }


def look_at_pub(town: Town, pub: int) -> PubView:
    """A pub, its spaces in the order of the notation."""
    begin, end = pub * rules.SPACES, (pub + 1) * rules.SPACES
    guests = town.guests[begin * rules.COLOURS : end * rules.COLOURS]
    return {
        "seat": pub,
        "name": PUBS[pub],
        "money": town.money[pub],
        "worth": town.worth[pub],
        "spaces": look_at_spaces(town.tiles[begin:end], guests, town.with_room[pub]),
    }


@lru_cache(maxsize=KEPT)
def look_at_spaces(tiles: bytes, guests: bytes, with_room: int) -> list[SpaceView]:
    """Every space of a pub, from the record's fields."""
    return [
        look_at_space(space, kind, guests[space * rules.COLOURS :][: rules.COLOURS], with_room >> space & 1)
        for space, kind in enumerate(tiles)
    ]


@lru_cache(maxsize=KEPT)
def look_at_space(space: int, kind: int, guests: bytes, has_room: int) -> SpaceView:
    """The tile of a space and its guests."""
    return {
        "space": SPACES[space],
        "tile": KINDS[kind] if kind < rules.KINDS else None,
        "guests": count_guests(guests),
        "free": FURNITURE[kind].seats - sum(guests) if has_room else 0,
    }


@lru_cache(maxsize=KEPT)
def look_at_hands(cards: tuple[int, ...], is_known: tuple[int, ...], players: int) -> list[list[HandCardView | None]]:
    """Content of each hand slot, as far as the viewer knows it."""
    slots = [HAND_CARD_VIEWS[is_open][card] for card, is_open in zip(cards, is_known, strict=True)]
    return [slots[owner * rules.HAND :][: rules.HAND] for owner in range(players)]


@lru_cache(maxsize=KEPT)
def list_unseen(unseen: bytes, own: tuple[int, ...]) -> UnseenView:
    """Everything never seen by a viewer with these secret cards, sorted by kind."""
    tiles, guest_cards, action_cards, tips = (
        unseen[stack * rules.MOST_DIFFERENT :][: rules.DIFFERENT[stack]] for stack in range(rules.STACKS)
    )
    return {
        "furniture": list_faces(KINDS, tiles),
        "guests": list_faces(GUEST_CARD_VIEWS, guest_cards),
        "actions": list_faces(
            ACTION_CARD_VIEWS, [count - own.count(number) for number, count in enumerate(action_cards)]
        ),
        "tips": list_faces(TIPS, tips),
    }


def list_faces(faces: Sequence[Face], counts: Iterable[int]) -> list[Face]:
    """So many of each."""
    return [face for face, count in zip(faces, counts, strict=True) for _ in range(count)]


def letters(guests: Guests) -> str:
    """``YYR``."""
    return "".join(letter * guests[colour] for letter, colour in zip(LETTERS, COLOURS, strict=True))


def next_guests(town: Town) -> Guests:
    """N6.1: the guests who sit down next; a group at its own table sits down together."""
    waiting: Iterable[int] = town.waiting
    if not FURNITURE[town.group_kind].is_for_a_group:
        first = next(colour for colour, count in enumerate(town.waiting) if count)
        waiting = (int(colour == first) for colour in range(rules.COLOURS))
    return count_guests(waiting)


def list_effects(known: Known, seat: int, codes: Sequence[int]) -> list[EffectView]:
    """The effect of each action, and whether it is forced."""
    town = read_town(known)
    effects = [find_effect(known, town, seat, code) for code in codes]
    if is_forced(town, codes, effects):
        effects[0]["is_forced"] = True
    return effects


def find_effect(known: Known, town: Town, seat: int, code: int) -> EffectView:
    """Effect of an action on the own pub, or the walks it may lead to."""
    action = ACTIONS[code]
    parts = action.parts
    if action.kind == "put":
        return {"space": parts["space"], "tile": town.start_tiles_of(seat)[0]}
    if action.kind == "equip":
        return {"space": parts["space"], "tile": KINDS[town.row(rules.TILES)[int(parts["tile"])]]}
    if action.kind == "seat":
        return {"space": parts["space"], "guests": next_guests(town)}
    if action.kind == "card":
        return {"walks": list_card_walks(known, town, seat, code)}
    if action.kind == "from":
        return {"walks": list_walks(known, town, town.card, int(parts["pub"]), SPACES.index(parts["space"]))}
    if action.kind == "to":
        walks = list_walks(known, town, town.card, town.from_pub, town.from_space)
        return {"walks": [walk for walk in walks if walk["furniture"] == parts["kind"]]}
    return {}


def list_card_walks(known: Known, town: Town, seat: int, code: int) -> list[WalkView]:
    """N5.2: every possible walk if this card is played."""
    world = known.copy()
    hidden.determinize(world, seat, generator(0))
    rules.apply(world, code)
    if rules.to_move(world) != seat or look_up(world, rules.State, "stage") != rules.NAMING_TILE:
        return []
    card, codes = int(look_up(world, rules.State, "card")), np.empty(rules.MOST_LEGAL, np.int16)
    tiles = [divmod(each - rules.FROM, rules.SPACES) for each in codes[: rules.legal(world, codes)].tolist()]
    return [walk for pub, space in tiles for walk in list_walks(known, town, card, pub, space)]


def list_walks(known: Known, town: Town, card: int, pub: int, space: int) -> list[WalkView]:
    """N5.2-N5.4: the walks of a tile's guests, one for each kind of furniture that a card allows."""
    view = ACTION_CARD_VIEWS[card]
    counts = town.guests_on(pub, space)
    worth = sum(count * value for count, value in zip(counts, VALUES, strict=True)) if view["paying"] else 0
    kinds = [card >> 2] if view["type"] == "to" else [kind for kind in range(rules.KINDS) if kind != card >> 2]
    found = np.empty(rules.KINDS, np.int16)
    hidden.find_hosts(known, pub, space, found)
    hosts = found.tolist()
    return [
        {
            "pub": pub,
            "space": SPACES[space],
            "furniture": KINDS[kind],
            "to": None if hosts[kind] == rules.NONE else hosts[kind],
            "pay": 0 if hosts[kind] == pub else worth,
        }
        for kind in kinds
    ]


def is_forced(town: Town, codes: Sequence[int], effects: Sequence[EffectView]) -> bool:
    """Whether all that is legal looks the same: one action that changes nothing, or identical guests for all seats."""
    kind = ACTIONS[codes[0]].kind
    if len(codes) == 1:
        return kind in ("put", "seat", "pass", "take") or (kind == "card" and not effects[0]["walks"])
    if kind != "seat" or FURNITURE[town.group_kind].is_for_a_group:
        return False
    waiting = [count for count in town.waiting if count]
    return len(waiting) == 1 and waiting[0] == town.free_seats[town.decides * rules.KINDS + town.group_kind]


# The pubs in a terminal.

CELL = 13
PUB = 3 * CELL
PLAN = (("i1", "i2"), ("i3", "i4", "i5"), ("i6", "i7"), ("t1", "t2", "t3"))
"""N1.1: the floor plan, row by row."""


def render(known: Known, seat: int) -> str:
    """The pubs two by two, then the open rows, the hands, and the stage."""
    view = build_view(known, seat)
    plans = [draw_pub(pub, view, seat) for pub in view["pubs"]]
    lines: list[str] = []
    for left, right in zip_longest(plans[::2], plans[1::2], fillvalue=[""] * len(plans[0])):
        pair = [f"{one:<{PUB}}  {other}".rstrip() for one, other in zip(left, right, strict=True)]
        lines += [line for line in pair if line] + [""]
    stacks = view["stacks"]
    lines += [
        f"tiles    {row([tile or '-' for tile in view['open_tiles']])}  stack {stacks['furniture']}",
        f"guests   {row([short_group(card) for card in view['open_guests']])}  stack {stacks['guests']}",
        f"actions  {row([short_card(card) for card in view['open_actions']])}  stack {stacks['actions']}",
        f"cash     {stacks['cash']} left",
        "",
    ]
    for owner, hand in enumerate(view["hands"]):
        you = "  (you)" if owner == seat else ""
        lines.append(f"hand {owner}   {row([short_hand(card) for card in hand])}{you}")
    lines += ["", describe_stage(view)]
    return "\n".join(lines)


def draw_pub(pub: PubView, view: NuitView, seat: int) -> list[str]:
    """Two lines for each row of the floor plan: the furniture, and below it the guests and free seats."""
    mark = "*" if pub["seat"] == view["turn"] and view["stage"] != "over" else ""
    you = " (you)" if pub["seat"] == seat else ""
    spaces = {space["space"]: space for space in pub["spaces"]}
    lines = [f"{mark}{pub['seat']} {pub['name']}{you}", f"{pub['money']} marks, guests worth {pub['worth']}"]
    for names in PLAN:
        cells = [spaces[name] for name in names]
        lines.append("".join(f"{cell['space'] + ' ' + (cell['tile'] or '.'):<{CELL}}" for cell in cells))
        people = [" ".join(letters(cell["guests"]) + "." * cell["free"]) for cell in cells]
        lines.append("".join(f"{'   ' + each:<{CELL}}" for each in people))
    return lines


def describe_stage(view: NuitView) -> str:
    """One line on the turn."""
    if view["stage"] == "over":
        return "The game is over."
    turn = f"Turn of seat {view['turn']}"
    if view["stage"] == "put":
        return f"{turn}, start tiles to place: {', '.join(view['start_tiles'][view['turn']])}"
    parts = [turn]
    if view["card"]:
        parts.append(f"card {short_card(view['card'])}")
    if view["leaving"]:
        parts.append(f"leaving {view['leaving']['space']} of seat {view['leaving']['pub']}")
    group = view["group"]
    if group:
        parts.append(f"seat {group['pub']} seats {letters(group['guests'])} on {group['furniture']}")
    return ", ".join(parts)


def row(texts: list[str]) -> str:
    """An open row with the number of each slot."""
    return "   ".join(f"{slot}: {text}" for slot, text in enumerate(texts))


def short_group(card: GuestCardView | None) -> str:
    """``bar YYR``."""
    return f"{card['furniture']} {letters(card['guests'])}" if card else "-"


def short_card(card: ActionCardView | None) -> str:
    """``from bar``, ``to dance unpaid``."""
    if card is None:
        return "-"
    return f"{card['type']} {card['furniture']}" + ("" if card["paying"] else " unpaid")


def short_hand(card: HandCardView | None) -> str:
    """A card, ``?`` if the viewer does not know it, ``!`` behind it if everybody does."""
    if card is None:
        return "-"
    return (short_card(card["card"]) if card["card"] else "?") + (" !" if card["known"] else "")
