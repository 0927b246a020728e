"""What a seat knows: secrets are removed here and nowhere else, and imagined anew."""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Memory, Random, record, scratch, shape_of
from estaminet.engine.jit.random import below, shuffle
from estaminet.games.reeperbahn.components import ABSENT, CARDS, HAND
from estaminet.games.reeperbahn.rules import FIRST_IDS, KIND_OF, KINDS, NONE, SEATS, STATE, State, copies_of

CARD_IDS: Final = shape_of(np.int8, CARDS)


@jit
def hide(memory: Memory, seat: int) -> None:
    """The opponent's hand, the stack, the refill to come, and all ids: people see kinds."""
    state: State = record(memory, STATE)
    for other in range(SEATS):
        state.hand_cards[other] = 0
        for kind in range(KINDS):
            if other != seat:
                state.hand[other, kind] = 0
            if seat < 0:
                state.known[other, kind] = 0
    for place in range(CARDS):
        state.deck[place] = NONE
        state.reshuffle[place] = NONE
    for at in range(state.done_count, HAND):
        state.done[at] = 0


@jit
def determinize(memory: Memory, seat: int, rng: Random) -> None:
    """Ids of one kind are alike, so that open cards take the lowest ones; all others are shuffled."""
    hide(memory, seat)
    state: State = record(memory, STATE)
    opponent = 1 - seat if seat >= 0 else 0
    in_hands = scratch(CARD_IDS)  # cards that an unseen hand has for certain, then others
    hidden = scratch(CARD_IDS)
    certain = 0
    unseen = 0
    for kind in range(KINDS):
        card = FIRST_IDS[kind]
        end = card + copies_of(state, kind)
        if seat >= 0:
            for _ in range(state.hand[seat, kind]):
                state.hand_cards[seat] |= 1 << card
                card += 1
        card += state.discards[kind]
        sure = int(state.known[opponent, kind] if seat >= 0 else state.known_together[kind])
        for _ in range(sure):
            in_hands[certain] = card
            certain += 1
            card += 1
        while card < end:
            hidden[unseen] = card
            unseen += 1
            card += 1
    shuffle(hidden, unseen, rng)
    total = int(state.hand_sizes[opponent])
    if seat < 0:
        total += state.hand_sizes[1]
    while certain < total:
        unseen -= 1
        in_hands[certain] = hidden[unseen]
        certain += 1
    if seat < 0:
        shuffle(in_hands, total, rng)
    for at in range(total):
        owner = opponent if at < state.hand_sizes[opponent] else 1
        state.hand_cards[owner] |= 1 << int(in_hands[at])
        state.hand[owner, KIND_OF[in_hands[at]]] += 1
    for place in range(state.stack):
        state.deck[place] = hidden[place]
    if not state.is_refilled:
        count = 0
        for card in range(CARDS):
            if card != ABSENT or not state.is_royal_visit:
                hidden[count] = card
                count += 1
        shuffle(hidden, count, rng)
        for place in range(count):
            state.reshuffle[place] = hidden[place]


@jit
def redraw(memory: Memory, rng: Random) -> None:
    """The stack, and the refill to come."""
    state: State = record(memory, STATE)
    for place in range(int(state.stack) - 1, 0, -1):
        other = below(rng, place + 1)
        card = state.deck[place]
        state.deck[place] = state.deck[other]
        state.deck[other] = card
    if not state.is_refilled:
        for place in range(int(state.cards) - 1, 0, -1):
            other = below(rng, place + 1)
            card = state.reshuffle[place]
            state.reshuffle[place] = state.reshuffle[other]
            state.reshuffle[other] = card
