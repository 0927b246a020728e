"""Whether counts agree with probabilities: Pearson's chi-square, over a limit that chance passes once in a million."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Final, TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)
ONE_IN_A_MILLION: Final = 4.75
"""In standard deviations."""


def equally_likely(outcomes: Iterable[Outcome]) -> dict[Outcome, Fraction]:
    """The probability of each outcome; one that is listed twice is twice as likely."""
    counts = Counter(outcomes)
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def check(observed: Counter[Outcome], expected: Mapping[Outcome, Fraction]) -> None:
    """Fail if outcomes came that cannot, or came too often or too rarely."""
    assert observed.keys() <= expected.keys()
    samples = observed.total()
    assert samples * min(expected.values()) >= 5, "too few samples to say anything"
    statistic = sum(
        (observed[outcome] - samples * float(chance)) ** 2 / (samples * float(chance))
        for outcome, chance in expected.items()
    )
    freedom = len(expected) - 1
    # The quantile of the distribution after Wilson and Hilferty.
    limit = freedom * (1 - 2 / (9 * freedom) + ONE_IN_A_MILLION * sqrt(2 / (9 * freedom))) ** 3
    assert statistic < limit, f"chi-square {statistic:.1f} is over {limit:.1f} with {freedom} degrees of freedom"
