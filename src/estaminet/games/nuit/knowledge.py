"""What a seat knows: secrets are removed here and nowhere else, and imagined anew."""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Memory, Random, record, scratch, shape_of
from estaminet.engine.jit.random import below, shuffle
from estaminet.games.nuit.rules import (
    ACTION_CARDS,
    DIFFERENT,
    HAND,
    LARGEST_STACK,
    NONE,
    SIZES,
    STACKS,
    STATE,
    UNKNOWN,
    State,
)

STACK_IDS: Final = shape_of(np.int8, LARGEST_STACK)


@jit
def hide(memory: Memory, seat: int) -> None:
    """The stacks, and others' cards that never lay open (N5.6)."""
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
    """How many things of a stack with this face a seat has never seen."""
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
