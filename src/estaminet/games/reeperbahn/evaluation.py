"""Value of a position to each seat: a hand-written evaluation for house players, not part of the rules.

Everything is seen from one seat's end of the street: square 1 is the far end of its own entrance, `front` the guard
on its own side of Lilli, `back` the other one. The log-odds that the seat whose turn comes next wins are a weighted
sum: the places of the figures, how soon Charly arrives with the present pull and with the most pull that one turn can
bring, the worth of the hands, and who can have Lilli when the second stack ends (R6.3). A seat that can win in its turn
has all but won.

In the middle of a turn the position counts as if the turn ended now, or as if the rest of its
colour were played first, whichever is better: so `end` is no surprise. Cards to be drawn count as average ones.

The weights are a logistic regression over the outcomes of some 450,000 turns of greedy self-play, rounded.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.jit.arithmetic import exponential
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Amounts, Memory, record
from estaminet.games.reeperbahn.components import (
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
from estaminet.games.reeperbahn.rules import (
    COPIES,
    DRAW,
    FIRST_ENTRANCE,
    FRESH,
    GREEN,
    GREY,
    HANS_CARDS,
    KINDS,
    NONE,
    NUMBERS,
    RED,
    RED_AS_GREEN,
    RED_AS_GREY,
    STATE,
    SWAP,
    YELLOW,
    State,
)

MIRROR: Final = SQUARES + 1
"""A square and the same square seen from the other end add up to this."""
ENTRANCE: Final = FIRST_ENTRANCE[0]
NEVER: Final = 99
"""More squares than any cards move."""

SURE: Final = 0.99
"""The share of a seat that can win in its turn; such seats won 99.4 % of their games."""
COMPLETION: Final = 0.9
"""Weight of the gain from the rest of a colour: a later choice may be better or worse."""

# Log-odds for the seat with the next turn; the other seat's are subtracted.
TURN: Final = 0.43
"""Having the next turn."""

# For each square nearer than the centre.
LILLI_SQUARE: Final = 0.22
HANS_SQUARE: Final = 0.065
LOLA_SQUARE: Final = 0.05
CHARLY_SQUARE: Final = 0.074
FRONT_SQUARE: Final = 0.098
CHARLY_DEPTH: Final = 0.017
"""Times the square of Charly's lead over the centre, in squares."""

# Only for the seat with the next turn.
CHARM_SQUARE: Final = 0.16
"""For each square by which Hans can draw Lilli nearer."""
PULL: Final = 0.3
"""R7: for each square that Charly comes nearer at the end of a turn."""
MOST_PULL_RACE: Final = 0.7
"""Times the part of Charly's way covered with the most pull of a turn."""

# Only for the waiting seat.
ENTRY_THREAT: Final = 0.28
"""It could bring Lilli home in one turn."""
PULL_RACE: Final = 0.7
"""Times the part of Charly's way covered at the end of a turn."""

# For the seat with the next turn, and for the waiting one.
JOKERS: Final = (0.41, 0.18)
"""R4.8: red cards are jokers."""
MOST_PULL: Final = (0.17, 0.19)
"""For each square of the most pull that a turn can bring."""
LATE_HALF: Final = (1.43, 0.98)
"""R6.3: can have Lilli on its own half after a turn; times how late it is."""
LATE_DEEP: Final = (0.64, 0.55)
"""R6.3: can have her there at least two squares from the centre; times how late it is."""
LATE_STACK: Final = 40
"""It is late when fewer cards than this are left to draw in the whole game."""

CARD_WORTH: Final = np.array(
    [
        -0.03,  # lilli
        -0.11, -0.02, 0.06,  # guard1, guard2, flank
        -0.15, -0.05, 0.04,  # hans1 to hans3
        -0.08, 0.01, 0.13, 0.27, 0.36, 0.07,  # lola1 to lola5, lola0
    ]
)  # fmt: skip
AVERAGE_CARD: Final = float((CARD_WORTH * COPIES).sum()) / CARDS
MORE_LILLIS: Final = 0.17
"""For each Lilli card from the third on: together they carry her far."""
LARGEST_COLOUR: Final = 0.116
"""For each card of the hand's largest colour: a turn plays one colour."""
LARGEST_AFTER_DRAWING: Final = (1.48, 0.54, 0.22)
"""Expected size: a constant, then weights for each card of the largest colour now and each card drawn."""


def all_sums(first: int, numbers: int) -> NDArray[np.int64]:
    """For every hand of cards from 1 up: the possible moves of a figure, one bit a distance."""
    table = np.ones([int(copies) + 1 for copies in COPIES[first : first + numbers]], np.int64)
    for hand in np.ndindex(table.shape):
        for at, count in enumerate(hand):
            for _ in range(count):
                table[hand] |= table[hand] << (at + 1)
    return table


