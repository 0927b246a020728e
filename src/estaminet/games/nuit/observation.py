"""The observation of a seat for learning (layout in the game's README), and the table from another seat."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from estaminet.engine.game import Shape
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Features, Memory, look_up, record
from estaminet.engine.observation import fill_up, find_sections, place_actions, split
from estaminet.games.nuit import components
from estaminet.games.nuit.components import ACTIONS, PUBS
from estaminet.games.nuit.rules import (
    ACTION_CARDS,
    ASKED_KIND,
    CASH_CARDS,
    COLOURS,
    DIFFERENT,
    GROUP,
    GUEST_CARDS,
    GUESTS,
    HAND,
    KINDS,
    LARGEST_GROUP,
    LAST_CARD,
    LAST_FROM,
    LAST_TO,
    LAST_VALUE,
    NAMING_KIND,
    NONE,
    OPEN,
    OVER,
    PASSED,
    PUTTING,
    SEATING,
    SEATS,
    SIZES,
    SPACES,
    STACKS,
    START_TILES,
    STATE,
    TILES,
    State,
    find_start_tile,
)

SPACE_FEATURES: Final = KINDS + COLOURS
CARD_FEATURES: Final = KINDS + 2
HAND_FEATURES: Final = 2 + CARD_FEATURES
LAST_FEATURES: Final = PASSED + CARD_FEATURES + SEATS
PUB_FEATURES: Final = SPACES * SPACE_FEATURES + 2 * KINDS + HAND * HAND_FEATURES + 5 + LAST_FEATURES
ROW_FEATURES: Final = OPEN[TILES] * KINDS + OPEN[GUEST_CARDS] * SPACE_FEATURES + OPEN[ACTION_CARDS] * CARD_FEATURES
UNSEEN_FEATURES: Final = sum(DIFFERENT) + STACKS
TURN_FEATURES: Final = OVER + 1 + SPACE_FEATURES + CARD_FEATURES + KINDS + SEATS + SPACES
FEATURES: Final = SEATS * PUB_FEATURES + ROW_FEATURES + UNSEEN_FEATURES + TURN_FEATURES + COLOURS + 7

GROUP_LAYOUT: Final = (
    ("kind", KINDS, "the kind of furniture, one-hot"),
    ("guests", COLOURS, "guests of each colour / 4"),
)
CARD_LAYOUT: Final = (
    ("kind", KINDS, "the kind of furniture, one-hot"),
    ("to", 1, "1 if the card says `to`"),
    ("unpaid", 1, "1 if it is unpaid"),
)
HAND_LAYOUT: Final = (
    ("held", 1, "1 if a card is there"),
    ("known", 1, "1 if everybody knows it"),
    ("card", CARD_FEATURES, "the card, if the observer knows it", CARD_LAYOUT),
)
LAST_LAYOUT: Final = (
    ("first", PASSED, "the first actions: equip, host, cash, pass"),
    ("card", CARD_FEATURES, "the action cards played", CARD_LAYOUT),
    (
        "moved",
        SEATS,
        "what they brought each pub in guests, clockwise from the observer's: marks / 100, below zero if guests left",
    ),
)
PUB_LAYOUT: Final = (
    ("spaces", SPACES * SPACE_FEATURES, "the spaces, i1 to i7, then t1 to t3", GROUP_LAYOUT),
    ("start_tiles", KINDS, "start tiles still to place, of each kind"),
    ("free_seats", KINDS, "free seats on each kind / 4; an empty foosball or billiards table counts four"),
    ("hand", HAND * HAND_FEATURES, "the hand slots", HAND_LAYOUT),
    ("money", 1, "marks / 500"),
    ("worth", 1, "what its guests pay / 100"),
    ("sitting", 1, "guests / 10"),
    ("turn", 1, "1 if it is the owner's turn"),
    ("decides", 1, "1 if the owner decides now"),
    ("last_turns", LAST_FEATURES, "the owner's last two turns together; the earlier one counts half", LAST_LAYOUT),
)
LAYOUT: Final = (
    ("pubs", SEATS * PUB_FEATURES, "the pubs, clockwise from the observer's; absent ones are 0", PUB_LAYOUT),
    ("open_tiles", OPEN[TILES] * KINDS, "the kind of each open tile, one-hot"),
    ("open_guests", OPEN[GUEST_CARDS] * SPACE_FEATURES, "the open guest cards", GROUP_LAYOUT),
    ("open_cards", OPEN[ACTION_CARDS] * CARD_FEATURES, "the open action cards", CARD_LAYOUT),
    ("unseen_tiles", DIFFERENT[TILES], "tiles of each kind that were never seen"),
    ("tiles_left", 1, "the part of the stack of tiles that is left"),
    ("unseen_guests", DIFFERENT[GUEST_CARDS], "guest cards, by id, that were never seen"),
    ("guests_left", 1, "the part of their stack that is left"),
    ("unseen_cards", DIFFERENT[ACTION_CARDS], "action cards of each kind that the observer never saw; also in hands"),
    ("cards_left", 1, "the part of their stack that is left"),
    ("unseen_tips", DIFFERENT[CASH_CARDS], "tips of 30, 40, 50, 60, 70 that were never seen"),
    ("tips_left", 1, "the part of their stack that is left"),
    ("stage", OVER + 1, "what is asked, one-hot: put, first action, seat, card, from, to, take, over"),
    ("group", SPACE_FEATURES, "the guests who are being seated", GROUP_LAYOUT),
    ("played", CARD_FEATURES, "the action card that was played in this turn", CARD_LAYOUT),
    ("start_tile", KINDS, "the start tile to place now, one-hot by kind"),
    ("from_pub", SEATS, "the pub with the tile about to empty, one-hot, clockwise from the observer's"),
    ("from_space", SPACES, "its space, one-hot"),
    ("gone_home", COLOURS, "guests of each colour gone home / 10"),
    ("players", 1, "players / 5"),
    ("from_stack", 1, "1 if `action_draw` is `stack`"),
    ("threshold", 1, "`threshold` / 63"),
    ("second_action", 1, "1 if turns have a second action"),
    ("passed", 1, "1 if this turn's first action was a pass"),
    ("idle_turns", 1, "idle turns in a row / 5"),
    ("cards_played", 1, "action cards played / 36"),
)
"""Name, length and meaning of each section; a fourth member names the content of its equal parts."""


# Four-byte numbers, and factors in place of divisors, are faster.
QUARTER: Final = np.float32(1 / LARGEST_GROUP)
HALF: Final = np.float32(0.5)
TWENTIETH: Final = np.float32(0.05)
NOTHING_MOVED: Final = sum(128 << 8 * pub for pub in range(SEATS))
"""128 more in each byte keeps all above zero: none borrows from the next."""


@jit
def encode_card(card: int, out: Features, at: int) -> None:
    """An action card: its kind of furniture, whether it says `to`, whether it is unpaid."""
    if card >= 0:
        out[at + (card >> 2)] = 1
        out[at + KINDS] = card >> 1 & 1
        out[at + KINDS + 1] = card & 1


@jit
def count_steps(state: State, seat: int, pub: int) -> int:
    """Pubs clockwise from the observer's."""
    steps = pub - seat
    if steps < 0:
        return steps + int(state.players)
    return steps if steps < state.players else 0  # a spectator is before the last pub


