"""The rules N1-N8 as plain functions over one record. Legality is written in `legal` and nowhere else.

Sets of spaces are bit masks: bit 0 is i1, bit 9 is t3. What `legal` asks again and again is kept as sums and
masks beside the pubs themselves; `place_tile`, `sit_down` and `stand_up` are the only ones that write them.
"""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.compiling import (
    Amounts,
    Codes,
    Features,
    Memory,
    Random,
    Settings,
    Shorts,
    Small,
    Smalls,
    Wholes,
    jit,
    layout,
    record,
)
from estaminet.engine.random import below
from estaminet.games.nuit import components

SEATS: Final = 5
SPACES: Final = len(components.SPACES)
INSIDE: Final = components.INSIDE
KINDS: Final = len(components.KINDS)
COLOURS: Final = len(components.COLOURS)
START_TILES: Final = 3
HAND: Final = 2
OPEN_TILES: Final = 2
OPEN_CARDS: Final = 3
GUEST_SIZE: Final = 4  # no card and no tile has more guests

TILES: Final = len(components.TILES)
GUEST_CARDS: Final = len(components.GUEST_CARDS)
ACTION_CARDS: Final = len(components.ACTION_CARD_IDS)
CARD_KINDS: Final = len(components.ACTION_CARDS)
CASH_CARDS: Final = len(components.TIPS)
GUESTS: Final = sum(sum(card.guests) for card in components.GUEST_CARDS)

TILE_KINDS: Final = np.array(components.TILES, np.int64)
CARD_OF_ID: Final = np.array(components.ACTION_CARD_IDS, np.int64)
TIPS: Final = np.array(components.TIPS, np.int64)
VALUES: Final = np.array(components.VALUES, np.int64)
CAPACITY: Final = np.array([furniture.seats for furniture in components.FURNITURE], np.int64)
ASKED_KIND: Final = np.array([card.kind for card in components.GUEST_CARDS], np.int64)
GROUP: Final = np.array([card.guests for card in components.GUEST_CARDS], np.int64)
GROUP_SIZE: Final = GROUP.sum(axis=1)

TERRACE: Final = components.KINDS.index("terrace")
BAR: Final = components.KINDS.index("bar")
FOOSBALL: Final = components.KINDS.index("foosball")  # from here on: one group a tile (N6.1)
ALL_SPACES: Final = (1 << SPACES) - 1
INSIDE_SPACES: Final = (1 << INSIDE) - 1
TERRACE_SPACES: Final = ALL_SPACES - INSIDE_SPACES

# Action codes; the texts are in `notation`, in the same order.
PUT: Final = 0
EQUIP: Final = PUT + SPACES
HOST: Final = EQUIP + OPEN_TILES * SPACES
CASH: Final = HOST + OPEN_CARDS
PASS: Final = CASH + 1
CARD: Final = PASS + 1
FROM: Final = CARD + HAND
TO: Final = FROM + SEATS * SPACES
SEAT: Final = TO + KINDS
TAKE: Final = SEAT + SPACES
TAKE_STACK: Final = TAKE + OPEN_CARDS

# Stages: the action that is asked for.
PUTTING: Final = 0
FIRST_ACTION: Final = 1
SEATING: Final = 2
PLAYING_CARD: Final = 3
NAMING_TILE: Final = 4
NAMING_KIND: Final = 5
TAKING: Final = 6
OVER: Final = 7

NONE: Final = -1
UNKNOWN: Final = -2

MOST_LEGAL: Final = SEATS * SPACES
# Tiles are put or equipped; guest cards hosted, all guests seated; cash; each action card is played, with a
# tile, a kind, four guests to seat and a card taken. Passing uses up nothing, but with a card played it uses that
# card, and without (N7.4) at most SEATS such turns follow each other.
USEFUL_TURNS: Final = TILES + GUEST_CARDS + CASH_CARDS + ACTION_CARDS
LONGEST: Final = USEFUL_TURNS + GUESTS + ACTION_CARDS * (4 + GUEST_SIZE) + (USEFUL_TURNS + 1) * SEATS

