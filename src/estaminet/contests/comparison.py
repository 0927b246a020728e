"""What came of a deal for those who played it, and where their games part."""

from collections.abc import Sequence
from typing import NamedTuple, Self

from estaminet.engine.position import Position


class Result(NamedTuple):
    """What somebody reached. A greater one is better."""

    share: float
    """Of the victory."""
    lead: float | None = None
    """Over the best other one at the end, in the game's own unit; None where somebody gave up, or there is no unit."""

    @classmethod
    def of(cls, position: Position, seat: int) -> Self:
        """What a seat has reached at the end of a game."""
        return cls(position.returns()[seat], position.game.lead(position.memory, seat))

    @property
    def rank(self) -> tuple[float, bool, float]:
        """What results are ordered by: whoever gave up comes after those who lost by however much."""
        return self.share, self.lead is not None, self.lead or 0.0


def find_percentile(own: Result, others: Sequence[Result]) -> float | None:
    """The share of the others who reached less, those who reached the same by half; None if there are none."""
    if not others:
        return None
    return sum((other.rank < own.rank) + (other.rank == own.rank) / 2 for other in others) / len(others)


def find_difference(one: Sequence[str], other: Sequence[str]) -> int | None:
    """After how many actions two games of the same deal part; None if they do not."""
    for ply, (first, second) in enumerate(zip(one, other, strict=False)):
        if first != second:
            return ply
    return None if len(one) == len(other) else min(len(one), len(other))


class Continuation(NamedTuple):
    """What some did at a decision, and what they reached."""

    action: str
    games: int
    share: float
    """On average."""
    lead: float | None


class Divergence(NamedTuple):
    """The first decision at which you did not do what most others did who had come as far."""

    ply: int
    yours: str
    others: tuple[Continuation, ...]
    """The most frequent first."""


def find_divergence(yours: Sequence[str], others: Sequence[tuple[Sequence[str], Result]]) -> Divergence | None:
    """Where your game of a deal leaves those of others; None if it never does, or none of theirs goes that far."""
    together = list(others)
    for ply, action in enumerate(yours):
        together = [each for each in together if len(each[0]) > ply]
        ways: dict[str, list[Result]] = {}
        for actions, result in together:
            ways.setdefault(actions[ply], []).append(result)
        if not ways:
            return None
        most = max(map(len, ways.values()))
        if len(ways.get(action, ())) < most:
            found = sorted(
                (summarize_continuation(each, results) for each, results in ways.items()), key=lambda way: -way.games
            )
            return Divergence(ply, action, tuple(found))
        together = [each for each in together if each[0][ply] == action]
    return None


def summarize_continuation(action: str, results: Sequence[Result]) -> Continuation:
    leads = [result.lead for result in results if result.lead is not None]
    mean = sum(leads) / len(leads) if leads else None
    return Continuation(action, len(results), sum(result.share for result in results) / len(results), mean)
