"""The account of a result: chance, decisions, and the rest.

Chance is the deal and everything that was drawn, against what might have been. It is valued with what all seats
together know. Whatever the players' habits, the order of a stack is uniform given that, because nobody's action can
depend on it. So the true draw is to the redrawn ones as they are to each other, and luck is zero on average, however
poor the valuation. Given what *one* seat knows it would not be: what the others did tells about their hands, and so
about what is left in the stack.

What cards that nobody could see made of a decision is chance as well: on average over what they might have been, the
same turns brought what the seat could know.
"""

from collections.abc import Sequence
from functools import cache
from math import fsum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import AccountWeights, Game
from estaminet.engine.jit.layout import Memory, Random
from estaminet.engine.kernel import NOBODY
from estaminet.engine.options import OptionValue
from estaminet.players.playouts import POOLED
from estaminet.players.thinker import Thinker
from estaminet.review.model import Account, Cause, Curve, Decision, Draw, TurningPoint
from estaminet.review.replay import Replay, draws_something, make_thinker, stream

DEAL_WORLDS: Final = 8
"""For each of the deals that might have been."""
MOST_REST: Final = 0.5
"""The largest rest with which an account still says something."""
Shares = NDArray[np.float64]
"""One of every seat."""


class LuckTerms(NamedTuple):
    """The luck of every seat of a game."""

    place: Shares
    """Expected shares before the deal."""
    dealt: Shares
    """Expected shares after it."""
    draws: Sequence[Draw]
    """Already weighted."""


def value(thinker: Thinker, memory: Memory, worlds: int, rng: Random, code: int | None = None) -> Shares:
    """Every seat's expected share with all cards open, after an action if one is given."""
    means: Shares = thinker.try_lines(memory, POOLED, [() if code is None else (code,)], worlds, rng).means[0]
    return means


def value_draw(replay: Replay, thinker: Thinker, worlds: int, seed: int, ply: int) -> Shares | None:
    """Every seat's gain by the draw of an action; None if it draws nothing."""
    before, code = replay.memory(ply), replay.codes[ply]
    if not draws_something(replay.game, replay.players, before, code, stream(seed, "draws", ply)):
        return None
    expected = value(thinker, before, worlds, stream(seed, "before", ply), code)
    if replay.is_finished and ply + 1 == len(replay.codes):
        return np.array(replay.result) - expected
    return value(thinker, replay.memory(ply + 1), worlds, stream(seed, "after", ply)) - expected


def value_deal(replay: Replay, thinker: Thinker, worlds: int, seed: int) -> Shares:
    """Every seat's expected share after the deal."""
    return value(thinker, replay.memory(0), worlds, stream(seed, "deal"))


def value_place(replay: Replay, turns: int | None, deals: int) -> Shares:
    """Every seat's expected share before the deal: the mean over other deals, the same for all games of these terms."""
    return np.array(_value_place(replay.game, replay.players, tuple(sorted(replay.options.items())), turns, deals))


@cache
def _value_place(
    game: Game, players: int, options: tuple[tuple[str, OptionValue], ...], turns: int | None, deals: int
) -> tuple[float, ...]:
    thinker = make_thinker(game, players, turns)
    total = np.zeros(players)
    for number in range(deals):
        start = game.start(players, seed=f"review/{number}", options=dict(options))
        total += value(thinker, start.memory, DEAL_WORLDS, stream(number, "place"))
    return tuple((total / deals).tolist())


def build_account(
    replay: Replay, curve: Curve, luck: LuckTerms, decisions: Sequence[Decision], weights: AccountWeights
) -> Account:
    """The account of the seat whose view a curve is, from the decisions of all."""
    seat, equal = curve.view, 1 / replay.players
    own = [each for each in decisions if each.seat == seat]
    place = float(luck.place[seat]) - equal
    deal = weights.luck * float(luck.dealt[seat] - luck.place[seat])
    drawn = fsum(each.gained[seat] for each in luck.draws)
    hidden = weights.hidden * fsum(each.hidden[seat] for each in decisions)
    others = weights.decisions * fsum(each.gained[seat] for each in decisions if each.seat != seat)
    gained = fsum(each.gained[seat] for each in own)
    rest = replay.result[seat] - equal - place - deal - drawn - hidden - others - weights.decisions * gained
    chances = [curve.shares[each.ply][seat] for each in own]
    stake = fsum(chance * (1 - chance) for chance in chances)
    lost = None if stake <= 0 else max(-gained / stake, 0.0)
    return Account(
        seat=seat,
        result=replay.result[seat],
        place=place,
        deal=deal,
        draws=drawn,
        hidden=hidden,
        others=others,
        decisions=weights.decisions * gained,
        judgement=rest,
        weights=weights,
        is_explained=abs(rest) <= MOST_REST * abs(replay.result[seat] - equal),
        stake=stake,
        accuracy=None if lost is None else 100 * (1 - min(lost, 1.0)),
        error_rate=None if lost is None else 1000 * lost,
    )


