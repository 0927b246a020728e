"""The account: a seat's result as a sum of what chance did, what everybody decided, and what is left."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from estaminet.review.course import Course
from estaminet.review.model import Account, Decision, Draw, Line


def settle(
    course: Course,
    place: NDArray[np.float64],
    dealt: NDArray[np.float64],
    draws: Sequence[Draw],
    decisions: Sequence[Decision],
    line: Line,
    weight: float,
) -> Account:
    """The account of the seat of a line. `place` and `dealt` are expected shares before and after the deal."""
    seat, chance = line.seat, 1 / course.players
    own = [each for each in decisions if each.seat == seat]
    deal = weight * float(dealt[seat] - place[seat])
    drawn = sum(each.gained[seat] for each in draws)
    others = sum(each.gained[seat] for each in decisions if each.seat != seat)
    gained = sum(each.gained[seat] for each in own)
    at_place = float(place[seat]) - chance
    stake = sum(line.shares[each.ply] * (1 - line.shares[each.ply]) for each in own)
    lost = None if stake <= 0 else max(-gained / stake, 0.0)
    return Account(
        seat=seat,
        result=course.result[seat],
        place=at_place,
        deal=deal,
        draws=drawn,
        others=others,
        decisions=gained,
        judgement=course.result[seat] - chance - at_place - deal - drawn - others - gained,
        luck_weight=weight,
        stake=stake,
        accuracy=None if lost is None else 100 * (1 - min(lost, 1.0)),
        error_rate=None if lost is None else 1000 * lost,
    )