HANS_SUMS: Final = all_sums(HANS1, HANS_CARDS)
RED_SUMS: Final = all_sums(LOLA1, NUMBERS)


@jit
def hans_sums(state: State, seat: int) -> int:
    """Hans's moves with a seat's yellow cards, one bit a distance."""
    hans1, hans2, hans3 = state.hand[seat, HANS1], state.hand[seat, HANS1 + 1], state.hand[seat, HANS1 + 2]
    return int(HANS_SUMS[hans1, hans2, hans3])


@jit
def red_sums(state: State, seat: int) -> int:
    """Moves of a figure with a seat's numbered red cards, one bit a distance."""
    lola1, lola2, lola3 = state.hand[seat, LOLA1], state.hand[seat, LOLA1 + 1], state.hand[seat, LOLA1 + 2]
    return int(RED_SUMS[lola1, lola2, lola3, state.hand[seat, LOLA1 + 3], state.hand[seat, LOLA1 + 4]])


@jit
def largest_within(sums: int, limit: int) -> int:
    """The longest of these distances within reach."""
    while not (sums >> limit) & 1:
        limit -= 1
    return limit


@jit
def hand_worth(state: State, seat: int, drawn: int) -> float:
    """Worth of a seat's cards, and of the average ones that it will draw, on any board."""
    worth = drawn * AVERAGE_CARD
    for kind in range(KINDS):
        worth += CARD_WORTH[kind] * state.hand[seat, kind]
    green = int(state.hand[seat, LILLI_CARD])
    grey = int(state.hand[seat, GUARD1]) + int(state.hand[seat, GUARD2]) + int(state.hand[seat, FLANK_CARD])
    yellow = int(state.hand[seat, HANS1]) + int(state.hand[seat, HANS1 + 1]) + int(state.hand[seat, HANS1 + 2])
    red = int(state.hand_sizes[seat]) - green - grey - yellow
    largest = float(max(green, grey, yellow, red))
    if drawn > 0:
        constant, kept, new = LARGEST_AFTER_DRAWING
        largest = constant + kept * largest + new * drawn
    more = green + drawn * int(COPIES[LILLI_CARD]) / CARDS - 2
    return worth + LARGEST_COLOUR * largest + MORE_LILLIS * max(more, 0.0)


@jit
def pull_of(front: int, back: int, hans: int, lola: int) -> int:
    """R7.1, seen from the acting player's end."""
    return int(front <= ENTRANCE) + int(hans <= ENTRANCE) + int(lola <= ENTRANCE) + int(back < CENTRE)


