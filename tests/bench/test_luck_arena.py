"""The measurement of luck: it sees less spread, a mean that is off, and intervals that hold."""

import numpy as np
import pytest

from bench import luck_arena
from bench.luck_arena import count_held, report
from estaminet.arena.intervals import Estimate


def test_a_report_tells_how_much_is_left_and_whether_the_mean_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck_arena, "REPETITIONS", 20)
    rng = np.random.default_rng(1)
    luck, rest = 0.2 * rng.standard_normal(400), 0.2 * rng.standard_normal(400)
    deals = np.stack([np.stack([0.5 + each, 0.5 - each], axis=1) for each in (rest + luck, rest + 0.05)])
    lines = list(report(deals, size=20, aim=0.1))
    left = float(lines[0].split()[2])
    assert 0.4 < left < 0.65
    without_luck = next(line for line in lines if line.startswith("without luck"))
    assert float(without_luck.split()[-2]) > 3


def test_intervals_that_hold_are_counted() -> None:
    intervals = [Estimate(0.5, 0.4, 0.6), Estimate(0.7, 0.6, 0.8), Estimate(0.5)]
    assert count_held(intervals, 0.5) == "2 hold the truth (66.7%)"