# Curves: what everybody could expect all along, from one point of view at a time, and where that changed most


LEAST_CHANGE: Final = 0.05
"""A smaller change of chances is no turning point."""


class Point(NamedTuple):
    """Every seat's expected share at one moment, and the standard errors."""

    shares: Shares
    errors: Shares


def list_views(seats: Sequence[int]) -> tuple[int, ...]:
    """The views of a review: each seat, everybody together if all seats are reviewed, and all cards open."""
    return (*seats, *([NOBODY] if len(seats) > 1 else []), POOLED)


def find_point(thinker: Thinker, replay: Replay, view: int, ply: int, worlds: int, seed: int) -> Point:
    """Everybody's expected share before an action, or after the last."""
    memory = replay.memory(ply) if view == POOLED else replay.known(ply, view)
    shares = thinker.try_lines(memory, view, [()], worlds, stream(seed, "curve", ply, view)).shares[:, 0]
    return Point(shares.mean(axis=0), shares.std(axis=0, ddof=1) / np.sqrt(worlds))


def make_curve(replay: Replay, view: int, points: Sequence[Point]) -> Curve:
    """A curve through points, one before every action and, of a game that somebody ended early, one after the last."""
    rows = [tuple(point.shares.tolist()) for point in points]
    errors = [float(point.errors.max()) for point in points]
    if replay.is_finished:
        rows.append(replay.result)
        errors.append(0.0)
    return Curve(view, tuple(rows), tuple(errors))


def find_turning_point(replay: Replay, curve: Curve, thinker: Thinker, worlds: int, seed: int) -> TurningPoint | None:
    """The action that changed chances most for good: those of the view's seat, or else those of any seat."""
    seats = [curve.view] if curve.view >= 0 else list(range(replay.players))
    changes = measure_changes(replay, np.array(curve.shares)[:, seats])
    if not len(changes) or changes.max() < LEAST_CHANGE:
        return None
    ply, at = divmod(int(changes.argmax()), len(seats))
    seat = seats[at]
    before, after = curve.shares[ply][seat], curve.shares[ply + 1][seat]
    # The effect of the action itself, without its draw.
    memory = replay.memory(ply) if curve.view == POOLED else replay.known(ply, curve.view)
    rng = stream(seed, "turn", curve.view)
    chosen = float(thinker.try_lines(memory, curve.view, [(replay.codes[ply],)], worlds, rng).means[0, seat])
    is_draw = abs(after - chosen) > abs(chosen - before) and draws_something(
        replay.game, replay.players, replay.memory(ply), replay.codes[ply], stream(seed, "draws", ply)
    )
    return TurningPoint(seat, ply, before, after, Cause.DRAW if is_draw else Cause.DECISION)


def measure_changes(replay: Replay, shares: Shares) -> Shares:
    """How much every action changed chances for good: no more than what remains of it after its turn.

    In the middle of a turn, and shortly before the end, chances are estimated badly: what goes up and comes down again
    has decided nothing.
    """
    last, movers = len(shares) - 1, replay.movers
    begins = [ply for ply in range(len(movers)) if ply == 0 or movers[ply] != movers[ply - 1]]
    ends = [*begins[1:], last]
    changes = np.zeros((last, shares.shape[1]))
    for before, begin, end, after in zip([0, *begins], begins, ends, [*ends[1:], last], strict=False):
        kept = [shares[end] - shares[begin], shares[after] - shares[begin], shares[end] - shares[before]]
        for ply in range(begin, end):
            found = np.array([shares[ply + 1] - shares[ply], *kept])
            lasts = np.all(found > 0, axis=0) | np.all(found < 0, axis=0)
            changes[ply] = np.where(lasts, np.abs(found).min(axis=0), 0)
    return changes
