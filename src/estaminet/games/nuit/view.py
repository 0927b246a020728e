"""What lies on the table, as plain data with stable names and as a text drawing."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final

import numpy as np
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.jit.layout import look_up, unpack
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


class OwnView(TypedDict):
    """What the viewer knows of the cards, more or less than others."""

    hands: list[list[HandCardView | None]]
    """For each seat its two slots; None where a slot is empty."""
    unseen: UnseenView


class NuitView(OwnView):
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
    card: ActionCardView | None
    """The card that was played in this turn."""
    leaving: TileView | None
    group: GroupView | None
    gone_home: Guests


class WalkView(TypedDict):
    """Where the guests of a tile would go."""

    pub: int
    space: str
    furniture: str
    """What they would look for."""
    to: int | None
    """The pub that takes them; None if they go home."""
    pay: int
    """What the pub that they leave is paid."""


class EffectView(TypedDict, total=False):
    """What an action will do. Only what it does is there."""

    space: str
    """The space of one's own pub to which something comes."""
    tile: str
    guests: Guests
    walks: list[WalkView]
    """Every way that guests may go after this action, before another card is played."""
    is_forced: bool
    """Whether there is nothing to decide: all that is legal looks the same."""


def count_guests(counts: Sequence[int]) -> Guests:
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
KEPT: Final = 512
"""How many pubs are remembered as they look: an action changes one or two, and all viewers see the same."""


def build_view(known: Known, seat: int) -> NuitView:
    """The table as a seat, or a spectator, sees it."""
    state = unpack(known, rules.State)
    players = state.players
    tiles, guest_cards, action_cards = state.rows.tolist()
    left = [size - top for size, top in zip(rules.SIZES, state.tops.tolist(), strict=True)]
    return {
        "stage": STAGES[state.stage],
        "turn": state.turn,
        "second_action": bool(state.is_second_on),
        "idle_turns": state.idle_turns,
        "pubs": look_at_pubs(state, players),
        "start_tiles": [[KINDS[kind] for kind in kinds if kind >= 0] for kinds in state.start_tiles.tolist()[:players]],
        "open_tiles": [KINDS[kind] if kind >= 0 else None for kind in tiles[: rules.OPEN[rules.TILES]]],
        "open_guests": [GUEST_CARD_VIEWS[card] if card >= 0 else None for card in guest_cards],
        "open_actions": [ACTION_CARD_VIEWS[card] if card >= 0 else None for card in action_cards],
        "stacks": {"furniture": left[0], "guests": left[1], "actions": left[2], "cash": left[3]},
        "card": ACTION_CARD_VIEWS[state.card] if state.card >= 0 else None,
        "leaving": {"pub": state.from_pub, "space": SPACES[state.from_space]} if state.from_pub >= 0 else None,
        "group": {
            "pub": state.decides,
            "furniture": KINDS[state.group_kind],
            "guests": count_guests(state.waiting.tolist()),
        }
        if state.stage == rules.SEATING
        else None,
        "gone_home": count_guests(state.gone_home.tolist()),
        **own_of(state, seat),
    }


def build_own_view(known: Known, seat: int) -> OwnView:
    """The hands as a seat sees them, and what it has not seen."""
    return own_of(unpack(known, rules.State), seat)


def own_of(state: rules.State, seat: int) -> OwnView:
    """The same, for those who have the fields of the record."""
    hands, is_known = state.hands.tolist(), state.is_known.tolist()
    own = [card for card, is_open in zip(hands[seat], is_known[seat], strict=True) if not is_open] if seat >= 0 else []
    return {
        "hands": [
            [hand_card(card, is_open) for card, is_open in zip(hands[owner], is_known[owner], strict=True)]
            for owner in range(state.players)
        ],
        "unseen": list_unseen(state.unseen.tolist(), own),
    }


def look_at_pubs(state: rules.State, players: int) -> list[PubView]:
    """Every pub, its spaces in the order of the notation."""
    money, worth, with_room = state.money.tolist(), state.worth.tolist(), state.with_room.tolist()
    return [
        {
            "seat": pub,
            "name": PUBS[pub],
            "money": money[pub],
            "worth": worth[pub],
            "spaces": look_at_spaces(state.tiles[pub].tobytes(), state.guests[pub].tobytes(), with_room[pub]),
        }
        for pub in range(players)
    ]


@lru_cache(maxsize=KEPT)
def look_at_spaces(tiles: bytes, guests: bytes, with_room: int) -> list[SpaceView]:
    """Every space of a pub, from what the record has about it."""
    kinds = np.frombuffer(tiles, np.int8).tolist()
    groups = np.frombuffer(guests, np.int8).reshape(rules.SPACES, rules.COLOURS).tolist()
    return [
        look_at_space(space, kinds[space], groups[space], has_room=bool(with_room >> space & 1))
        for space in range(rules.SPACES)
    ]


def look_at_space(space: int, kind: int, guests: list[int], *, has_room: bool) -> SpaceView:
    """What stands there and who sits there."""
    return {
        "space": SPACES[space],
        "tile": KINDS[kind] if kind >= 0 else None,
        "guests": count_guests(guests),
        "free": FURNITURE[kind].seats - sum(guests) if has_room else 0,
    }


def letters(guests: Guests) -> str:
    """``YYR``."""
    return "".join(letter * guests[colour] for letter, colour in zip(LETTERS, COLOURS, strict=True))