@jit
def add_moved(state: State, seat: int, turn: int) -> int:
    """Guests gained and lost by each pub in a turn, a byte each, in the unit of the record."""
    value, left, found = turn >> LAST_VALUE & 15, turn >> LAST_FROM & 15, turn >> LAST_TO & 15
    moved = 0
    if left > 0:
        moved -= value << 8 * count_steps(state, seat, left - 1)
    if found > 0:
        moved += value << 8 * count_steps(state, seat, found - 1)
    return moved


@jit
def encode_turns(state: State, seat: int, pub: int, out: Features, at: int) -> None:
    """An owner's last turn and, with half the weight, the one before, as `seat` sees them. The unit is halves."""
    turns = state.last_turns[np.uint64(pub)]
    new, old = int(turns[0]), int(turns[1])
    if new == 0:
        return
    action, former_action = new & 15, old & 15
    if former_action > 0:
        out[at + former_action - 1] = HALF
    out[at + action - 1] = (2 + (action == former_action)) * HALF
    at += PASSED
    card, former_card = (new >> LAST_CARD) - 1, (old >> LAST_CARD) - 1
    says_to, unpaid, moved = 0, 0, NOTHING_MOVED
    if former_card >= 0:
        out[at + (former_card >> 2)] = HALF
        says_to, unpaid = former_card >> 1 & 1, former_card & 1
        moved += add_moved(state, seat, old)
    if card >= 0:
        out[at + (card >> 2)] = (2 + (former_card >= 0 and card >> 2 == former_card >> 2)) * HALF
        says_to += card & 2
        unpaid += 2 * (card & 1)
        moved += 2 * add_moved(state, seat, new)
    out[at + KINDS] = says_to * HALF
    out[at + KINDS + 1] = unpaid * HALF
    at += CARD_FEATURES
    for step in range(SEATS):
        out[at + step] = np.float32((moved >> 8 * step & 255) - 128) * TWENTIETH


