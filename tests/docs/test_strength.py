"""docs/house-players.md: its table and its picture are those of docs/strength.json."""

import math
from typing import Any

import pytest

from docs.generator.strength import (
    BEGIN,
    END,
    LEVELS,
    PAGE,
    PICTURE,
    draw_ladder,
    rate_step,
    read_steps,
    tabulate_steps,
)


def match(share: float, players: int = 2, level: str = "king") -> dict[str, Any]:
    below = LEVELS[LEVELS.index(level) - 1]
    return {
        "game": "poule",
        "players": [level, *[below] * (players - 1)],
        "share": {"mean": share, "low": share - 0.05, "high": share + 0.05},
    }


def test_the_page_has_the_table_of_the_results() -> None:
    table = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    assert table.strip() == tabulate_steps(read_steps())


def test_the_picture_is_that_of_the_results() -> None:
    assert PICTURE.read_text(encoding="utf-8") == draw_ladder(read_steps())


def test_every_kind_of_game_has_all_its_steps_from_the_weakest_on() -> None:
    steps = read_steps()
    assert len(steps) == 7
    for matches in steps.values():
        assert [each["players"][0] for each in matches] == list(LEVELS[1:])
        assert [each["players"][1] for each in matches] == list(LEVELS[:-1])


@pytest.mark.parametrize(("share", "players"), [(1 / 2, 2), (1 / 3, 3), (1 / 5, 5)])
def test_chance_is_no_step_whatever_the_number_of_players(share: float, players: int) -> None:
    assert math.isclose(rate_step(match(share, players)), 0, abs_tol=1e-9)


def test_ten_times_the_odds_are_400_points() -> None:
    assert math.isclose(rate_step(match(10 / 11)), 400)


def test_a_cell_has_the_share_and_its_interval() -> None:
    matches = [match(0.6, level=level) for level in LEVELS[1:]]
    (row,) = [line for line in tabulate_steps({("poule", 2): matches}).splitlines() if "`king`" in line]
    assert row == "| `king` against `host` | 60 (55-65) |"
