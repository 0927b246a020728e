"""The rules R1-R8 as plain functions over one record. Legality is written in `legal` and nowhere else."""

from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Amounts, Codes, Memory, PackedOptions, Small, Smalls, layout, record
from estaminet.games.reeperbahn import components
from estaminet.games.reeperbahn.components import (
    ABSENT,
    CARDS,
    CENTRE,
    CHARLY,
    FLANK_CARD,
    GUARD1,
    GUARD2,
    HAND,
    HANS,
    HANS1,
    LILLI,
    LILLI_CARD,
    LOLA,
    LOLA0,
    LOLA1,
    SQUARES,
    E,
    W,
)

SEATS: Final = 2
KINDS: Final = len(components.KINDS)
COPIES: Final = np.array([kind.copies for kind in components.KINDS], np.int64)
FIRST_IDS: Final = np.array(components.FIRST_IDS, np.int64)
KIND_OF: Final = np.array(components.KIND_OF, np.int64)
KIND_CARDS: Final = ((1 << COPIES) - 1) << FIRST_IDS
"""For each kind its ids, one bit an id."""

FIGURES: Final = len(components.FIGURES)
LAST_TURNS: Final = 4
"""Number of turns of each seat in the observation."""
COUNT_BITS: Final = 4
"""A remembered turn is one number, with this many bits for the cards of each kind."""
MOVABLE: Final = 5
"""All but Charly: cards do not move him."""

FIRST_ENTRANCE: Final = (2, 16)
"""R8.2: the first square of each entrance that a figure reaches."""

# Action codes; the texts are in `components`, in the same order.
PLAY_LILLI: Final = 0
COURT: Final = 1
PLAY_GUARD1: Final = 2
PLAY_GUARD2: Final = 4
PLAY_BOTH_GUARDS: Final = 6
FLANK: Final = 7
PLAY_HANS: Final = 8
PLAY_LOLA: Final = 11
LOLA_TO_CENTRE: Final = 16
JOKER: Final = 17
CHARM: Final = 37
DISCARD: Final = 40
END: Final = 53

HANS_CARDS: Final = 3
NUMBERS: Final = 5
"""Red cards go from 1 to 5."""
JOKER_FIGURES: Final = 4

# R3: the mode of a turn, from its first action.
FRESH: Final = 0
GREEN: Final = 1
GREY: Final = 2
YELLOW: Final = 3
RED: Final = 4
"""R4.9: red cards move Lola herself."""
RED_AS_GREEN: Final = 5
RED_AS_GREY: Final = 6
RED_AS_YELLOW: Final = 7
SWAP: Final = 8
MODES: Final = 9

NONE: Final = -1
DRAW: Final = 2
"""R6.3: the winner of a drawn game."""

# The effect of cards, by action code; `flank` and `lola0` place figures instead.
EFFECT: Final = np.array(
    [  # mode of the turn, kind of card, cards, squares of Lilli, w, e, Hans and Lola
        (GREEN, LILLI_CARD, 1, 1, 0, 0, 0, 0),
        (GREEN, LILLI_CARD, 2, 1, 1, 1, 0, 0),
        (GREY, GUARD1, 1, 0, 1, 0, 0, 0),
        (GREY, GUARD1, 1, 0, 0, 1, 0, 0),
        (GREY, GUARD2, 1, 0, 2, 0, 0, 0),
        (GREY, GUARD2, 1, 0, 0, 2, 0, 0),
        (GREY, GUARD2, 1, 0, 1, 1, 0, 0),
        (GREY, FLANK_CARD, 1, 0, 0, 0, 0, 0),
        *((YELLOW, HANS1 + at, 1, 0, 0, 0, at + 1, 0) for at in range(HANS_CARDS)),
        *((RED, LOLA1 + at, 1, 0, 0, 0, 0, at + 1) for at in range(NUMBERS)),
        (RED, LOLA0, 1, 0, 0, 0, 0, 0),
        *(
            effect
            for at in range(NUMBERS)
            for effect in (
                (RED_AS_GREEN, LOLA1 + at, 1, at + 1, 0, 0, 0, 0),
                (RED_AS_YELLOW, LOLA1 + at, 1, 0, 0, 0, at + 1, 0),
                (RED_AS_GREY, LOLA1 + at, 1, 0, at + 1, 0, 0, 0),
                (RED_AS_GREY, LOLA1 + at, 1, 0, 0, at + 1, 0, 0),
            )
        ),
    ],
    np.int64,
)
MODE: Final = 0
KIND: Final = 1
COUNT: Final = 2
MOVES: Final = 3