@jit
def encode_pub(state: State, seat: int, pub: int, out: Features, at: int) -> None:
    """One owner's pub, hand and money, as `seat` sees it."""
    tiles, guests, free_seats = (
        state.tiles[np.uint64(pub)],
        state.guests[np.uint64(pub)],
        state.free_seats[np.uint64(pub)],
    )
    for space in range(SPACES):
        kind = int(tiles[space])
        out[at + (kind if kind != NONE else KINDS)] = 1  # overwritten if there is no tile: no branch to mispredict
        for colour in range(COLOURS):
            out[at + KINDS + colour] = np.float32(guests[space, colour]) * QUARTER
        at += SPACE_FEATURES
    for slot in range(START_TILES):
        if state.start_tiles[pub, slot] != NONE:
            out[at + int(state.start_tiles[pub, slot])] += 1
    at += KINDS
    for kind in range(KINDS):
        out[at + kind] = np.float32(free_seats[kind]) * QUARTER
    at += KINDS
    for slot in range(HAND):
        out[at] = state.hands[pub, slot] != NONE
        out[at + 1] = state.is_known[pub, slot]
        if pub == seat or state.is_known[pub, slot]:
            encode_card(int(state.hands[pub, slot]), out, at + 2)
        at += HAND_FEATURES
    out[at] = state.money[pub] * 0.002
    out[at + 1] = state.worth[pub] * 0.01
    out[at + 2] = state.sitting[pub] * 0.1
    out[at + 3] = state.turn == pub
    out[at + 4] = state.decides == pub
    encode_turns(state, seat, pub, out, at + 5)


