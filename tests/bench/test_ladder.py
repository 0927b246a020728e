"""A ladder of even steps: the scale is the one that the shares were made from, and levels lie a step apart on it."""

from itertools import pairwise

import pytest

from bench.ladder import Rung, expect, find_step, fit, propose
from bench.strength.matches import Match
from bench.strength.playing import Result
from estaminet.arena.intervals import Estimate

TRUE = {"careless@0.2": -2.0, "careless@0.05": -0.8, "greedy": 0.0, "classic@10": 0.5, "classic@100": 1.5}


def meet(players: int, lower: str, upper: str) -> Result:
    match = Match("ladder", "poule", (upper, *[lower] * (players - 1)), 1000)
    share = Estimate(expect(TRUE[upper] - TRUE[lower], players))
    return Result(match.name, "ladder", "poule", list(match.players), 1000, share, {}, match.command, "")


@pytest.mark.parametrize("players", [2, 4])
def test_a_scale_explains_what_was_won(players: int) -> None:
    rungs = list(TRUE)
    results = [meet(players, rungs[at], rungs[at + gap]) for gap in (1, 2) for at in range(len(rungs) - gap)]
    for rung in fit(rungs, results):
        assert rung.worth == pytest.approx(TRUE[rung.name], abs=0.02)


@pytest.mark.parametrize(("players", "low", "high"), [(2, 0.65, 0.8), (3, 0.5, 2.2 / 3), (5, 0.3, 0.44)])
def test_levels_are_a_step_apart_as_far_as_the_scale_goes(players: int, low: float, high: float) -> None:
    levels = propose([Rung(name, worth) for name, worth in TRUE.items()], players)
    assert levels[0].name == "classic@100"
    between = [level for level in levels if level.worth > TRUE["careless@0.2"]]
    for upper, lower in pairwise(between):
        if not {upper.name, lower.name} & {"greedy", "classic@10"}:  # where kinds meet, the nearer one is taken
            assert low < expect(upper.worth - lower.worth, players) < high
    assert levels[-1].name == "careless@0.2"


def test_a_place_between_two_has_a_strength_between_theirs() -> None:
    kind, _, number = propose([Rung("careless@0.2", -9.0), Rung("careless@0.05", 0.0)], 2)[1].name.partition("@")
    assert kind == "careless"
    assert 0.05 < float(number) < 0.2
    assert find_step(2) == pytest.approx(0.97, abs=0.01)