# Parts of an observation, see the game's README.
SPACE_FEATURES: Final = KINDS + COLOURS
CARD_FEATURES: Final = KINDS + 2
HAND_FEATURES: Final = 2 + CARD_FEATURES
PUB_FEATURES: Final = SPACES * SPACE_FEATURES + 2 * KINDS + HAND * HAND_FEATURES + 5
ROW_FEATURES: Final = OPEN_TILES * KINDS + OPEN_CARDS * (SPACE_FEATURES + CARD_FEATURES)
TIP_KINDS: Final = 5
UNSEEN_FEATURES: Final = KINDS + GUEST_CARDS + CARD_KINDS + TIP_KINDS
TURN_FEATURES: Final = OVER + 1 + SPACE_FEATURES + CARD_FEATURES + KINDS + SEATS + SPACES
FEATURES: Final = SEATS * PUB_FEATURES + ROW_FEATURES + UNSEEN_FEATURES + TURN_FEATURES + 4 + COLOURS + 7

Ids = Annotated[NDArray[np.int8], types.int8[::1]]


def list_neighbours() -> list[int]:
    """N1.1: for every space the ones that share a side with it."""
    beside = [0] * SPACES
    for pair in components.NEIGHBOURS:
        one, other = map(components.SPACES.index, pair)
        beside[one] |= 1 << other
        beside[other] |= 1 << one
    return beside


def list_bar_spaces(bars: int) -> int:
    """N3.2: the spaces, free or not, where a bar tile may join a pub that has bar tiles on these spaces."""
    allowed = 0
    for space in range(INSIDE):
        has_support = space != components.MIDDLE or NEIGHBOURS[space] & bars
        bar, grown = 0, 1 << space
        while bar != grown:
            bar = grown
            for joined in range(INSIDE):
                if bar >> joined & 1:
                    grown |= NEIGHBOURS[joined] & bars
        if has_support and bar.bit_count() <= components.LONGEST_BAR:
            allowed |= 1 << space
    return allowed


NEIGHBOURS: Final = list_neighbours()
BAR_SPACES: Final = np.array([list_bar_spaces(bars) for bars in range(1 << INSIDE)], np.int64)


class State:
    """A position. Seats, slots and kinds count from 0; things that look the same have the same number."""

    players: Small
    draws_from_stack: Small
    """N8: whether action cards come from the stack only."""
    threshold: Small

    stage: Small
    turn: Small
    """Whose turn it is."""
    decides: Small
    """Who decides now: in SEATING the owner of the pub; NONE when the game is over."""
    is_second_on: Small
    """N5.1: whether turns have a second action."""
    has_passed: Small
    """Whether this turn's first action was a pass."""
    idle_turns: Small
    """N7.4: how many turns in a row were a pass with no card played."""
    shown: Small
    """What the last action showed to everybody."""

    slot: Small
    """The hand slot of the card that was played in this turn, else NONE."""
    card: Small
    """The kind of that card, else NONE."""
    from_pub: Small
    """NAMING_KIND: the pub and the space that empty, else NONE."""
    from_space: Small
    group_kind: Small
    """SEATING: the furniture that the group looks for, else NONE."""
    waiting: Annotated[Smalls, COLOURS]
    """SEATING: the guests of the group that have no seat yet."""

    tiles_top: Small
    """Place of each stack's top in its shuffle."""
    guests_top: Small
    actions_top: Small
    cash_top: Small
    cards_played: Small

    tile_stack: Annotated[Smalls, TILES]
    """Kinds, top first; NONE where taken, UNKNOWN where nobody may look."""
    guest_stack: Annotated[Smalls, GUEST_CARDS]
    action_stack: Annotated[Smalls, ACTION_CARDS]
    cash_stack: Annotated[Smalls, CASH_CARDS]
    """Tips."""
    unseen_tiles: Annotated[Smalls, KINDS]
    """How many of each kind nobody has seen: all that are in the stack."""
    unseen_guests: Annotated[Smalls, GUEST_CARDS]
    unseen_actions: Annotated[Smalls, CARD_KINDS]
    """How many of each kind were never open: those in the stack and in hands that are not `is_known`."""
    unseen_tips: Annotated[Smalls, TIP_KINDS]
    """Of 30, 40, 50, 60, 70."""

    open_tiles: Annotated[Smalls, OPEN_TILES]
    open_guests: Annotated[Smalls, OPEN_CARDS]
    open_actions: Annotated[Smalls, OPEN_CARDS]
    start_tiles: Annotated[Smalls, SEATS, START_TILES]
    """N2.3: those not yet placed, in the order drawn."""
    hands: Annotated[Smalls, SEATS, HAND]
    """Kinds of card, NONE, or UNKNOWN to whoever this record is for."""
    is_known: Annotated[Smalls, SEATS, HAND]
    """N5.6: whether the card in this slot lay open before it was taken."""

    tiles: Annotated[Smalls, SEATS, SPACES]
    guests: Annotated[Smalls, SEATS, SPACES, COLOURS]
    gone_home: Annotated[Smalls, COLOURS]
    money: Annotated[Wholes, SEATS]

    in_pubs: Small
    """How many guests sit in all pubs together."""
    on_kind: Annotated[Smalls, KINDS]
    """How many guests sit on each kind of furniture, in all pubs together."""
    sitting: Annotated[Smalls, SEATS]
    """How many guests each pub has."""
    worth: Annotated[Shorts, SEATS]
    """What they pay."""
    free_seats: Annotated[Smalls, SEATS, KINDS]
    """Seats that a group could take; an empty table for a group counts as four."""
    empty: Annotated[Shorts, SEATS]
    """Spaces without a tile."""
    of_kind: Annotated[Shorts, SEATS, KINDS]
    """Spaces with a tile of this kind."""
    with_room: Annotated[Shorts, SEATS]
    """Spaces whose tile takes another guest."""
    with_guests: Annotated[Shorts, SEATS]
    """Spaces whose tile has a guest."""