@jit
def encode(memory: Memory, seat: int, out: Features) -> None:
    """Pubs clockwise from the observer's; the layout is in the game's README."""
    state: State = record(memory, STATE)
    for at in range(FEATURES):
        out[at] = 0
    for step in range(state.players):
        encode_pub(state, seat, (seat + step) % state.players, out, step * PUB_FEATURES)
    at = SEATS * PUB_FEATURES
    for slot in range(OPEN[TILES]):
        if state.rows[TILES, slot] != NONE:
            out[at + int(state.rows[TILES, slot])] = 1
        at += KINDS
    for slot in range(OPEN[GUEST_CARDS]):
        card = int(state.rows[GUEST_CARDS, slot])
        if card != NONE:
            out[at + ASKED_KIND[card]] = 1
            for colour in range(COLOURS):
                out[at + KINDS + colour] = GROUP[card, colour] / LARGEST_GROUP
        at += SPACE_FEATURES
    for slot in range(OPEN[ACTION_CARDS]):
        encode_card(int(state.rows[ACTION_CARDS, slot]), out, at)
        at += CARD_FEATURES
    for stack in range(STACKS):
        for face in range(DIFFERENT[stack]):
            out[at + face] = state.unseen[stack, face]
        if stack == ACTION_CARDS and seat >= 0:
            for slot in range(HAND):
                if state.hands[seat, slot] >= 0 and not state.is_known[seat, slot]:
                    out[at + int(state.hands[seat, slot])] -= 1
        at += DIFFERENT[stack]
        out[at] = (SIZES[stack] - state.tops[stack]) / SIZES[stack]
        at += 1
    out[at + int(state.stage)] = 1
    at += OVER + 1
    if state.stage == SEATING:
        out[at + int(state.group_kind)] = 1
        for colour in range(COLOURS):
            out[at + KINDS + colour] = state.waiting[colour] / LARGEST_GROUP
    at += SPACE_FEATURES
    encode_card(int(state.card), out, at)
    at += CARD_FEATURES
    if state.stage == PUTTING:
        out[at + int(state.start_tiles[state.turn, find_start_tile(state)])] = 1
    at += KINDS
    if state.stage == NAMING_KIND:
        out[at + count_steps(state, seat, int(state.from_pub))] = 1
        out[at + SEATS + int(state.from_space)] = 1
    at += SEATS + SPACES
    for colour in range(COLOURS):
        out[at + colour] = state.gone_home[colour] / 10
    at += COLOURS
    out[at] = state.players / SEATS
    out[at + 1] = state.draws_from_stack
    out[at + 2] = state.threshold / GUESTS
    out[at + 3] = state.is_second_on
    out[at + 4] = state.has_passed
    out[at + 5] = state.idle_turns / SEATS
    out[at + 6] = state.cards_played / SIZES[ACTION_CARDS]


# The board for a network: the spaces of all pubs.


def describe_pubs() -> Shape:
    """The spaces of all pubs, each with its pub's till and hand.

    A space sees its pub, and all see the pub of the seat to move.
    """
    pubs = split(find_sections(LAYOUT)["pubs"], len(PUBS))
    owners = np.repeat(np.arange(len(PUBS)), SPACES)
    of_spaces = find_sections(PUB_LAYOUT)["spaces"]
    columns = np.concatenate(
        [np.concatenate([split(pub[of_spaces], SPACES), np.tile(np.delete(pub, of_spaces), (SPACES, 1))], 1)
         for pub in pubs]
    )  # fmt: skip
    lines = np.stack([owners[:, None] == owners, np.tile(owners == 0, (len(owners), 1))]) / 3

    def find_space(parts: Mapping[str, str]) -> int | None:
        if "space" not in parts:
            return None
        return int(parts.get("pub", 0)) * SPACES + components.SPACES.index(parts["space"])

    shape = place_actions(ACTIONS, FEATURES, columns, find_space, ("pub", "space"), lines.astype(np.float32))
    return fill_up(shape, owners=owners)


# The table from another seat: pubs are counted clockwise from the viewer's.

OF_SEATS: Final = (
    "start_tiles", "hands", "is_known", "tiles", "guests", "money", "sitting", "worth", "free_seats", "empty",
    "of_kind", "with_room", "with_guests", "last_turns",
)  # fmt: skip
"""Fields with a row for each seat."""


def seen_from(text: str, players: int, seat: int) -> str:
    """Only `from` names a pub; numbers of pubs not in the game stay."""
    kind, *rest = text.split()
    if kind != "from" or int(rest[0]) >= players:
        return text
    return f"from {(int(rest[0]) - seat) % players} {rest[1]}"


def reseat(memory: Memory, players: int, seat: int) -> Memory:
    turned = memory.copy()
    for name in OF_SEATS:
        rows = look_up(turned, State, name)[:players]
        rows[:] = np.roll(rows, -seat, axis=0)
    for name in ("turn", "decides", "from_pub"):
        field = look_up(turned, State, name)
        if field >= 0:
            field[...] = (field - seat) % players
    turns = look_up(turned, State, "last_turns")
    for part in (LAST_FROM, LAST_TO):
        pubs = turns >> part & 15
        turns += np.where(pubs > 0, (pubs - 1 - seat) % players + 1 - pubs, 0) << part
    return turned
