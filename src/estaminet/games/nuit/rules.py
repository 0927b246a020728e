"""The rules N1-N8 as plain functions over one record. Legality is written in `legal` and nowhere else.

Sets of spaces are bit masks: bit 0 is i1, bit 9 is t3. What `legal` reads most is kept as sums and
masks beside the pubs themselves; only `place_tile`, `sit_down` and `stand_up` write them.
"""

from typing import Annotated, Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import (
    Amounts,
    Codes,
    Memory,
    PackedOptions,
    Shorts,
    Small,
    Smalls,
    Wholes,
    layout,
    record,
)
from estaminet.engine.kernel import share_victory
from estaminet.games.nuit import components

SEATS: Final = 5
SPACES: Final = len(components.SPACES)
INSIDE: Final = components.INSIDE
KINDS: Final = len(components.KINDS)
COLOURS: Final = len(components.COLOURS)
START_TILES: Final = 3
HAND: Final = 2
LARGEST_GROUP: Final = 4  # no card and no tile has more guests

# The stacks, in the order of a deal. OPEN is the number of open things beside each.
TILES: Final = 0
GUEST_CARDS: Final = 1
ACTION_CARDS: Final = 2
CASH_CARDS: Final = 3
STACKS: Final = 4
ROWS: Final = 3
IDS: Final = (components.TILES, range(len(components.GUEST_CARDS)), components.ACTION_CARD_IDS, components.TIP_IDS)
SIZES: Final = tuple(len(ids) for ids in IDS)
DIFFERENT: Final = tuple(max(ids) + 1 for ids in IDS)
"""The number of faces in a stack."""
OPEN: Final = (2, 3, 3)
MOST_OPEN: Final = max(OPEN)
LARGEST_STACK: Final = max(SIZES)
MOST_DIFFERENT: Final = max(DIFFERENT)
FACES: Final = np.array([face for ids in IDS for face in ids], np.int64)
"""The faces of the things of a deal, by id, one stack after the other."""

TIPS: Final = np.array(components.TIPS, np.int64)
VALUES: Final = np.array(components.VALUES, np.int64)
CAPACITY: Final = np.array([furniture.seats for furniture in components.FURNITURE], np.int64)
ASKED_KIND: Final = np.array([card.kind for card in components.GUEST_CARDS], np.int64)
GROUP: Final = np.array([card.guests for card in components.GUEST_CARDS], np.int64)
GROUP_SIZE: Final = GROUP.sum(axis=1)
GUESTS: Final = int(GROUP_SIZE.sum())

TERRACE: Final = components.KINDS.index("terrace")
BAR: Final = components.KINDS.index("bar")
FOOSBALL: Final = components.KINDS.index("foosball")  # from here on: one group a tile (N6.1)
ALL_SPACES: Final = (1 << SPACES) - 1
INSIDE_SPACES: Final = (1 << INSIDE) - 1
TERRACE_SPACES: Final = ALL_SPACES - INSIDE_SPACES

# Action codes; the texts are in `components`, in the same order.
PUT: Final = 0
EQUIP: Final = PUT + SPACES
HOST: Final = EQUIP + OPEN[TILES] * SPACES
CASH: Final = HOST + OPEN[GUEST_CARDS]
PASS: Final = CASH + 1
CARD: Final = PASS + 1
FROM: Final = CARD + HAND
TO: Final = FROM + SEATS * SPACES
SEAT: Final = TO + KINDS
TAKE: Final = SEAT + SPACES
TAKE_STACK: Final = TAKE + OPEN[ACTION_CARDS]

# A remembered turn: its first action, the card played, the pubs that guests left and went to, and their value
# in tens of marks; 0 is none, so cards and pubs are counted from 1. All of it is one number; these are the
# bits at which its parts begin.
LAST_TURNS: Final = 2
LAST_FROM: Final = 4
LAST_TO: Final = 8
LAST_VALUE: Final = 12
LAST_CARD: Final = 16
EQUIPPED: Final = 1
HOSTED: Final = 2
CASHED: Final = 3
PASSED: Final = 4

