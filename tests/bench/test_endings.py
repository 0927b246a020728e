"""The set of solved positions, and how house players are measured on it."""

from collections.abc import Callable
from statistics import mean

import pytest
from rich.console import Console

from bench import endings
from bench.endings import REACHES, Ending, lay_out, read, score
from estaminet.arena.entrants import Entrant
from estaminet.arena.solver import solve
from estaminet.players.exact import calculate_end, win_at_once

pytestmark = pytest.mark.compiled

GAMES = ("poule", "reeperbahn", "nuit")
LEAST_DIFFERENCE = 0.02


def small_ones(game: str, count: int) -> list[Ending]:
    return sorted((each for each in read() if each.game == game), key=lambda each: each.nodes)[:count]


def test_every_game_has_forty_and_more() -> None:
    assert len(read()) == 124
    for game in GAMES:
        assert sum(each.game == game for each in read()) >= 40


def test_the_choice_matters_in_all_of_them() -> None:
    for ending in read():
        assert set(ending.values) == set(ending.position.legal())
        assert max(ending.values.values()) - min(ending.values.values()) >= LEAST_DIFFERENCE


@pytest.mark.parametrize("game", GAMES)
def test_the_stored_values_are_those_of_the_solver(game: str) -> None:
    for ending in small_ones(game, 8):
        solution = solve(ending.position)
        assert solution.seat == ending.seat
        assert solution.values == pytest.approx(ending.values, abs=1e-8)
        position = ending.position
        asked = (position.game, position.players, position.known_to(ending.seat), ending.seat)
        assert bool(win_at_once(*asked, seed=1) or calculate_end(*asked)) == ending.is_in_reach


@pytest.mark.parametrize(("pick", "optimal"), [(max, 1.0), (min, 0.0)])
def test_whoever_always_takes_the_best_loses_nothing(
    pick: Callable[..., str], optimal: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(_entrant: Entrant, ending: Ending, _seed: int) -> str:
        return pick(ending.values, key=lambda action: ending.values[action])

    monkeypatch.setattr(endings, "choose", choose)
    endings.losses.cache_clear()
    for game in GAMES:
        found = score("greedy", game, "all")
        assert found is not None
        differences = [max(each.values.values()) - min(each.values.values()) for each in read() if each.game == game]
        lost = 0 if optimal else mean(differences)
        assert (found.endings, found.optimal) == (len(differences), optimal)
        assert found.lost == pytest.approx(lost)
    endings.losses.cache_clear()


def test_the_table_has_a_line_for_every_game_and_reach() -> None:
    console = Console(width=120, color_system=None)
    with console.capture() as captured:
        console.print(lay_out(["random"]))
    rows = [line.strip("│").split("│") for line in captured.get().splitlines() if line.startswith("│")]
    names = [f"{game}, {reach}" for game in GAMES for reach in REACHES if score("random", game, reach)]
    assert [row[0].strip() for row in rows] == names
    for row in rows:
        share, lost = row[2].split()
        assert 0 <= float(share.rstrip("%")) <= 100
        assert (float(lost) == 0) == (share == "100%")
