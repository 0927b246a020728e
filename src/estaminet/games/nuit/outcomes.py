"""What a draw may bring, for exact play: where every hand is open, nobody knows more of the stacks than all others."""

from typing import Final

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Amounts, Memory, record
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
    LAST_TURNS,
    NONE,
    SEATS,
    SIZES,
    STATE,
    TAKE,
    TAKE_STACK,
    TILES,
    UNKNOWN,
    State,
)

MOST_OUTCOMES: Final = max(DIFFERENT)
FEW_CARDS: Final = 2
"""With more action cards to be played, all that may happen is too much to calculate at the table."""


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
    """How many with this face lie in a stack, where all hands are known."""
    count = int(state.unseen[stack, face])
    if stack == ACTION_CARDS:
        for seat in range(state.players):
            for slot in range(HAND):
                count -= state.hands[seat, slot] == face and not state.is_known[seat, slot]
    return count


@jit
def outcomes(memory: Memory, action: int, weights: Amounts) -> int:
    """The faces of what may be drawn, in ascending order, weighted by how many there are."""
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
    # N5.6: a card from the stack is a secret of its owner, unless all that are left are the same.
    return -1 if action == TAKE_STACK and count > 1 else count


@jit
def fix_outcome(memory: Memory, action: int, number: int) -> None:
    """Put what has that number, counted as `outcomes` does, on top of the stack."""
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
    """What was just shown, who went home, and the last turns."""
    state: State = record(memory, STATE)
    state.shown = 0
    for colour in range(COLOURS):
        state.gone_home[colour] = 0
    for seat in range(SEATS):
        for age in range(LAST_TURNS):
            state.last_turns[seat, age] = 0