@jit
def more_pull(state: State, seat: int, lilli: int, front: int, back: int, hans: int, lola: int) -> int:
    """The most that cards or a charm can add to the pull before Charly moves."""
    more = 0
    reds = red_sums(state, seat)
    jokers = reds if lola < lilli else 0
    # Shifted to the entrance, 3 has the bits of the two distances that end there.
    if hans > ENTRANCE and (hans_sums(state, seat) | jokers) & (3 << (hans - ENTRANCE)):
        more = 1
    if lola > ENTRANCE and (
        reds & (3 << (lola - ENTRANCE))
        or (state.hand[seat, LOLA0] > 0 and lola != CENTRE and reds & (3 << (CENTRE - ENTRANCE)))
    ):
        more = 1
    for_front = NEVER
    if front > ENTRANCE:
        for_front = front - ENTRANCE
        if hans <= ENTRANCE or jokers & (3 << for_front):
            more = 1
    for_back = NEVER
    if back >= CENTRE and lilli < CENTRE - 1:
        for_back = back - CENTRE + 1
        until_lilli = (1 << (back - lilli)) - (1 << for_back)
        if state.hand[seat, FLANK_CARD] > 0 or lilli < hans < CENTRE or jokers & until_lilli:
            more = 1
    steps = int(state.hand[seat, GUARD1]) + 2 * int(state.hand[seat, GUARD2])
    if steps >= for_front + for_back:
        return 2
    if steps >= min(for_front, for_back):
        more = 1
    courts = min(int(state.hand[seat, LILLI_CARD]) // 2, front - 1)
    return max(more, int(front > ENTRANCE >= front - courts) + int(back >= CENTRE > back - courts))


@jit
def can_enter(state: State, seat: int, lilli: int, front: int, hans: int, lola: int) -> bool:
    """R8.2: whether a seat can bring Lilli home in one turn with Lilli cards, a charm or jokers."""
    # Each court move spares the guard one square and costs one card more than Lilli alone.
    if state.hand[seat, LILLI_CARD] >= lilli - ENTRANCE + front - 1:
        return True
    if front > 1:
        return False
    if hans == ENTRANCE:
        return True
    way = lilli - ENTRANCE
    if lola > ENTRANCE:  # R4.8: more than one joker might leave Lola behind
        return bool(lola < lilli and way <= NUMBERS and state.hand[seat, LOLA1 + way - 1] > 0)
    return bool((red_sums(state, seat) >> way) & 1)


@jit
def furthest_lilli(state: State, seat: int, lilli: int, front: int, hans: int) -> int:
    """Lilli's furthest square after Lilli cards or a charm."""
    lillis = int(state.hand[seat, LILLI_CARD])
    alone = min(lilli - front - 1, lillis)
    square = lilli - alone - min((lillis - alone) // 2, front - 1)
    return min(square, hans) if front < hans else square


@jit
def prospects(
    state: State,
    seat: int,
    lilli: int,
    front: int,
    hans: int,
    lola: int,
    charly: int,
    most: int,
    late: float,
    role: int,
) -> float:
    """A seat's part of the log-odds; `role` is 0 for the seat with the next turn, 1 for the waiting one."""
    score = LILLI_SQUARE * (CENTRE - lilli) + HANS_SQUARE * (CENTRE - hans) + LOLA_SQUARE * (CENTRE - lola)
    score += CHARLY_SQUARE * (CENTRE - charly) + FRONT_SQUARE * (CENTRE - front)
    score += CHARLY_DEPTH * max(CENTRE - charly, 0) ** 2
    if lola < lilli:
        score += JOKERS[role]
    score += MOST_PULL[role] * most
    if late > 0:
        furthest = furthest_lilli(state, seat, lilli, front, hans)
        if furthest < CENTRE:
            score += LATE_HALF[role] * late
        if furthest < CENTRE - 1:
            score += LATE_DEEP[role] * late
    return score


@jit
def chance(
    state: State,
    seat: int,
    lilli: int,
    front: int,
    back: int,
    hans: int,
    lola: int,
    charly: int,
    left: int,
    cards: float,
) -> float:
    """The share of the seat whose turn begins; `left` cards can still be drawn, `cards` is the odds of the hands."""
    other = 1 - seat
    # The other end of the street: its front is this end's back.
    lilli2, front2, back2 = MIRROR - lilli, MIRROR - back, MIRROR - front
    hans2, lola2, charly2 = MIRROR - hans, MIRROR - lola, MIRROR - charly
    pull, pull2 = pull_of(front, back, hans, lola), pull_of(front2, back2, hans2, lola2)
    most = pull + more_pull(state, seat, lilli, front, back, hans, lola)
    most2 = pull2 + more_pull(state, other, lilli2, front2, back2, hans2, lola2)
    late = max(1 - left / LATE_STACK, 0.0)
    score = TURN + cards + PULL * pull + MOST_PULL_RACE * min(most / (charly - ENTRANCE), 1.0)
    if front < hans < lilli:
        score += CHARM_SQUARE * (lilli - hans)
    score += prospects(state, seat, lilli, front, hans, lola, charly, most, late, 0)
    score -= PULL_RACE * min(pull2 / (charly2 - ENTRANCE), 1.0)
    if can_enter(state, other, lilli2, front2, hans2, lola2):
        score -= ENTRY_THREAT
    score -= prospects(state, other, lilli2, front2, hans2, lola2, charly2, most2, late, 1)
    share = 1 / (1 + exponential(-score))
    # R6.3: a seat that can draw the rest of the stack may end the game.
    can_end = left <= HAND and (lilli < CENTRE or (lilli == CENTRE and charly < CENTRE))
    if most >= charly - ENTRANCE or can_end or can_enter(state, seat, lilli, front, hans, lola):
        return SURE + (1 - SURE) * share
    return SURE * share


@jit
def side_share(square: int, second: int) -> float:
    """R6.3: the share of the seat at the low end of the squares; `second` decides if the first is the centre."""
    if square == CENTRE:
        square = second
    if square == CENTRE:
        return 0.5
    return 1.0 if square < CENTRE else 0.0


@jit
def ended(
    state: State, lilli: int, front: int, back: int, hans: int, lola: int, charly: int, drawn: int, cards: float
) -> float:
    """The share of the acting player if the turn ends with these figures and so many cards to draw."""
    if lilli <= ENTRANCE:
        return 1.0
    # Before the refill there is a whole second stack to come.
    left = int(state.stack) - drawn + (0 if state.is_refilled else LATE_STACK)
    arrived = max(charly - pull_of(front, back, hans, lola), ENTRANCE)
    is_last = state.is_refilled and left <= 0
    if is_last and not state.is_royal_visit:
        return side_share(lilli, charly)
    if arrived == ENTRANCE:
        return 1.0
    if is_last:
        return side_share(lilli, arrived)
    return 1 - chance(
        state,
        1 - int(state.turn),
        MIRROR - lilli,
        MIRROR - back,
        MIRROR - front,
        MIRROR - hans,
        MIRROR - lola,
        MIRROR - arrived,
        left,
        cards,
    )


@jit
def completed(
    state: State, lilli: int, front: int, back: int, hans: int, lola: int, charly: int, drawn: int, cards: float
) -> float:
    """The share of the acting player after playing, or swapping, all that is left; 0 if nothing is."""
    turn = int(state.turn)
    mode = int(state.mode)
    before = lilli + front + back + hans + lola
    if mode == SWAP:
        # R6.3: discarding everything only helps if it ends the game.
        if not state.is_refilled or state.stack > HAND:
            return 0.0
        return ended(state, lilli, front, back, hans, lola, charly, HAND, cards)
    if mode == GREEN:
        lillis = int(state.hand[turn, LILLI_CARD])
        alone = min(lilli - front - 1, lillis)
        courts = min((lillis - alone) // 2, front - 1)
        drawn += alone + 2 * courts
        lilli, front, back = lilli - alone - courts, front - courts, back - courts
    elif mode == GREY:
        steps = int(state.hand[turn, GUARD1]) + 2 * int(state.hand[turn, GUARD2])
        drawn += int(state.hand[turn, GUARD1]) + int(state.hand[turn, GUARD2])
        ahead = min(steps, front - 1)
        front -= ahead
        back -= min(steps - ahead, back - lilli - 1)
    elif mode == YELLOW:
        hans -= largest_within(hans_sums(state, turn), hans - 1)
    else:
        reds = red_sums(state, turn)
        if mode == RED:
            lola -= largest_within(reds, lola - 1)
        elif lola < lilli:
            if mode == RED_AS_GREEN:
                lilli -= largest_within(reds, lilli - front - 1)
            elif mode == RED_AS_GREY:
                front -= largest_within(reds, front - 1)
            else:
                hans -= largest_within(reds, hans - 1)
    if lilli + front + back + hans + lola == before:
        return 0.0
    return ended(state, lilli, front, back, hans, lola, charly, drawn, cards)


@jit
def mover_share(state: State) -> float:
    """The share of the seat to move."""
    turn = int(state.turn)
    lilli, w, e = int(state.figures[LILLI]), int(state.figures[W]), int(state.figures[E])
    hans, lola, charly = int(state.figures[HANS]), int(state.figures[LOLA]), int(state.figures[CHARLY])
    front, back = w, e
    if turn == 1:
        lilli, front, back = MIRROR - lilli, MIRROR - e, MIRROR - w
        hans, lola, charly = MIRROR - hans, MIRROR - lola, MIRROR - charly
    if state.mode == FRESH:
        left = int(state.stack) + (0 if state.is_refilled else LATE_STACK)
        cards = hand_worth(state, turn, 0) - hand_worth(state, 1 - turn, 0)
        return chance(state, turn, lilli, front, back, hans, lola, charly, left, cards)
    drawn = HAND - int(state.hand_sizes[turn])
    cards = hand_worth(state, 1 - turn, 0) - hand_worth(state, turn, drawn)
    share = ended(state, lilli, front, back, hans, lola, charly, drawn, cards)
    later = completed(state, lilli, front, back, hans, lola, charly, drawn, cards)
    if share < later == 1:
        return SURE + (1 - SURE) * share
    return share + COMPLETION * max(later - share, 0.0)


@jit
def evaluate(memory: Memory, out: Amounts) -> None:
    """Each seat's expected share of the victory, at any stage of a turn."""
    state: State = record(memory, STATE)
    if state.winner == NONE:
        share = mover_share(state)
    elif state.winner == DRAW:
        share = 0.5
    else:
        share = float(int(state.winner == state.turn))
    out[state.turn] = share
    out[1 - state.turn] = 1 - share


@jit
def holdings(memory: Memory, out: Amounts) -> None:
    """The squares by which Lilli and Charly are nearer than the centre, added up."""
    state: State = record(memory, STATE)
    out[0] = 2 * CENTRE - int(state.figures[LILLI]) - int(state.figures[CHARLY])
    out[1] = -out[0]


@jit
def lead(world: Memory, seat: int) -> float:
    """The distances of Lilli and Charly from the centre, added up."""
    state: State = record(world, STATE)
    squares = 2 * CENTRE - int(state.figures[LILLI]) - int(state.figures[CHARLY])
    return float(squares if seat == 0 else -squares)