MOST_LEGAL: Final = 42
"""Eight cards: five red numbers (5 actions each), guard2 (3), guard1 (2), another (1); 8 discards, 2 charms.
And a place for an action that `legal` writes, but does not count."""
TURNS_WITH_CARDS: Final = 2 * (CARDS - SEATS * HAND)
"""R8.3: each draws at least one card of the first stack, or one of the second that its refill did not need at once."""
LONGEST: Final = 3 * TURNS_WITH_CARDS + 2 * HAND
"""An `end`, a charm and a card each; at the refill 7 more cards may be drawn, and the last 8 are not replaced."""


CardSets = Annotated[NDArray[np.int64], np.int64]
CardCounts = Annotated[NDArray[np.int64], np.int64]


class State:
    """A position. Squares are numbered 1 to 17 as on the board, kinds and modes from 0."""

    is_royal_visit: Small
    """R9: whether the edition is `royal_visit`."""
    cards: Small
    """Number of cards in the game: 55, or 54."""

    turn: Small
    """Its turn."""
    mode: Small
    """The mode of the turn: fresh (0), a colour (1 to 4), red in place of another (5 to 7), a swap (8)."""
    winner: Small
    """A seat, DRAW (2), or NONE (-1) while the game goes on."""
    is_refilled: Small
    """R6.2: whether it is the second."""
    stack: Small
    """Number of cards left to draw."""
    done_count: Small
    """Number of actions in this turn."""

    hand_cards: Annotated[CardSets, SEATS]
    """The ids in each hand, one bit an id; needed until the refill, seen by nobody."""
    done: Annotated[Smalls, HAND]
    """The codes of this turn's actions; the first `done_count` count."""
    figures: Annotated[Smalls, FIGURES]
    """The squares of Lilli, w, e, Hans, Lola and Charly."""
    hand_sizes: Annotated[Smalls, SEATS]
    """Number of cards in each hand."""
    hand: Annotated[Smalls, SEATS, KINDS]
    """The cards in each hand by kind; all 0 where hidden."""
    discards: Annotated[Smalls, KINDS]
    """The discarded cards by kind."""
    known: Annotated[Smalls, SEATS, KINDS]
    """The cards of each hand that the other player knows since the refill; 0 for a spectator."""
    known_together: Annotated[Smalls, KINDS]
    """The cards publicly known since the refill to be in one of the two hands."""
    last_turns: Annotated[CardCounts, SEATS, LAST_TURNS]
    """The cards that each seat spent in its last turns, the newest first: count << 4 * kind, added up; below zero if
    they were swapped. A turn is among them from its first action on."""
    deck: Annotated[Smalls, CARDS]
    """The ids of the stack from the bottom up, `stack` of them; NONE where hidden."""
    reshuffle: Annotated[Smalls, CARDS]
    """R2.3: the order, top first, in which discards become the second stack; NONE where hidden."""


STATE: Final = layout(State)


@jit
def copies_of(state: State, kind: int) -> int:
    """R1.3, R9: the number of cards of a kind."""
    return int(COPIES[kind]) - (1 if state.is_royal_visit and kind == KIND_OF[ABSENT] else 0)


@jit
def reach(state: State, figure: int) -> int:
    """Squares that a figure can go toward the acting player (R4.2, R4.3, R4.5)."""
    lilli, w, e = int(state.figures[LILLI]), int(state.figures[W]), int(state.figures[E])
    if state.turn == 0:
        if figure == LILLI:
            return lilli - w - 1
        if figure == E:
            return e - lilli - 1
        return int(state.figures[figure]) - 1
    if figure == LILLI:
        return e - lilli - 1
    if figure == W:
        return lilli - w - 1
    return SQUARES - int(state.figures[figure])