# Stages: the next action.
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
# `put`, `equip`, `host` and `cash` each use up a tile or card for good, and so does a `pass` with a card played; every
# guest is seated once from a guest card; a card played is `card`, `from`, `to`, `take` and a group to seat. Between two
# such turns there are at most SEATS that use up nothing (N7.4).
USEFUL_TURNS: Final = sum(SIZES)
LONGEST: Final = USEFUL_TURNS + GUESTS + SIZES[ACTION_CARDS] * (4 + LARGEST_GROUP) + (USEFUL_TURNS + 1) * SEATS


def list_neighbours() -> list[int]:
    """N1.1: for every space those that share a side with it."""
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
    """A position. Seats, slots and kinds count from 0; things with the same face have the same number."""

    players: Small
    """The number of players."""
    draws_from_stack: Small
    """N8: whether action cards come from the stack only."""
    threshold: Small
    """N8: the least number of guests for second actions."""

    stage: Small
    """The next action: put (0), the first of a turn (1), seat (2), card (3), from (4), to (5), take (6), none (7)."""
    turn: Small
    """Whose turn it is."""
    decides: Small
    """The owner to decide: in SEATING the pub's; NONE when the game is over."""
    is_second_on: Small
    """N5.1: whether turns have a second action."""
    has_passed: Small
    """Whether this turn's first action was a pass."""
    idle_turns: Small
    """N7.4: the number of passes in a row with no card played."""
    shown: Small
    """What the last action made public."""

    slot: Small
    """The hand slot of the card played in this turn, else NONE."""
    card: Small
    """The kind of that card, else NONE."""
    from_pub: Small
    """NAMING_KIND: the pub of the tile about to empty, else NONE."""
    from_space: Small
    """NAMING_KIND: the space of that tile, else NONE."""
    group_kind: Small
    """SEATING: the furniture that the group looks for, else NONE."""
    waiting: Annotated[Smalls, COLOURS]
    """SEATING: the guests of the group without a seat."""

    stacks: Annotated[Smalls, STACKS, LARGEST_STACK]
    """N2.4, top first: kinds of furniture, guest cards, kinds of action card, kinds of tip. NONE where taken or
    past the end, UNKNOWN where hidden."""
    tops: Annotated[Smalls, STACKS]
    """Place of each stack's top."""
    unseen: Annotated[Smalls, STACKS, MOST_DIFFERENT]
    """The number of each face never seen openly: in the stack, or in hands that are not `is_known`."""
    rows: Annotated[Smalls, ROWS, MOST_OPEN]
    """N2.5: the open tiles, guest cards and action cards."""
    cards_played: Small
    """Number of action cards played."""
    start_tiles: Annotated[Smalls, SEATS, START_TILES]
    """N2.3: those not yet placed, in the order drawn."""
    hands: Annotated[Smalls, SEATS, HAND]
    """Kinds of card, NONE, or UNKNOWN where this record hides them."""
    is_known: Annotated[Smalls, SEATS, HAND]
    """N5.6: whether the card in this slot was open before it was taken."""

    tiles: Annotated[Smalls, SEATS, SPACES]
    """The kind of furniture on each space of each pub, else NONE."""
    guests: Annotated[Smalls, SEATS, SPACES, COLOURS]
    """The guests of each colour on it."""
    gone_home: Annotated[Smalls, COLOURS]
    """The guests of each colour gone home."""
    money: Annotated[Wholes, SEATS]
    """The marks of each owner."""

    last_turns: Annotated[Wholes, SEATS, LAST_TURNS]
    """Each owner's last turns, the newest first: equip (1), host (2), cash (3) or pass (4)
    + (1 + the pub that guests left) << 4 + (1 + the pub that they went to) << 8 + their value / 10 << 12
    + (1 + the kind of the action card) << 16, with 0 for none. A turn is among them from its first action on."""

    in_pubs: Small
    """Number of guests in all pubs together."""
    on_kind: Annotated[Smalls, KINDS]
    """The number of guests on each kind of furniture, in all pubs."""
    sitting: Annotated[Smalls, SEATS]
    """Number of guests in each pub."""
    worth: Annotated[Shorts, SEATS]
    """Their pay."""
    free_seats: Annotated[Smalls, SEATS, KINDS]
    """The seats open to a group; an empty table for a group counts as four."""
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
def draw(state: State, stack: int) -> int:
    """Take the top of a non-empty stack, without showing it."""
    top = int(state.tops[stack])
    drawn = int(state.stacks[stack, top])
    state.stacks[stack, top] = NONE
    state.tops[stack] = top + 1
    return drawn


