"""Why one turn is better than another: who wins, who could win next, where the figures stand, which cards are kept."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from estaminet.engine.game import LogLine
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import CENTRE, CHARLY, KIND_NAMES, KINDS, LILLI, LOLA
from estaminet.games.reeperbahn.evaluation import CHARLY_SQUARE, JOKERS, LILLI_SQUARE, PULL, SURE, evaluate
from estaminet.games.reeperbahn.notation import ACTIONS
from estaminet.games.reeperbahn.view import end

KEYS: Final = {
    "reeperbahn.reason_wins": ("by",),
    "reeperbahn.reason_danger": ("seat", "percent", "other"),
    "reeperbahn.reason_lilli": ("squares", "square"),
    "reeperbahn.reason_charly": ("squares", "square"),
    "reeperbahn.reason_pull": ("squares",),
    "reeperbahn.reason_their_pull": ("seat", "squares"),
    "reeperbahn.reason_jokers": (),
    "reeperbahn.reason_their_jokers": ("seat",),
    "reeperbahn.reason_keeps": ("colour",),
    "reeperbahn.reason_draws": ("count",),
}
"""Squares are how many more than with the other turn; `other` is what is left of a danger in percent."""
THREAT: Final = 0.2
"""How much likelier a defeat in the next turn must be to be the reason."""
CHARLY_WEIGHT: Final = 2 * CHARLY_SQUARE
"""The judgement also counts his way in other places."""


class Street(NamedTuple):
    """How the street looks after a turn, seen from the seat that took it."""

    is_won: bool
    by: str
    danger: float
    """In how many of the worlds the other can win in the next turn."""
    lilli: int
    charly: int
    """How many squares nearer than the centre."""
    squares: list[int]
    pull: int
    their_pull: int
    has_jokers: bool
    has_their_jokers: bool
    played: dict[str, int]
    """The cards that were spent, by colour."""


def reason(worlds: Sequence[Memory], seat: int, better: Sequence[int], worse: Sequence[int]) -> LogLine | None:
    """What the better turn does that the other does not."""
    one, other = look_at(worlds, seat, better), look_at(worlds, seat, worse)
    if one.is_won:
        return LogLine("reeperbahn.reason_wins", {"by": one.by})
    if other.danger - one.danger >= THREAT:
        percent, left = round(100 * other.danger), round(100 * one.danger)
        return LogLine("reeperbahn.reason_danger", {"seat": 1 - seat, "percent": percent, "other": left})
    reasons = [
        (LILLI_SQUARE * (one.lilli - other.lilli),
         LogLine("reeperbahn.reason_lilli", {"squares": one.lilli - other.lilli, "square": one.squares[LILLI]})),
        (CHARLY_WEIGHT * (one.charly - other.charly),
         LogLine("reeperbahn.reason_charly", {"squares": one.charly - other.charly, "square": one.squares[CHARLY]})),
        (PULL * (one.pull - other.pull), LogLine("reeperbahn.reason_pull", {"squares": one.pull - other.pull})),
        (PULL * (other.their_pull - one.their_pull),
         LogLine("reeperbahn.reason_their_pull", {"seat": 1 - seat, "squares": other.their_pull - one.their_pull})),
        (JOKERS[0] * (other.has_their_jokers - one.has_their_jokers) + JOKERS[1] * (one.has_jokers - other.has_jokers),
         LogLine("reeperbahn.reason_jokers", {})
         if one.has_jokers
         else LogLine("reeperbahn.reason_their_jokers", {"seat": 1 - seat})),
    ]  # fmt: skip
    weight, line = max(reasons, key=lambda each: each[0])
    return line if weight > 0 else find_kept(one, other)


def look_at(worlds: Sequence[Memory], seat: int, codes: Sequence[int]) -> Street:
    """The street after a turn: in all worlds the same, but for the cards of the other."""
    shares = np.zeros(rules.SEATS)
    threats = 0
    for world in worlds:
        after = world.copy()
        for code in codes:
            rules.apply(after, code)
        evaluate(after, shares)
        threats += shares[1 - seat] >= SURE
    state = unpack(after, rules.State)
    squares = state.figures.tolist()
    toward = 1 if seat == 0 else -1
    played: dict[str, int] = {}
    for code in codes:
        if card := ACTIONS[code].parts.get("card"):
            colour = KINDS[KIND_NAMES.index(card)].colour
            played[colour] = played.get(colour, 0) + (2 if code == rules.COURT else 1)
    return Street(
        is_won=state.winner == seat,
        by=str(end(state)),
        danger=threats / len(worlds),
        lilli=toward * (CENTRE - squares[LILLI]),
        charly=toward * (CENTRE - squares[CHARLY]),
        squares=squares,
        pull=int(rules.measure_pull(after, seat)),
        their_pull=int(rules.measure_pull(after, 1 - seat)),
        has_jokers=toward * (squares[LILLI] - squares[LOLA]) > 0,
        has_their_jokers=toward * (squares[LOLA] - squares[LILLI]) > 0,
        played=played,
    )


def find_kept(one: Street, other: Street) -> LogLine | None:
    """The colour of which more stays in hand; or that more is drawn."""
    kept = {colour: count - one.played.get(colour, 0) for colour, count in other.played.items()}
    colour = max(kept, key=lambda each: kept[each], default="")
    more = sum(one.played.values()) - sum(other.played.values())
    if kept.get(colour, 0) > max(more, 0):
        return LogLine("reeperbahn.reason_keeps", {"colour": colour})
    return LogLine("reeperbahn.reason_draws", {"count": more}) if more > 0 else None
