"""Where a result came from: what chance did, what everybody decided, and what is left.

Chance is the deal and everything that was drawn, against what might have been. It is valued with what all seats
together know. Whatever the players' habits, the order of a stack is uniform given that, because nobody's action can
depend on it. So the true draw is to the redrawn ones as they are to each other, and luck is zero on average, however
poor the valuation. Given what *one* seat knows it would not be: what the others did tells about their hands, and so
about what is left in the stack.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.options import OptionValue
from estaminet.players.playouts import POOLED, SearchSettings
from estaminet.review.model import Account, Curve, Decision, Draw
from estaminet.review.replay import Replay
from estaminet.review.valuation import Valuer, draws_something, stream

DEAL_WORLDS: Final = 8
"""For each of the deals that might have been."""


class LuckTerms(NamedTuple):
    """What chance gave every seat of a game."""

    place: NDArray[np.float64]
    """Expected shares before the deal."""
    dealt: NDArray[np.float64]
    """Expected shares after it."""
    draws: Sequence[Draw]
    """Already weighted."""
    weight: float


def value_draw(replay: Replay, valuer: Valuer, worlds: int, seed: int, ply: int) -> NDArray[np.float64] | None:
    """What every seat gained by what an action drew; None if it draws nothing."""
    before, code = replay.memory(ply), replay.codes[ply]
    if not draws_something(replay.game, replay.players, before, code, stream(seed, "draws", ply)):
        return None
    expected = valuer.value(before, POOLED, worlds, stream(seed, "before", ply), code)
    if ply + 1 == len(replay.codes):
        return np.array(replay.result) - expected
    return valuer.value(replay.memory(ply + 1), POOLED, worlds, stream(seed, "after", ply)) - expected


def value_deal(replay: Replay, valuer: Valuer, worlds: int, seed: int) -> NDArray[np.float64]:
    """What every seat may expect when all is dealt."""
    return valuer.value(replay.memory(0), POOLED, worlds, stream(seed, "deal"))


def value_place(replay: Replay, settings: SearchSettings, deals: int) -> NDArray[np.float64]:
    """What every seat may expect before the deal: the mean over other deals, the same for all games of these terms."""
    return np.array(_value_place(replay.game, replay.players, _pack(replay.options), settings, deals))


def _pack(options: Mapping[str, OptionValue]) -> tuple[tuple[str, OptionValue], ...]:
    return tuple(sorted(options.items()))


@cache
def _value_place(
    game: Game, players: int, options: tuple[tuple[str, OptionValue], ...], settings: SearchSettings, deals: int
) -> tuple[float, ...]:
    valuer = Valuer(game, players, settings)
    total = np.zeros(players)
    for number in range(deals):
        start = game.start(players, seed=f"review/{number}", options=dict(options))
        total += valuer.value(start.memory, POOLED, DEAL_WORLDS, stream(number, "place"))
    return tuple((total / deals).tolist())


def build_account(replay: Replay, curve: Curve, luck: LuckTerms, decisions: Sequence[Decision]) -> Account:
    """The account of the seat of a curve, from the decisions of all."""
    seat, equal = curve.seat, 1 / replay.players
    own = [each for each in decisions if each.seat == seat]
    place = float(luck.place[seat]) - equal
    deal = luck.weight * float(luck.dealt[seat] - luck.place[seat])
    drawn = sum(each.gained[seat] for each in luck.draws)
    others = sum(each.gained[seat] for each in decisions if each.seat != seat)
    gained = sum(each.gained[seat] for each in own)
    stake = sum(curve.shares[each.ply] * (1 - curve.shares[each.ply]) for each in own)
    lost = None if stake <= 0 else max(-gained / stake, 0.0)
    return Account(
        seat=seat,
        result=replay.result[seat],
        place=place,
        deal=deal,
        draws=drawn,
        others=others,
        decisions=gained,
        judgement=replay.result[seat] - equal - place - deal - drawn - others - gained,
        luck_weight=luck.weight,
        stake=stake,
        accuracy=None if lost is None else 100 * (1 - min(lost, 1.0)),
        error_rate=None if lost is None else 1000 * lost,
    )
