"""Why one turn is better than another: chances to win, and the places of the figures."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Fact
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import CENTRE, CHARLY, FIGURES, HANS, LILLI, LOLA, E, W

REASON_KEYS: Final = {
    "reeperbahn.reason_wins": ("by",),
    "reeperbahn.reason_threat": ("by", "this", "other"),
    "reeperbahn.reason_danger": ("seat", "by", "this", "other"),
    "reeperbahn.reason_closer": ("figure", "amount"),
}
"""All but the first within a few turns. Amounts are squares; `this` and `other` are counts out of a hundred."""
ENDS: Final = ("lilli", "charly", "stack")
HUNDRED: Final = 100.0

Records = NDArray[np.void]


def find_facts(afters: NDArray[np.uint8], ends: NDArray[np.uint8], seat: int) -> list[Fact]:
    """The results of a turn, at once and some turns later."""
    after, end = (records.view(rules.STATE)[..., 0] for records in (afters, ends))
    return [*find_wins(after, end, seat), *find_figures(end, seat)]


def find_wins(after: Records, end: Records, seat: int) -> Iterator[Fact]:
    """R8.1, R6.3: wins by kind."""
    at_once, ways = find_ways(after), find_ways(end)
    is_won = after["winner"] == seat
    wins_later, loses = (end["winner"] == seat) & ~is_won, end["winner"] == 1 - seat
    for number, by in enumerate(ENDS):
        about: dict[str, str | int] = {"by": by}
        won = (is_won & (at_once == number)).astype(np.float64)
        yield Fact(won, more="reeperbahn.reason_wins", arguments=about, weight=1.0)
        yield Fact(HUNDRED * (wins_later & (ways == number)), more="reeperbahn.reason_threat", arguments=about)
        lost = HUNDRED * (loses & (ways == number))
        rival = {"seat": 1 - seat, **about}
        yield Fact(lost, less="reeperbahn.reason_danger", arguments=rival, rival=1 - seat)


def find_ways(records: Records) -> NDArray[np.int64]:
    """The one of ENDS by which each game ended."""
    first, second = rules.FIRST_ENTRANCE
    lilli, charly = (records["figures"][..., figure] for figure in (LILLI, CHARLY))
    return np.where((lilli <= first) | (lilli >= second), 0, np.where((charly <= first) | (charly >= second), 1, 2))


def find_figures(end: Records, seat: int) -> Iterator[Fact]:
    """Their progress from the centre towards the seat, while the game goes on."""
    goes_on = end["winner"] == rules.NONE
    toward = 1 if seat == 0 else -1
    for figure in (LILLI, W if seat == 0 else E, HANS, LOLA, CHARLY):
        squares = toward * (CENTRE - end["figures"][..., figure].astype(np.float64)) * goes_on
        yield Fact(squares, more="reeperbahn.reason_closer", arguments={"figure": FIGURES[figure]})