def hand_card(card: int, is_known: int) -> HandCardView | None:
    """What a hand slot holds, as far as the viewer knows it."""
    if card == rules.NONE:
        return None
    return {"card": ACTION_CARD_VIEWS[card] if card >= 0 else None, "known": bool(is_known)}


def list_unseen(unseen: list[list[int]], own: list[int]) -> UnseenView:
    """Everything that a viewer with these secret cards of its own has never seen, sorted by kind."""
    tiles, guest_cards, action_cards, tips = unseen
    return {
        "furniture": [name for kind, name in enumerate(KINDS) for _ in range(tiles[kind])],
        "guests": [card for number, card in enumerate(GUEST_CARD_VIEWS) for _ in range(guest_cards[number])],
        "actions": [
            card
            for number, card in enumerate(ACTION_CARD_VIEWS)
            for _ in range(action_cards[number] - own.count(number))
        ],
        "tips": [tip for number, tip in enumerate(TIPS) for _ in range(tips[number])],
    }


def next_guests(state: rules.State) -> Guests:
    """N6.1: those who sit down next; a group at a table of its own sits down together."""
    waiting = state.waiting.tolist()
    if not FURNITURE[state.group_kind].is_for_a_group:
        first = next(colour for colour, count in enumerate(waiting) if count)
        waiting = [int(colour == first) for colour in range(rules.COLOURS)]
    return count_guests(waiting)


def list_effects(known: Known, seat: int, codes: Sequence[int]) -> list[EffectView]:
    """What each of these actions will do, and whether it goes without saying."""
    state = unpack(known, rules.State)
    effects = [find_effect(known, state, seat, code) for code in codes]
    if is_forced(state, codes, effects):
        effects[0]["is_forced"] = True
    return effects


def find_effect(known: Known, state: rules.State, seat: int, code: int) -> EffectView:
    """What an action brings to the own pub, or where it may lead guests."""
    action = ACTIONS[code]
    parts = action.parts
    if action.kind == "put":
        tile = next(KINDS[kind] for kind in state.start_tiles[seat].tolist() if kind >= 0)
        return {"space": parts["space"], "tile": tile}
    if action.kind == "equip":
        return {"space": parts["space"], "tile": KINDS[state.rows[rules.TILES, int(parts["tile"])]]}
    if action.kind == "seat":
        return {"space": parts["space"], "guests": next_guests(state)}
    if action.kind == "card":
        return {"walks": list_card_walks(known, seat, code)}
    if action.kind == "from":
        return {"walks": list_walks(known, int(state.card), int(parts["pub"]), SPACES.index(parts["space"]))}
    if action.kind == "to":
        walks = list_walks(known, int(state.card), int(state.from_pub), int(state.from_space))
        return {"walks": [walk for walk in walks if walk["furniture"] == parts["kind"]]}
    return {}


def list_card_walks(known: Known, seat: int, code: int) -> list[WalkView]:
    """N5.2: every way that guests may go if this card is played."""
    world = known.copy()
    hidden.determinize(world, seat, generator(0))
    rules.apply(world, code)
    if rules.to_move(world) != seat or look_up(world, rules.State, "stage") != rules.NAMING_TILE:
        return []
    card, codes = int(look_up(world, rules.State, "card")), np.empty(rules.MOST_LEGAL, np.int16)
    tiles = [divmod(each - rules.FROM, rules.SPACES) for each in codes[: rules.legal(world, codes)].tolist()]
    return [walk for pub, space in tiles for walk in list_walks(known, card, pub, space)]


def list_walks(known: Known, card: int, pub: int, space: int) -> list[WalkView]:
    """N5.2-N5.4: where the guests of a tile would go, for each kind of furniture that a card lets them look for."""
    view = ACTION_CARD_VIEWS[card]
    counts = look_up(known, rules.State, "guests")[pub, space].tolist()
    worth = sum(count * value for count, value in zip(counts, VALUES, strict=True)) if view["paying"] else 0
    kinds = [card >> 2] if view["type"] == "to" else [kind for kind in range(rules.KINDS) if kind != card >> 2]
    hosts = [int(hidden.find_host(known, pub, space, kind)) for kind in kinds]
    return [
        {
            "pub": pub,
            "space": SPACES[space],
            "furniture": KINDS[kind],
            "to": None if host == rules.NONE else host,
            "pay": 0 if host == pub else worth,
        }
        for kind, host in zip(kinds, hosts, strict=True)
    ]


def is_forced(state: rules.State, codes: Sequence[int], effects: Sequence[EffectView]) -> bool:
    """Whether all that is legal looks the same: one action that changes nothing, or guests alike who fill all seats."""
    kind = ACTIONS[codes[0]].kind
    if len(codes) == 1:
        return kind in ("put", "seat", "pass", "take") or (kind == "card" and not effects[0]["walks"])
    if kind != "seat" or FURNITURE[state.group_kind].is_for_a_group:
        return False
    waiting = [count for count in state.waiting.tolist() if count]
    return len(waiting) == 1 and waiting[0] == state.free_seats[state.decides, state.group_kind]


# The pubs in a terminal.

CELL = 13
PUB = 3 * CELL
PLAN = (("i1", "i2"), ("i3", "i4", "i5"), ("i6", "i7"), ("t1", "t2", "t3"))
"""N1.1: the floor plan, row by row."""


def render(known: Known, seat: int) -> str:
    """The pubs two by two, then the open rows, the hands, and what is going on."""
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
    lines += ["", what_is_going_on(view)]
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


def what_is_going_on(view: NuitView) -> str:
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
