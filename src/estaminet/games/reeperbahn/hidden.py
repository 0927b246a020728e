"""Hidden information: removed here and nowhere else, and imagined anew; and the outcomes of a draw."""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.layout import Amounts, Codes, Ids, Memory, Random, record, scratch, shape_of
from estaminet.engine.jit.random import below, shuffle
from estaminet.games.reeperbahn.components import ABSENT, CARDS, CHARLY, HAND
from estaminet.games.reeperbahn.rules import (
    CHARM,
    DISCARD,
    END,
    FIGURES,
    FIRST_IDS,
    FRESH,
    KIND_OF,
    KINDS,
    LAST_TURNS,
    NONE,
    SEATS,
    STATE,
    State,
    apply,
    copies_of,
    pull,
)

Table = Annotated[NDArray[np.int16], types.int16[:, ::1]]
CARD_IDS: Final = shape_of(np.int8, CARDS)


@jit
def hide(memory: Memory, seat: int) -> None:
    """Opponent's hand, the stack, the refill to come, and all ids: players see kinds."""
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
    """Ids of one kind are alike, so open cards take the lowest ones; all others are shuffled."""
    hide(memory, seat)
    state: State = record(memory, STATE)
    opponent = 1 - seat if seat >= 0 else 0
    in_hands = scratch(CARD_IDS)  # cards certain to be in an unseen hand, then others
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


# The possible last cards, for exact play: drawing the last one ends the game, and nobody plays the cards drawn.
#
# So hidden cards can matter only once: after a charm, which draws nothing, the other player has a last turn. No
# second charm can follow (R8.3), and that turn ends the game. Before the last turn, hidden cards matter as soon as a
# turn ends; the cards of the turn itself are the player's own.

MOST_OUTCOMES: Final = KINDS

# Columns of `foresee`, after the squares of the figures.
PULLED: Final = FIGURES
WON: Final = FIGURES + 1
CHARLY_AFTER: Final = FIGURES + 2
FORESEEN: Final = FIGURES + 3


@jit
def count_hand(state: State, seat: int) -> int:
    """Number of visible cards in a hand."""
    count = 0
    for kind in range(KINDS):
        count += state.hand[seat, kind]
    return count


@jit
def find_stranger(state: State) -> int:
    """The seat with the hidden hand, or NONE."""
    for seat in range(SEATS):
        if count_hand(state, seat) < state.hand_sizes[seat]:
            return seat
    return NONE


@jit
def is_last_turn(state: State) -> bool:
    """Whether every `end` of this turn draws the last card of the second stack."""
    gone = 1 if state.mode == FRESH else HAND - state.hand_sizes[state.turn]
    return bool(state.is_refilled and gone >= state.stack)


@jit
def list_last_cards(state: State, stranger: int, counts: Ids) -> None:
    """For each kind, the cards that may be the last one: neither seen nor known to be in the stranger's hand."""
    for kind in range(KINDS):
        counts[kind] = copies_of(state, kind) - state.discards[kind] - state.hand[1 - stranger, kind]
        counts[kind] -= state.known[stranger, kind]


@jit_allocating
def outcomes(memory: Memory, action: int, weights: Amounts) -> int:
    """The possible kinds of the stack's last card when a charm hands over the turn."""
    state: State = record(memory, STATE)
    hands_over = action == END or CHARM <= action < DISCARD
    if not is_last_turn(state):
        return -1 if hands_over else 0
    stranger = find_stranger(state)
    if stranger == NONE:
        return 0
    if not hands_over:
        return 0
    if action == END:
        weights[0] = 1
        return 1
    counts = np.empty(KINDS, np.int8)
    list_last_cards(state, stranger, counts)
    count = 0
    for kind in range(KINDS):
        if counts[kind] > 0:
            weights[count] = counts[kind]
            count += 1
    return count


@jit_allocating
def fix_outcome(memory: Memory, action: int, number: int) -> None:
    """Put the card of that number at the bottom of the stack, and the others into the hand that was hidden."""
    state: State = record(memory, STATE)
    if action == END:
        for place in range(state.stack):
            state.deck[place] = 0  # any card: the game ends with it
        return
    stranger = find_stranger(state)
    counts = np.empty(KINDS, np.int8)
    list_last_cards(state, stranger, counts)
    for kind in range(KINDS):
        state.hand[stranger, kind] = counts[kind] + state.known[stranger, kind]
        if counts[kind] > 0:
            if number == 0:
                state.hand[stranger, kind] -= 1
                state.deck[0] = FIRST_IDS[kind]
            number -= 1


@jit
def canonicalize(memory: Memory) -> None:
    """Clear the actions of this turn and the last ones; since the refill also ids, discards and the known cards."""
    state: State = record(memory, STATE)
    state.done_count = 0
    for at in range(HAND):
        state.done[at] = 0
    for seat in range(SEATS):
        for age in range(LAST_TURNS):
            state.last_turns[seat, age] = 0
    if state.is_refilled:
        for seat in range(SEATS):
            state.hand_cards[seat] = 0
            for kind in range(KINDS):
                state.known[seat, kind] = 0
        for kind in range(KINDS):
            state.discards[kind] = 0
            state.known_together[kind] = 0


@jit
def foresee(world: Memory, after: Memory, actions: Codes, out: Table) -> None:
    """Effect of each action, independent of hidden cards, from any world that agrees with the seat's knowledge.

    A row each: the squares of the figures, Charly's pull, the winner, and Charly's square at the end of the
    turn. `after` is scratch.
    """
    state: State = record(after, STATE)
    for row in range(actions.size):
        for at in range(world.size):
            after[at] = world[at]
        seat = int(state.turn)
        apply(after, actions[row])
        for figure in range(FIGURES):
            out[row, figure] = state.figures[figure]
        out[row, PULLED] = pull(state, seat)
        out[row, WON] = state.winner
        if state.winner == NONE and state.turn == seat:
            apply(after, END)
        out[row, CHARLY_AFTER] = state.figures[CHARLY]