@jit
def can_joke(state: State) -> bool:
    """R4.8: whether Lola stands between Lilli and the acting player's end of the street."""
    if state.turn == 0:
        return bool(state.figures[LOLA] < state.figures[LILLI])
    return bool(state.figures[LOLA] > state.figures[LILLI])


@jit
def pull(state: State, seat: int) -> int:
    """R7.1: how far Charly moves at the end of a turn of this seat."""
    steps = 0
    if seat == 0:
        for figure in range(W, MOVABLE):
            steps += int(state.figures[figure] <= FIRST_ENTRANCE[0])
        return steps + int(state.figures[E] < CENTRE)
    for figure in range(W, MOVABLE):
        steps += int(state.figures[figure] >= FIRST_ENTRANCE[1])
    return steps + int(state.figures[W] > CENTRE)


@jit
def measure_pull(memory: Memory, seat: int) -> int:
    """R7.1, for callers outside compiled code."""
    state: State = record(memory, STATE)
    return pull(state, seat)


@jit
def measure_room(memory: Memory, figure: int) -> int:
    """The reach of a figure, for callers outside compiled code."""
    state: State = record(memory, STATE)
    return reach(state, figure)


@jit
def is_joker_possible(memory: Memory) -> bool:
    """R4.8, for callers outside compiled code."""
    state: State = record(memory, STATE)
    return can_joke(state)


@jit
def owner_of(square: int) -> int:
    """R8.1: the seat on whose entrance a square is, or NONE."""
    if square <= FIRST_ENTRANCE[0]:
        return 0
    if square >= FIRST_ENTRANCE[1]:
        return 1
    return NONE


@jit
def side_of(square: int) -> int:
    """R6.3: the seat on whose half a square is, or NONE for the centre."""
    if square == CENTRE:
        return NONE
    return 0 if square < CENTRE else 1


@jit
def take_card(state: State, seat: int, card: int) -> None:
    """Put a card into a hand."""
    state.hand_cards[seat] |= 1 << card
    state.hand[seat, KIND_OF[card]] += 1
    state.hand_sizes[seat] += 1


@jit
def spend_card(state: State, kind: int) -> None:
    """R2.3: the acting player's card of this kind with the lowest id goes to the discards."""
    seat = state.turn
    of_kind = state.hand_cards[seat] & KIND_CARDS[kind]
    state.hand_cards[seat] ^= of_kind & -of_kind
    state.hand[seat, kind] -= 1
    state.hand_sizes[seat] -= 1
    state.discards[kind] += 1
    # A card that others know goes first: the rest is then known just as surely.
    state.known[seat, kind] -= state.known[seat, kind] > 0
    state.known_together[kind] -= state.known_together[kind] > 0


@jit
def remember_turn(state: State) -> None:
    """Make room for the acting player's cards in this turn."""
    turns = state.last_turns[np.uint64(state.turn)]
    for age in range(LAST_TURNS - 1, 0, -1):
        turns[age] = turns[age - 1]
    turns[0] = 0


@jit
def remember_cards(state: State, kind: int, count: int) -> None:
    """Add to the acting player's spent cards in this turn."""
    state.last_turns[np.uint64(state.turn), 0] += count << COUNT_BITS * kind


@jit
def refill(state: State) -> None:
    """R6.2: the discards become the new stack. Everybody can now count out the cards in the two hands."""
    in_hands = state.hand_cards[0] | state.hand_cards[1]
    for place in range(state.cards - 1, -1, -1):
        card = int(state.reshuffle[place])
        if (in_hands >> card) & 1 == 0:
            state.deck[state.stack] = card
            state.stack += 1
    for kind in range(KINDS):
        state.discards[kind] = 0
        for seat in range(SEATS):
            state.known[seat, kind] = state.hand[seat, kind]
        state.known_together[kind] = state.hand[0, kind] + state.hand[1, kind]
    state.is_refilled = 1


@jit
def decide(state: State) -> None:
    """R6.3: Lilli's side wins, else Charly's, else nobody."""
    side = side_of(state.figures[LILLI])
    if side == NONE:
        side = side_of(state.figures[CHARLY])
    state.winner = DRAW if side == NONE else side


