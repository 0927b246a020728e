"""Advice for a person: what one could do, what each would bring, and how everybody's chances stand."""

from dataclasses import dataclass
from typing import Final

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import LogLine
from estaminet.engine.position import Position
from estaminet.players.reasons import find_reason
from estaminet.players.search import Budget, search
from estaminet.players.thinking import think
from estaminet.players.turns import Turn, weigh_turns

DEFAULT_BUDGET: Final = Budget(seconds=1.0)


@dataclass(frozen=True)
class Suggestion:
    """One action that the seat could take."""

    action: str
    share: float
    """The share of the victory that the seat may expect after it."""
    visits: int
    """How often it was tried; 0 if it was calculated."""
    continuation: tuple[str, ...]
    """What is expected to follow, as far as it was looked at."""


@dataclass(frozen=True)
class Advice:
    """What a seat can learn by thinking about what it knows."""

    suggestions: tuple[Suggestion, ...]
    """The best first; empty if the seat is not to move."""
    win_shares: tuple[float, ...]
    """The share of the victory that every seat may expect."""
    is_exact: bool
    """Whether all of it was calculated to the end, and not estimated."""
    turns: tuple[Turn, ...] = ()
    """The best few whole turns that a person would tell apart, the best first."""
    reason: LogLine | None = None
    """Why the first of them is better than the second; None if there is no second."""


def advise(position: Position, seat: int, budget: Budget = DEFAULT_BUDGET, *, seed: int = 0) -> Advice:
    """What a seat could do and expect, from what it may know and nothing else.

    >>> import estaminet
    >>> position = estaminet.game("poule").start(players=2, seed=7)
    >>> advice = advise(position, seat=position.to_move, budget=Budget(iterations=50))
    >>> len(advice.suggestions) == len(position.legal()), round(sum(advice.win_shares), 3)
    (True, 1.0)
    >>> best = advice.turns[0]
    >>> best.actions[0] in position.legal(), best.lead is not None  # in écus, at the end of the round
    (True, True)
    """
    if type(seat) is not int or not 0 <= seat < position.players:
        raise EstaminetError(
            "seat.unknown", f"There is no seat {seat!r:.60}; the seats are 0 to {position.players - 1}."
        )
    if position.is_over:
        return Advice((), tuple(position.returns()), is_exact=True)
    game, known = position.game, position.known_to(seat)
    if position.to_move != seat:
        return Advice((), search(game, position.players, known, seat, budget, seed).shares, is_exact=False)
    thoughts = think(game, position.players, known, seat, budget, seed)
    suggestions = (
        Suggestion(
            game.actions[each.code].text,
            each.shares[seat],
            each.visits,
            tuple(game.actions[code].text for code in each.continuation),
        )
        for each in thoughts.candidates
    )
    weighed = weigh_turns(game, position.players, known, seat, thoughts, seed)
    turns = tuple(turn for _, turn in weighed)
    reason = None
    if len(weighed) > 1:
        (better, first), (worse, second) = weighed[:2]
        reason = find_reason(game, known, seat, better, worse, gain=first.share - second.share, seed=seed)
    return Advice(tuple(suggestions), thoughts.shares, thoughts.is_exact, turns, reason)
