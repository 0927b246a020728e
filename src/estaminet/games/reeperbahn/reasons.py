"""Why one turn is better than another: who is about to win, where the figures stand, which cards are kept."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Fact
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import CENTRE, CHARLY, FIGURES, HANS, KINDS, LILLI, LOLA, E, W

REASON_KEYS: Final = {
    "reeperbahn.reason_wins": ("by",),
    "reeperbahn.reason_threat": ("by", "this", "other"),
    "reeperbahn.reason_danger": ("seat", "by", "this", "other"),
    "reeperbahn.reason_closer": ("figure", "amount"),
    "reeperbahn.reason_pull": ("amount",),
    "reeperbahn.reason_their_pull": ("seat", "amount"),
    "reeperbahn.reason_jokers": (),
    "reeperbahn.reason_their_jokers": ("seat",),
    "reeperbahn.reason_cards": ("colour", "amount"),
    "reeperbahn.reason_sooner": ("amount",),
    "reeperbahn.reason_longer": ("amount",),
}
"""All of it after the next turns. Amounts are squares or cards; `this` and `other` are out of a hundred cases."""
ENDS: Final = ("lilli", "charly", "stack")
HUNDRED: Final = 100.0

Numbers = NDArray[np.float64]
Records = NDArray[np.void]


def find_facts(afters: NDArray[np.uint8], ends: NDArray[np.uint8], seat: int) -> list[Fact]:
    """What has come of a turn at once, and some turns later."""
    after, end = (records.view(rules.STATE)[..., 0] for records in (afters, ends))
    return [*find_wins(after, end, seat), *find_figures(end["figures"], seat), *find_cards(end, seat)]


def find_wins(after: Records, end: Records, seat: int) -> Iterator[Fact]:
    """R8.1, R6.3: who wins by whom."""
    is_won, was_won = end["winner"] == seat, after["winner"] == seat
    is_lost = end["winner"] == 1 - seat
    ways, at_once = find_ways(end), find_ways(after)
    for number, by in enumerate(ENDS):
        wins = was_won & (at_once == number)
        yield Fact(wins.astype(np.float64), more="reeperbahn.reason_wins", arguments={"by": by}, weight=1.0)
        later = is_won & ~was_won & (ways == number)
        yield Fact(HUNDRED * later, more="reeperbahn.reason_threat", arguments={"by": by})
        lost = is_lost & (ways == number)
        gaps: dict[str, str | int] = {"seat": 1 - seat, "by": by}
        yield Fact(HUNDRED * lost, less="reeperbahn.reason_danger", arguments=gaps, rival=1 - seat)


def find_ways(records: Records) -> NDArray[np.int64]:
    """By which of the ENDS a finished game has ended."""
    first, second = rules.FIRST_ENTRANCE
    lilli, charly = (records["figures"][..., figure] for figure in (LILLI, CHARLY))
    return np.where((lilli <= first) | (lilli >= second), 0, np.where((charly <= first) | (charly >= second), 1, 2))


def find_figures(figures: NDArray[np.int8], seat: int) -> Iterator[Fact]:
    """How far they have come towards the seat, what follows from where they stand (R4.8, R7.1)."""
    toward = 1 if seat == 0 else -1
    squares = toward * (CENTRE - figures.astype(np.float64))
    front = W if seat == 0 else E
    for figure in (LILLI, front, HANS, LOLA, CHARLY):
        yield Fact(squares[..., figure], more="reeperbahn.reason_closer", arguments={"figure": FIGURES[figure]})
    yield Fact(measure_pull(squares, front), more="reeperbahn.reason_pull")
    rival = {"seat": 1 - seat}
    back = W + E - front
    yield Fact(measure_pull(-squares, back), less="reeperbahn.reason_their_pull", arguments=rival, rival=1 - seat)
    jokers = squares[..., LOLA] > squares[..., LILLI]
    yield Fact(jokers.astype(np.float64), more="reeperbahn.reason_jokers")
    theirs = squares[..., LOLA] < squares[..., LILLI]
    yield Fact(theirs.astype(np.float64), less="reeperbahn.reason_their_jokers", arguments=rival, rival=1 - seat)


def measure_pull(squares: Numbers, front: int) -> Numbers:
    """R7.1, for whoever these squares are counted towards."""
    entrance = CENTRE - rules.FIRST_ENTRANCE[0]
    court = (squares[..., [LILLI, W, E]] > 0).all(axis=-1)
    return (squares[..., [front, W + E - front, HANS, LOLA]] >= entrance).sum(axis=-1) + court.astype(np.float64)


def find_cards(end: Records, seat: int) -> Iterator[Fact]:
    """What is in hand, and what is left to draw."""
    for colour in dict.fromkeys(kind.colour for kind in KINDS):
        of_colour = [number for number, kind in enumerate(KINDS) if kind.colour == colour]
        held = end["hand"][..., seat, :][..., of_colour].sum(axis=-1)
        yield Fact(held.astype(np.float64), more="reeperbahn.reason_cards", arguments={"colour": colour})
    left = end["stack"] + np.where(end["is_refilled"], 0, end["cards"])
    yield Fact(left.astype(np.float64), more="reeperbahn.reason_longer", less="reeperbahn.reason_sooner")