@jit
def draw_cards(state: State) -> None:
    """R6: the acting player draws up to eight cards, one by one."""
    # At the refill at most 16 cards are in hands, so that the second stack is never empty.
    while state.hand_sizes[state.turn] < HAND:
        state.stack -= 1
        take_card(state, state.turn, int(state.deck[state.stack]))
        if state.stack == 0:
            if state.is_refilled:
                decide(state)
                return
            refill(state)


@jit
def move_charly(state: State) -> None:
    """R7, R8.2: toward the acting player, not beyond the first entrance square."""
    steps = pull(state, state.turn)
    charly = int(state.figures[CHARLY])
    charly = max(charly - steps, FIRST_ENTRANCE[0]) if state.turn == 0 else min(charly + steps, FIRST_ENTRANCE[1])
    state.figures[CHARLY] = charly
    state.winner = owner_of(charly)


@jit
def finish_turn(state: State, draws: bool) -> None:
    """R3.3: draw, then Charly; in royal_visit (R9) Charly first."""
    if state.is_royal_visit:
        move_charly(state)
        if draws and state.winner == NONE:
            draw_cards(state)
    else:
        if draws:
            draw_cards(state)
        if state.winner == NONE:
            move_charly(state)
    if state.winner == NONE:
        state.turn = 1 - state.turn
        state.mode = FRESH
        state.done_count = 0


@jit
def start(memory: Memory, players: int, options: PackedOptions, deal: Codes) -> None:  # noqa: ARG001  # always two
    """R2: `deal` is the seat with Hans on its side, the deck and the order of the refill."""
    for at in range(memory.size):
        memory[at] = 0
    state: State = record(memory, STATE)
    state.is_royal_visit = options[0]
    state.cards = CARDS - options[0]
    state.winner = NONE
    state.turn = deal[0]
    state.figures[LILLI] = CENTRE
    state.figures[CHARLY] = CENTRE
    state.figures[W] = CENTRE - 2
    state.figures[E] = CENTRE + 2
    state.figures[HANS] = CENTRE - 1 if deal[0] == 0 else CENTRE + 1
    state.figures[LOLA] = CENTRE + 1 if deal[0] == 0 else CENTRE - 1
    for place in range(CARDS):
        state.deck[place] = NONE
        state.reshuffle[place] = NONE
    dealt = SEATS * HAND
    for place in range(dealt):
        take_card(state, (deal[0] + place) % SEATS, int(deal[1 + place]))
    state.stack = state.cards - dealt
    for place in range(state.stack):
        state.deck[place] = deal[state.cards - place]
    for place in range(state.cards):
        state.reshuffle[place] = deal[1 + state.cards + place]