@jit
def draw_openly(state: State, stack: int) -> int:
    """Take the top of a non-empty stack, and show it to everybody."""
    drawn = draw(state, stack)
    state.unseen[stack, drawn] -= 1
    state.shown = drawn + 1
    return drawn


@jit
def refill_row(state: State, stack: int, slot: int) -> None:
    """N2.5: reveal the next one; the slot stays empty if there is none."""
    state.rows[stack, slot] = NONE
    if state.tops[stack] < SIZES[stack]:
        state.rows[stack, slot] = draw_openly(state, stack)


@jit
def place_tile(state: State, seat: int, space: int, kind: int) -> None:
    state.tiles[seat, space] = kind
    state.empty[seat] &= ~(1 << space)
    state.of_kind[seat, kind] |= 1 << space
    state.with_room[seat] |= 1 << space
    state.free_seats[seat, kind] += CAPACITY[kind]


@jit
def sit_down(state: State, seat: int, space: int) -> bool:
    """N6.1: seat the next guest, or a whole group at its table; whether all have a seat now."""
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
    """N5.3: the first pub, clockwise from this one, with room for so many on that kind; else NONE."""
    for _ in range(state.players):
        if state.free_seats[pub, kind] >= number:
            return pub
        pub += 1
        if pub == state.players:
            pub = 0
    return NONE


@jit
def collect(state: State) -> None:
    """Pay each owner the value of all guests in their pub."""
    for seat in range(state.players):
        state.money[seat] += state.worth[seat]


@jit
def end_game(state: State) -> None:
    state.stage = OVER
    state.decides = NONE


@jit
def end_turn(state: State) -> None:
    """The next owner's turn, or the end of a stalled game (N7.4)."""
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
    """N5.6: refill the hand, unless that was the very last card (N7.2) or none is left to take."""
    state.decides = state.turn
    if state.cards_played == SIZES[ACTION_CARDS]:
        collect(state)
        end_game(state)
        return
    is_left = state.tops[ACTION_CARDS] < SIZES[ACTION_CARDS]
    for slot in range(OPEN[ACTION_CARDS]):
        is_left = is_left or state.rows[ACTION_CARDS, slot] != NONE
    if is_left:
        state.stage = TAKING
    else:
        end_turn(state)


@jit
def remember_turn(state: State, first_action: int) -> None:
    turns = state.last_turns[np.uint64(state.turn)]
    for age in range(LAST_TURNS - 1, 0, -1):
        turns[age] = turns[age - 1]
    turns[0] = first_action


