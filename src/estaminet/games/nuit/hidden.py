"""Hidden information: removed here and nowhere else, and imagined anew; and the outcomes of a draw."""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Amounts, Codes, Memory, Random, record, scratch, shape_of
from estaminet.engine.jit.random import below, shuffle
from estaminet.games.nuit.rules import (
    ACTION_CARDS,
    CASH,
    CASH_CARDS,
    COLOURS,
    DIFFERENT,
    EQUIP,
    GUEST_CARDS,
    HAND,
    HOST,
    KINDS,
    LARGEST_STACK,
    LAST_TURNS,
    NONE,
    SEATS,
    SIZES,
    STACKS,
    STATE,
    TAKE,
    TAKE_STACK,
    TILES,
    UNKNOWN,
    State,
    find_room,
)

STACK_IDS: Final = shape_of(np.int8, LARGEST_STACK)


@jit
def hide(memory: Memory, seat: int) -> None:
    """Stacks, and others' cards that were never open (N5.6)."""
    state: State = record(memory, STATE)
    for stack in range(STACKS):
        for place in range(state.tops[stack], SIZES[stack]):
            state.stacks[stack, place] = UNKNOWN
    for other in range(state.players):
        for slot in range(HAND):
            if other != seat and state.hands[other, slot] != NONE and not state.is_known[other, slot]:
                state.hands[other, slot] = UNKNOWN


@jit
def count_unseen(state: State, seat: int, stack: int, face: int) -> int:
    """Things of a stack with this face that a seat has never seen."""
    count = int(state.unseen[stack, face])
    if stack == ACTION_CARDS and seat >= 0:
        for slot in range(HAND):
            count -= state.hands[seat, slot] == face and not state.is_known[seat, slot]
    return count


@jit
def determinize(memory: Memory, seat: int, rng: Random) -> None:
    hide(memory, seat)
    state: State = record(memory, STATE)
    unseen = scratch(STACK_IDS)
    for stack in range(STACKS):
        count = 0
        for face in range(DIFFERENT[stack]):
            for _ in range(count_unseen(state, seat, stack, face)):
                unseen[count] = face
                count += 1
        shuffle(unseen, count, rng)
        if stack == ACTION_CARDS:
            for other in range(state.players):
                for slot in range(HAND):
                    if state.hands[other, slot] == UNKNOWN:
                        count -= 1
                        state.hands[other, slot] = unseen[count]
        for place in range(count):
            state.stacks[stack, state.tops[stack] + place] = unseen[place]


@jit
def redraw(memory: Memory, rng: Random) -> None:
    """The stacks, each by itself."""
    state: State = record(memory, STATE)
    for stack in range(STACKS):
        first = int(state.tops[stack])
        for place in range(SIZES[stack] - 1, first, -1):
            other = first + below(rng, place - first + 1)
            thing = state.stacks[stack, place]
            state.stacks[stack, place] = state.stacks[stack, other]
            state.stacks[stack, other] = thing


# The outcomes of a draw, for exact play: with all hands open, nobody knows more of the stacks than the others.

MOST_OUTCOMES: Final = max(DIFFERENT)
FEW_CARDS: Final = 2
"""With more action cards to come, the tree is too large for exact play at the table."""


@jit
def are_hands_known(state: State) -> bool:
    unknown = 0
    for seat in range(state.players):
        for slot in range(HAND):
            unknown += state.hands[seat, slot] == UNKNOWN
    return unknown == 0


@jit
def find_stack(state: State, action: int) -> int:
    """The stack from which an action draws, or NONE."""
    stack = NONE
    if EQUIP <= action < HOST:
        stack = TILES
    elif HOST <= action < CASH:
        stack = GUEST_CARDS
    elif action == CASH:
        stack = CASH_CARDS
    elif action >= TAKE:
        stack = ACTION_CARDS
    return NONE if stack != NONE and state.tops[stack] == SIZES[stack] else stack


@jit
def count_left(state: State, stack: int, face: int) -> int:
    """Things with this face in a stack, where all hands are known."""
    count = int(state.unseen[stack, face])
    if stack == ACTION_CARDS:
        for seat in range(state.players):
            for slot in range(HAND):
                count -= state.hands[seat, slot] == face and not state.is_known[seat, slot]
    return count


@jit
def outcomes(memory: Memory, action: int, weights: Amounts) -> int:
    """The faces that may be drawn, in ascending order, weighted by their number."""
    state: State = record(memory, STATE)
    if not are_hands_known(state):
        return -1
    stack = find_stack(state, action)
    if stack == NONE:
        return 0
    count = 0
    for face in range(DIFFERENT[stack]):
        left = count_left(state, stack, face)
        if left > 0:
            weights[count] = left
            count += 1
    # N5.6: a card from the stack is its owner's secret, unless all that are left are the same.
    return -1 if action == TAKE_STACK and count > 1 else count


@jit
def fix_outcome(memory: Memory, action: int, number: int) -> None:
    """Put the thing with that number in `outcomes` on top of the stack."""
    state: State = record(memory, STATE)
    stack = find_stack(state, action)
    face = 0
    while number > 0 or count_left(state, stack, face) == 0:
        number -= count_left(state, stack, face) > 0
        face += 1
    state.stacks[stack, state.tops[stack]] = face


@jit
def is_end_near(memory: Memory) -> bool:
    state: State = record(memory, STATE)
    return SIZES[ACTION_CARDS] - state.cards_played <= FEW_CARDS


@jit
def canonicalize(memory: Memory) -> None:
    """Clear what was shown, guests gone home, last turns."""
    state: State = record(memory, STATE)
    state.shown = 0
    for colour in range(COLOURS):
        state.gone_home[colour] = 0
    for seat in range(SEATS):
        for age in range(LAST_TURNS):
            state.last_turns[seat, age] = 0


@jit
def find_hosts(memory: Memory, pub: int, space: int, out: Codes) -> None:
    """N5.3: for each kind of furniture the pub that a tile's guests would find, or NONE."""
    state: State = record(memory, STATE)
    number = 0
    for colour in range(COLOURS):
        number += int(state.guests[pub, space, colour])
    for kind in range(KINDS):
        out[kind] = find_room(state, pub, kind, number)