@jit
def to_move(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return int(state.turn) if state.winner == NONE else -1


@jit
def legal(memory: Memory, out: Codes) -> int:
    """R3: cards of one colour, a charm, or a swap. A turn begins with eight cards, so there is always one.

    Each action is written, and counted if legal: faster than writing it only then.
    """
    state: State = record(memory, STATE)
    turn = int(state.turn)
    mode = int(state.mode)
    is_fresh = mode == FRESH
    lilli_reach = reach(state, LILLI)
    w_reach = reach(state, W)
    e_reach = reach(state, E)
    hans_reach = reach(state, HANS)
    count = 0
    if is_fresh or mode == GREEN:  # R4.4
        lillis = state.hand[turn, LILLI_CARD]
        out[count] = PLAY_LILLI
        count += (lillis > 0) & (lilli_reach > 0)
        # Only the guard in front needs a free square: the others follow.
        out[count] = COURT
        count += (lillis > 1) & ((w_reach if turn == 0 else e_reach) > 0)
    if is_fresh or mode == GREY:
        if state.hand[turn, GUARD1] > 0:  # R4.5
            out[count] = PLAY_GUARD1
            count += w_reach > 0
            out[count] = PLAY_GUARD1 + 1
            count += e_reach > 0
        if state.hand[turn, GUARD2] > 0:
            out[count] = PLAY_GUARD2
            count += w_reach > 1
            out[count] = PLAY_GUARD2 + 1
            count += e_reach > 1
            out[count] = PLAY_BOTH_GUARDS
            count += (w_reach > 0) & (e_reach > 0)
        # R4.6: guards two squares apart are next to Lilli already.
        is_apart = state.figures[E] - state.figures[W] > 2
        out[count] = FLANK
        count += (state.hand[turn, FLANK_CARD] > 0) & is_apart
    if is_fresh or mode == YELLOW:  # R4.7
        for at in range(HANS_CARDS):
            out[count] = PLAY_HANS + at
            count += (state.hand[turn, HANS1 + at] > 0) & (hans_reach > at)
    if is_fresh or mode == RED:  # R4.7
        lola_reach = reach(state, LOLA)
        for at in range(NUMBERS):
            out[count] = PLAY_LOLA + at
            count += (state.hand[turn, LOLA1 + at] > 0) & (lola_reach > at)
        is_away = state.figures[LOLA] != CENTRE
        out[count] = LOLA_TO_CENTRE
        count += (state.hand[turn, LOLA0] > 0) & is_away
    if (is_fresh or RED_AS_GREEN <= mode <= RED_AS_YELLOW) and can_joke(state):  # R4.8, R4.9
        for at in range(NUMBERS):
            if state.hand[turn, LOLA1 + at] > 0:
                joker = JOKER + at * JOKER_FIGURES
                if is_fresh or mode == RED_AS_GREEN:
                    out[count] = joker
                    count += lilli_reach > at
                if is_fresh or mode == RED_AS_YELLOW:
                    out[count] = joker + 1
                    count += hans_reach > at
                if is_fresh or mode == RED_AS_GREY:
                    out[count] = joker + 2
                    count += w_reach > at
                    out[count] = joker + 3
                    count += e_reach > at
    if is_fresh:  # R5.1
        lilli, w, e, hans = state.figures[LILLI], state.figures[W], state.figures[E], state.figures[HANS]
        out[count] = CHARM + LILLI
        count += (w < hans < e) & (hans != lilli)
        out[count] = CHARM + W
        count += (hans < lilli) & (hans != w)
        out[count] = CHARM + E
        count += (hans > lilli) & (hans != e)
    if is_fresh or mode == SWAP:  # R3.2
        for kind in range(KINDS):
            out[count] = DISCARD + kind
            count += state.hand[turn, kind] > 0
    if not is_fresh:  # R3.1
        out[count] = END
        count += 1
    return count


@jit
def apply(memory: Memory, action: int) -> None:
    state: State = record(memory, STATE)
    if action == END:
        finish_turn(state, True)
        return
    if state.mode == FRESH:
        remember_turn(state)
    if CHARM <= action < DISCARD:
        state.figures[action - CHARM] = state.figures[HANS]
        state.winner = owner_of(state.figures[LILLI])  # R8.1: maybe the opponent
        if state.winner == NONE:
            finish_turn(state, False)
        return
    state.done[state.done_count] = action
    state.done_count += 1
    if action >= DISCARD:
        state.mode = SWAP
        spend_card(state, action - DISCARD)
        remember_cards(state, action - DISCARD, -1)
        return
    state.mode = EFFECT[action, MODE]
    for _ in range(EFFECT[action, COUNT]):
        spend_card(state, EFFECT[action, KIND])
    remember_cards(state, EFFECT[action, KIND], EFFECT[action, COUNT])
    if action == FLANK:
        state.figures[W] = state.figures[LILLI] - 1
        state.figures[E] = state.figures[LILLI] + 1
    elif action == LOLA_TO_CENTRE:
        state.figures[LOLA] = CENTRE
    else:
        step = -1 if state.turn == 0 else 1
        for figure in range(MOVABLE):  # R4.1
            state.figures[figure] += step * EFFECT[action, MOVES + figure]
        state.winner = owner_of(state.figures[LILLI])  # R8.1


@jit
def revealed(memory: Memory) -> int:  # noqa: ARG001  # the same for every position
    """Always 0: a card that leaves a hand is named by its action, and only its owner sees one drawn."""
    return 0


@jit
def returns(memory: Memory, out: Amounts) -> None:
    """R9: a draw is shared."""
    state: State = record(memory, STATE)
    for seat in range(SEATS):
        out[seat] = 0.5 if state.winner == DRAW else int(state.winner == seat)


@jit
def scores(memory: Memory, out: Amounts) -> None:
    returns(memory, out)