@jit
def move_guests(state: State, pub: int, space: int, kind: int) -> None:
    """N5.2-N5.4: the guests of a tile look for a kind of furniture, find it or go home."""
    value = stand_up(state, pub, space)
    number = int(state.waiting[0]) + int(state.waiting[1]) + int(state.waiting[2])
    found = find_room(state, pub, kind, number)
    moved = (1 + pub << LAST_FROM) + (1 + found << LAST_TO) + (value // 10 << LAST_VALUE)
    state.last_turns[np.uint64(state.turn), 0] += moved
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
def start(memory: Memory, players: int, options: PackedOptions, deal: Codes) -> None:
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
    at = 0
    for stack in range(STACKS):
        first = at
        for place in range(LARGEST_STACK):
            state.stacks[stack, place] = NONE
        for place in range(SIZES[stack]):
            state.stacks[stack, place] = FACES[first + deal[at]]
            state.unseen[stack, FACES[at]] += 1
            at += 1
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
            state.start_tiles[seat, slot] = draw_openly(state, TILES)
        for slot in range(HAND):
            state.hands[seat, slot] = draw(state, ACTION_CARDS)
    for row in range(ROWS):
        for slot in range(MOST_OPEN):
            state.rows[row, slot] = NONE
        if row != ACTION_CARDS or not state.draws_from_stack:
            for slot in range(OPEN[row]):
                refill_row(state, row, slot)
    state.shown = 0


@jit
def to_move(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return state.decides


@jit
def find_start_tile(state: State) -> int:
    """N2.3: the slot of the next start tile."""
    slot = 0
    while state.start_tiles[state.turn, slot] == NONE:
        slot += 1
    return slot


@jit
def list_spaces(state: State, kind: int) -> int:
    """N3: possible spaces for a tile of this kind, for the owner in turn, as a mask."""
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
    """Write an action for every space of a mask after the first `count`; the new count."""
    for space in range(SPACES):
        out[count] = code + space  # overwritten by the next one unless it counts: no branch to mispredict
        count += spaces >> space & 1
    return count


@jit
def offer_first_action(state: State, out: Codes) -> int:
    """N4: equip, welcome or collect; pass if none of them is possible."""
    seat = int(state.turn)
    count = 0
    for slot in range(OPEN[TILES]):
        count = offer_spaces(list_spaces(state, int(state.rows[TILES, slot])), EQUIP + slot * SPACES, out, count)
    for slot in range(OPEN[GUEST_CARDS]):
        card = int(state.rows[GUEST_CARDS, slot])
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
        for slot in range(OPEN[ACTION_CARDS]):
            out[count] = TAKE + slot
            count += state.rows[ACTION_CARDS, slot] != NONE
        out[count] = TAKE_STACK
        count += state.tops[ACTION_CARDS] < SIZES[ACTION_CARDS]
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
    """N4.2: the owner's new guests now look for seats in their pub."""
    card = int(state.rows[GUEST_CARDS, slot])
    for colour in range(COLOURS):
        state.waiting[colour] = GROUP[card, colour]
    state.group_kind = ASKED_KIND[card]
    state.stage = SEATING
    refill_row(state, GUEST_CARDS, slot)


@jit
def cash(state: State) -> None:
    """N4.3, N7.1."""
    collect(state)
    state.money[state.turn] += TIPS[draw_openly(state, CASH_CARDS)]
    if state.tops[CASH_CARDS] == SIZES[CASH_CARDS]:
        end_game(state)
    else:
        end_first_action(state)


@jit
def play_card(state: State, slot: int) -> None:
    """N5.2; N5.5: without effect if no tile can be named."""
    card = int(state.hands[state.turn, slot])
    if not state.is_known[state.turn, slot]:
        state.unseen[ACTION_CARDS, card] -= 1
        state.shown = card + 1
    state.hands[state.turn, slot] = NONE
    state.is_known[state.turn, slot] = 0
    state.slot = slot
    state.card = card
    state.cards_played += 1
    state.last_turns[np.uint64(state.turn), 0] += 1 + card << LAST_CARD
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
            state.hands[state.turn, state.slot] = draw(state, ACTION_CARDS)
        else:
            state.hands[state.turn, state.slot] = state.rows[ACTION_CARDS, action - TAKE]
            state.is_known[state.turn, state.slot] = 1
            refill_row(state, ACTION_CARDS, action - TAKE)
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
        remember_turn(state, PASSED)
        end_first_action(state)
    elif action == CASH:
        remember_turn(state, CASHED)
        cash(state)
    elif action >= HOST:
        remember_turn(state, HOSTED)
        host(state, action - HOST)
    elif action >= EQUIP:
        slot, space = (action - EQUIP) // SPACES, (action - EQUIP) % SPACES
        remember_turn(state, EQUIPPED)
        place_tile(state, int(state.turn), space, int(state.rows[TILES, slot]))
        refill_row(state, TILES, slot)
        end_first_action(state)
    else:
        put(state, action)


@jit
def revealed(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return state.shown


@jit
def scores(memory: Memory, out: Amounts) -> None:
    state: State = record(memory, STATE)
    for seat in range(state.players):
        out[seat] = state.money[seat]


@jit
def returns(memory: Memory, out: Amounts) -> None:
    """N7.3: the most marks; equal marks share."""
    state: State = record(memory, STATE)
    scores(memory, out)
    share_victory(out, state.players)