STATE: Final = layout(State)


@jit
def open_tile(state: State, slot: int) -> None:
    """N2.5: lay the next tile open."""
    state.open_tiles[slot] = NONE
    if state.tiles_top < TILES:
        kind = int(state.tile_stack[state.tiles_top])
        state.tile_stack[state.tiles_top] = NONE
        state.tiles_top += 1
        state.unseen_tiles[kind] -= 1
        state.open_tiles[slot] = kind
        state.shown = kind + 1


@jit
def open_guest_card(state: State, slot: int) -> None:
    state.open_guests[slot] = NONE
    if state.guests_top < GUEST_CARDS:
        card = int(state.guest_stack[state.guests_top])
        state.guest_stack[state.guests_top] = NONE
        state.guests_top += 1
        state.unseen_guests[card] -= 1
        state.open_guests[slot] = card
        state.shown = card + 1


@jit
def draw_action_card(state: State) -> int:
    """Take the top of the stack of action cards, which is not empty, without showing it."""
    card = int(state.action_stack[state.actions_top])
    state.action_stack[state.actions_top] = NONE
    state.actions_top += 1
    return card


@jit
def open_action_card(state: State, slot: int) -> None:
    state.open_actions[slot] = NONE
    if state.actions_top < ACTION_CARDS:
        card = draw_action_card(state)
        state.unseen_actions[card] -= 1
        state.open_actions[slot] = card
        state.shown = card + 1


@jit
def place_tile(state: State, seat: int, space: int, kind: int) -> None:
    state.tiles[seat, space] = kind
    state.empty[seat] &= ~(1 << space)
    state.of_kind[seat, kind] |= 1 << space
    state.with_room[seat] |= 1 << space
    state.free_seats[seat, kind] += CAPACITY[kind]


@jit
def sit_down(state: State, seat: int, space: int) -> bool:
    """N6.1: seat the next guest, at a table for a group all of them; whether everybody has a seat now."""
    kind = int(state.group_kind)
    bit = 1 << space
    state.with_guests[seat] |= bit
    if kind >= FOOSBALL:
        number = 0
        for colour in range(COLOURS):
            count = int(state.waiting[colour])
            state.guests[seat, space, colour] = count
            state.worth[seat] += count * VALUES[colour]
            state.waiting[colour] = 0
            number += count
        state.free_seats[seat, kind] -= CAPACITY[kind]
        state.with_room[seat] &= ~bit
    else:
        number = 1
        colour = 0
        while state.waiting[colour] == 0:
            colour += 1
        state.waiting[colour] -= 1
        state.guests[seat, space, colour] += 1
        state.worth[seat] += VALUES[colour]
        state.free_seats[seat, kind] -= 1
        taken = 0
        for each in range(COLOURS):
            taken += int(state.guests[seat, space, each])
        if taken == CAPACITY[kind]:
            state.with_room[seat] &= ~bit
    state.sitting[seat] += number
    state.on_kind[kind] += number
    state.in_pubs += number
    return bool(state.waiting[0] + state.waiting[1] + state.waiting[2] == 0)


@jit
def stand_up(state: State, seat: int, space: int) -> int:
    """N5.2: all guests leave a tile and wait; their value."""
    kind = int(state.tiles[seat, space])
    number = 0
    value = 0
    for colour in range(COLOURS):
        count = int(state.guests[seat, space, colour])
        state.waiting[colour] = count
        state.guests[seat, space, colour] = 0
        number += count
        value += count * VALUES[colour]
    state.free_seats[seat, kind] += CAPACITY[kind] if kind >= FOOSBALL else number
    state.with_room[seat] |= 1 << space
    state.with_guests[seat] &= ~(1 << space)
    state.sitting[seat] -= number
    state.worth[seat] -= value
    state.on_kind[kind] -= number
    state.in_pubs -= number
    return value


@jit
def find_room(state: State, pub: int, kind: int, number: int) -> int:
    """N5.3: the first pub, clockwise from this one, where so many fit on that kind; NONE if there is none."""
    for _ in range(state.players):
        if state.free_seats[pub, kind] >= number:
            return pub
        pub += 1
        if pub == state.players:
            pub = 0
    return NONE


@jit
def collect(state: State) -> None:
    """Every owner gets the value of all guests in their pub."""
    for seat in range(state.players):
        state.money[seat] += state.worth[seat]


@jit
def end_game(state: State) -> None:
    state.stage = OVER
    state.decides = NONE


@jit
def end_turn(state: State) -> None:
    """The next owner's turn, or the end if nobody gets on (N7.4)."""
    if state.has_passed and state.slot == NONE:
        state.idle_turns += 1
    else:
        state.idle_turns = 0
    state.slot = NONE
    state.card = NONE
    state.has_passed = 0
    if state.idle_turns == state.players:
        collect(state)
        end_game(state)
        return
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0
    state.decides = state.turn
    state.stage = FIRST_ACTION


@jit
def end_first_action(state: State) -> None:
    """N5.1: the second action, where there is one."""
    if state.in_pubs >= state.threshold:
        state.is_second_on = 1
    has_card = state.hands[state.turn, 0] != NONE or state.hands[state.turn, 1] != NONE
    if state.is_second_on and has_card:
        state.stage = PLAYING_CARD
    else:
        end_turn(state)


@jit
def end_second_action(state: State) -> None:
    """N5.6: refill the hand, unless that was the last card of all (N7.2) or none is left to take."""
    state.decides = state.turn
    if state.cards_played == ACTION_CARDS:
        collect(state)
        end_game(state)
        return
    is_left = state.actions_top < ACTION_CARDS
    for slot in range(OPEN_CARDS):
        is_left = is_left or state.open_actions[slot] != NONE
    if is_left:
        state.stage = TAKING
    else:
        end_turn(state)


@jit
def move_guests(state: State, pub: int, space: int, kind: int) -> None:
    """N5.2-N5.4: the guests of a tile look for a kind of furniture, find it or go home."""
    value = stand_up(state, pub, space)
    number = int(state.waiting[0]) + int(state.waiting[1]) + int(state.waiting[2])
    found = find_room(state, pub, kind, number)
    is_unpaid = state.card & 1
    if found != pub and not is_unpaid:
        state.money[pub] += value
    if found == NONE:
        for colour in range(COLOURS):
            state.gone_home[colour] += state.waiting[colour]
            state.waiting[colour] = 0
        end_second_action(state)
    else:
        state.group_kind = kind
        state.decides = found
        state.stage = SEATING


@jit
def start(memory: Memory, players: int, options: Settings, deal: Codes) -> None:
    """N2: `deal` is furniture, guest cards, action cards and cash cards."""
    for at in range(memory.size):
        memory[at] = 0
    state: State = record(memory, STATE)
    state.players = players
    state.draws_from_stack = options[0]
    state.threshold = options[1]
    state.slot = NONE
    state.card = NONE
    state.from_pub = NONE
    state.from_space = NONE
    state.group_kind = NONE
    for at in range(TILES):
        state.tile_stack[at] = TILE_KINDS[deal[at]]
        state.unseen_tiles[TILE_KINDS[at]] += 1
    for at in range(GUEST_CARDS):
        state.guest_stack[at] = deal[TILES + at]
        state.unseen_guests[at] = 1
    for at in range(ACTION_CARDS):
        state.action_stack[at] = CARD_OF_ID[deal[TILES + GUEST_CARDS + at]]
        state.unseen_actions[CARD_OF_ID[at]] += 1
    for at in range(CASH_CARDS):
        state.cash_stack[at] = TIPS[deal[TILES + GUEST_CARDS + ACTION_CARDS + at]]
        state.unseen_tips[TIPS[at] // 10 - 3] += 1
    for seat in range(SEATS):
        for space in range(SPACES):
            state.tiles[seat, space] = NONE
        for slot in range(START_TILES):
            state.start_tiles[seat, slot] = NONE
        for slot in range(HAND):
            state.hands[seat, slot] = NONE
    for seat in range(players):  # N2.2
        state.empty[seat] = ALL_SPACES
        for slot in range(START_TILES):
            kind = int(state.tile_stack[state.tiles_top])
            state.start_tiles[seat, slot] = kind
            state.unseen_tiles[kind] -= 1
            state.tile_stack[state.tiles_top] = NONE
            state.tiles_top += 1
        for slot in range(HAND):
            state.hands[seat, slot] = draw_action_card(state)
    for slot in range(OPEN_TILES):
        open_tile(state, slot)
    for slot in range(OPEN_CARDS):
        open_guest_card(state, slot)
        state.open_actions[slot] = NONE
        if not state.draws_from_stack:
            open_action_card(state, slot)
    state.shown = 0


@jit
def to_move(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return state.decides


@jit
def find_start_tile(state: State) -> int:
    """N2.3: the slot of the start tile that is placed next."""
    slot = 0
    while state.start_tiles[state.turn, slot] == NONE:
        slot += 1
    return slot


@jit
def list_spaces(state: State, kind: int) -> int:
    """N3: where the owner whose turn it is may place a tile of this kind; as a mask."""
    allowed = INSIDE_SPACES
    if kind == NONE:
        allowed = 0
    elif kind == TERRACE:
        allowed = TERRACE_SPACES
    elif kind == BAR:
        allowed = int(BAR_SPACES[state.of_kind[state.turn, BAR]])
    return allowed & int(state.empty[state.turn])


@jit
def offer_spaces(spaces: int, code: int, out: Codes, count: int) -> int:
    """Write an action for every space of a mask behind the first `count`; how many there are then."""
    for space in range(SPACES):
        out[count] = code + space  # written over by the next one unless it counts: no branch to mispredict
        count += spaces >> space & 1
    return count


@jit
def offer_first_action(state: State, out: Codes) -> int:
    """N4: equip, welcome or collect; pass if none of them is possible."""
    seat = int(state.turn)
    count = 0
    for slot in range(OPEN_TILES):
        count = offer_spaces(list_spaces(state, int(state.open_tiles[slot])), EQUIP + slot * SPACES, out, count)
    for slot in range(OPEN_CARDS):
        card = int(state.open_guests[slot])
        if card != NONE and state.free_seats[seat, ASKED_KIND[card]] >= GROUP_SIZE[card]:
            out[count] = HOST + slot
            count += 1
    if 0 < state.sitting[seat] < state.in_pubs:
        out[count] = CASH
        count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@jit
def offer_tiles(state: State, out: Codes) -> int:
    """N5.2: every tile that the card played can empty."""
    kind = state.card >> 2
    is_to = state.card >> 1 & 1
    count = 0
    for pub in range(state.players):
        of_kind = int(state.of_kind[pub, kind])
        spaces = int(state.with_guests[pub]) & (~of_kind if is_to else of_kind)
        if spaces:
            count = offer_spaces(spaces, FROM + pub * SPACES, out, count)
    return count


@jit
def legal(memory: Memory, out: Codes) -> int:
    state: State = record(memory, STATE)
    if state.stage == SEATING:
        pub = int(state.decides)
        return offer_spaces(int(state.with_room[pub]) & int(state.of_kind[pub, state.group_kind]), SEAT, out, 0)
    if state.stage == FIRST_ACTION:
        return offer_first_action(state, out)
    if state.stage == NAMING_TILE:
        return offer_tiles(state, out)
    if state.stage == PUTTING:
        return offer_spaces(list_spaces(state, int(state.start_tiles[state.turn, find_start_tile(state)])), PUT, out, 0)
    count = 0
    if state.stage == PLAYING_CARD:
        for slot in range(HAND):
            out[count] = CARD + slot
            count += state.hands[state.turn, slot] != NONE
    elif state.stage == NAMING_KIND:
        for kind in range(KINDS):
            out[count] = TO + kind
            count += kind != state.tiles[state.from_pub, state.from_space]
    elif state.stage == TAKING:
        for slot in range(OPEN_CARDS):
            out[count] = TAKE + slot
            count += state.open_actions[slot] != NONE
        out[count] = TAKE_STACK
        count += state.actions_top < ACTION_CARDS
    return count


@jit
def put(state: State, space: int) -> None:
    """N2.3."""
    slot = find_start_tile(state)
    place_tile(state, int(state.turn), space, int(state.start_tiles[state.turn, slot]))
    state.start_tiles[state.turn, slot] = NONE
    if slot == START_TILES - 1:
        state.turn += 1
        if state.turn == state.players:
            state.turn = 0
            state.stage = FIRST_ACTION
        state.decides = state.turn


@jit
def host(state: State, slot: int) -> None:
    """N4.2: the owner's own guests now look for seats in their pub."""
    card = int(state.open_guests[slot])
    for colour in range(COLOURS):
        state.waiting[colour] = GROUP[card, colour]
    state.group_kind = ASKED_KIND[card]
    state.stage = SEATING
    open_guest_card(state, slot)


@jit
def cash(state: State) -> None:
    """N4.3, N7.1."""
    tip = int(state.cash_stack[state.cash_top])
    state.cash_stack[state.cash_top] = NONE
    state.cash_top += 1
    state.unseen_tips[tip // 10 - 3] -= 1
    state.shown = tip
    collect(state)
    state.money[state.turn] += tip
    if state.cash_top == CASH_CARDS:
        end_game(state)
    else:
        end_first_action(state)


@jit
def play_card(state: State, slot: int) -> None:
    """N5.2; N5.5: without effect if no tile can be named."""
    card = int(state.hands[state.turn, slot])
    if not state.is_known[state.turn, slot]:
        state.unseen_actions[card] -= 1
        state.shown = card + 1
    state.hands[state.turn, slot] = NONE
    state.is_known[state.turn, slot] = 0
    state.slot = slot
    state.card = card
    state.cards_played += 1
    movable = int(state.on_kind[card >> 2])
    if card >> 1 & 1:
        movable = int(state.in_pubs) - movable
    if movable > 0:
        state.stage = NAMING_TILE
    else:
        end_second_action(state)


@jit
def apply(memory: Memory, action: int) -> None:
    state: State = record(memory, STATE)
    state.shown = 0
    if action >= TAKE:
        if action == TAKE_STACK:
            state.hands[state.turn, state.slot] = draw_action_card(state)
        else:
            state.hands[state.turn, state.slot] = state.open_actions[action - TAKE]
            state.is_known[state.turn, state.slot] = 1
            open_action_card(state, action - TAKE)
        end_turn(state)
    elif action >= SEAT:
        if sit_down(state, int(state.decides), action - SEAT):
            state.group_kind = NONE
            if state.card == NONE:
                end_first_action(state)
            else:
                end_second_action(state)
    elif action >= TO:
        pub, space = int(state.from_pub), int(state.from_space)
        state.from_pub = NONE
        state.from_space = NONE
        move_guests(state, pub, space, action - TO)
    elif action >= FROM:
        pub, space = (action - FROM) // SPACES, (action - FROM) % SPACES
        if state.card >> 1 & 1:
            move_guests(state, pub, space, int(state.card) >> 2)
        else:
            state.from_pub = pub
            state.from_space = space
            state.stage = NAMING_KIND
    elif action >= CARD:
        play_card(state, action - CARD)
    elif action == PASS:
        state.has_passed = 1
        end_first_action(state)
    elif action == CASH:
        cash(state)
    elif action >= HOST:
        host(state, action - HOST)
    elif action >= EQUIP:
        slot, space = (action - EQUIP) // SPACES, (action - EQUIP) % SPACES
        place_tile(state, int(state.turn), space, int(state.open_tiles[slot]))
        open_tile(state, slot)
        end_first_action(state)
    else:
        put(state, action)


@jit
def revealed(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return state.shown


@jit
def returns(memory: Memory, out: Amounts) -> None:
    """N7.3: the most marks; equal marks share."""
    state: State = record(memory, STATE)
    most = state.money[0]
    sharing = 0
    for seat in range(state.players):
        if state.money[seat] > most:
            most = state.money[seat]
    for seat in range(state.players):
        sharing += state.money[seat] == most
    for seat in range(state.players):
        out[seat] = 1 / sharing if state.money[seat] == most else 0


@jit
def scores(memory: Memory, out: Amounts) -> None:
    state: State = record(memory, STATE)
    for seat in range(state.players):
        out[seat] = state.money[seat]


@jit
def hide(memory: Memory, seat: int) -> None:
    """The stacks, and others' cards that never lay open (N5.6)."""
    state: State = record(memory, STATE)
    for place in range(state.tiles_top, TILES):
        state.tile_stack[place] = UNKNOWN
    for place in range(state.guests_top, GUEST_CARDS):
        state.guest_stack[place] = UNKNOWN
    for place in range(state.actions_top, ACTION_CARDS):
        state.action_stack[place] = UNKNOWN
    for place in range(state.cash_top, CASH_CARDS):
        state.cash_stack[place] = UNKNOWN
    for other in range(state.players):
        for slot in range(HAND):
            if other != seat and state.hands[other, slot] != NONE and not state.is_known[other, slot]:
                state.hands[other, slot] = UNKNOWN


@jit
def shuffle(ids: Ids, count: int, rng: Random) -> None:
    for place in range(count - 1, 0, -1):
        other = below(rng, place + 1)
        ids[place], ids[other] = ids[other], ids[place]


@jit
def count_unseen_actions(state: State, seat: int, card: int) -> int:
    """How many action cards of this kind a seat has never seen."""
    count = int(state.unseen_actions[card])
    if seat >= 0:
        for slot in range(HAND):
            count -= state.hands[seat, slot] == card and not state.is_known[seat, slot]
    return count


@jit
def determinize(memory: Memory, seat: int, rng: Random) -> None:
    hide(memory, seat)
    state: State = record(memory, STATE)
    ids = np.empty(TILES, np.int8)  # the longest stack
    count = 0
    for kind in range(KINDS):
        for _ in range(state.unseen_tiles[kind]):
            ids[count] = kind
            count += 1
    shuffle(ids, count, rng)
    for at in range(count):
        state.tile_stack[state.tiles_top + at] = ids[at]
    count = 0
    for card in range(GUEST_CARDS):
        if state.unseen_guests[card]:
            ids[count] = card
            count += 1
    shuffle(ids, count, rng)
    for at in range(count):
        state.guest_stack[state.guests_top + at] = ids[at]
    count = 0
    for tip in range(TIP_KINDS):
        for _ in range(state.unseen_tips[tip]):
            ids[count] = 10 * (tip + 3)
            count += 1
    shuffle(ids, count, rng)
    for at in range(count):
        state.cash_stack[state.cash_top + at] = ids[at]
    count = 0
    for card in range(CARD_KINDS):
        for _ in range(count_unseen_actions(state, seat, card)):
            ids[count] = card
            count += 1
    shuffle(ids, count, rng)
    dealt = 0
    for other in range(state.players):
        for slot in range(HAND):
            if state.hands[other, slot] == UNKNOWN:
                state.hands[other, slot] = ids[dealt]
                dealt += 1
    for at in range(count - dealt):
        state.action_stack[state.actions_top + at] = ids[dealt + at]


@jit
def encode_card(card: int, out: Features, at: int) -> None:
    """An action card: its kind of furniture, whether it says `to`, whether it is unpaid."""
    if card >= 0:
        out[at + (card >> 2)] = 1
        out[at + KINDS] = card >> 1 & 1
        out[at + KINDS + 1] = card & 1


@jit
def encode_pub(state: State, seat: int, pub: int, out: Features, at: int) -> None:
    """One owner's pub, hand and money, as `seat` sees it."""
    for space in range(SPACES):
        if state.tiles[pub, space] != NONE:
            out[at + state.tiles[pub, space]] = 1
            for colour in range(COLOURS):
                out[at + KINDS + colour] = state.guests[pub, space, colour] / GUEST_SIZE
        at += SPACE_FEATURES
    for slot in range(START_TILES):
        if state.start_tiles[pub, slot] != NONE:
            out[at + state.start_tiles[pub, slot]] += 1
    at += KINDS
    for kind in range(KINDS):
        out[at + kind] = state.free_seats[pub, kind] / GUEST_SIZE
    at += KINDS
    for slot in range(HAND):
        out[at] = state.hands[pub, slot] != NONE
        out[at + 1] = state.is_known[pub, slot]
        if pub == seat or state.is_known[pub, slot]:
            encode_card(int(state.hands[pub, slot]), out, at + 2)
        at += HAND_FEATURES
    out[at] = state.money[pub] / 500
    out[at + 1] = state.worth[pub] / 100
    out[at + 2] = state.sitting[pub] / 10
    out[at + 3] = state.turn == pub
    out[at + 4] = state.decides == pub


@jit
def encode(memory: Memory, seat: int, out: Features) -> None:
    """Pubs clockwise from the observer's; the layout is in the game's README."""
    state: State = record(memory, STATE)
    for at in range(FEATURES):
        out[at] = 0
    for step in range(state.players):
        encode_pub(state, seat, (seat + step) % state.players, out, step * PUB_FEATURES)
    at = SEATS * PUB_FEATURES
    for slot in range(OPEN_TILES):
        if state.open_tiles[slot] != NONE:
            out[at + state.open_tiles[slot]] = 1
        at += KINDS
    for slot in range(OPEN_CARDS):
        card = int(state.open_guests[slot])
        if card != NONE:
            out[at + ASKED_KIND[card]] = 1
            for colour in range(COLOURS):
                out[at + KINDS + colour] = GROUP[card, colour] / GUEST_SIZE
        encode_card(int(state.open_actions[slot]), out, at + SPACE_FEATURES)
        at += SPACE_FEATURES + CARD_FEATURES
    for kind in range(KINDS):
        out[at + kind] = state.unseen_tiles[kind] / 4
    at += KINDS
    for card in range(GUEST_CARDS):
        out[at + card] = state.unseen_guests[card]
    at += GUEST_CARDS
    for card in range(CARD_KINDS):
        out[at + card] = count_unseen_actions(state, seat, card) / 2
    at += CARD_KINDS
    for tip in range(TIP_KINDS):
        out[at + tip] = state.unseen_tips[tip]
    at += TIP_KINDS
    out[at + state.stage] = 1
    at += OVER + 1
    if state.stage == SEATING:
        out[at + state.group_kind] = 1
        for colour in range(COLOURS):
            out[at + KINDS + colour] = state.waiting[colour] / GUEST_SIZE
    at += SPACE_FEATURES
    encode_card(int(state.card), out, at)
    at += CARD_FEATURES
    if state.stage == PUTTING:
        out[at + state.start_tiles[state.turn, find_start_tile(state)]] = 1
    at += KINDS
    if state.stage == NAMING_KIND:
        out[at + (state.from_pub - seat + state.players) % state.players] = 1
        out[at + SEATS + state.from_space] = 1
    at += SEATS + SPACES
    out[at] = (TILES - state.tiles_top) / TILES
    out[at + 1] = (GUEST_CARDS - state.guests_top) / GUEST_CARDS
    out[at + 2] = (ACTION_CARDS - state.actions_top) / ACTION_CARDS
    out[at + 3] = (CASH_CARDS - state.cash_top) / CASH_CARDS
    at += 4
    for colour in range(COLOURS):
        out[at + colour] = state.gone_home[colour] / 21
    at += COLOURS
    out[at] = state.players / SEATS
    out[at + 1] = state.draws_from_stack
    out[at + 2] = state.threshold / GUESTS
    out[at + 3] = state.is_second_on
    out[at + 4] = state.has_passed
    out[at + 5] = state.idle_turns / SEATS
    out[at + 6] = state.cards_played / ACTION_CARDS
