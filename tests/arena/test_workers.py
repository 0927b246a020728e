"""Many processes: the same games as in one, and a process that dies takes nothing finished with it."""

import json
from pathlib import Path

import pytest

from estaminet.arena.arena import Arena
from estaminet.arena.match import Seating
from tests.arena.conftest import bot, read_games
from tests.refusals import raises_code

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]


def test_the_games_do_not_depend_on_who_plays_them_or_on_interruptions(tmp_path: Path) -> None:
    players = ["search@40", "regular", "apprentice"]
    for _ in Arena("poule", players, folder=tmp_path / "one", seed=3).play(6, jobs=0):
        pass
    halves = Arena("poule", players, folder=tmp_path / "many", seed=3).play(6, jobs=2)
    next(halves)
    halves.close()  # type: ignore[attr-defined]  # it is a generator, left in the middle
    again = Arena("poule", players, folder=tmp_path / "many", seed=3)
    assert 0 < len(again.missing(6)) < 6
    for _ in again.play(6, jobs=2):
        pass
    assert read_games(tmp_path / "one") == read_games(tmp_path / "many")


@pytest.mark.usefixtures("notes")
def test_a_process_that_is_killed_is_replaced_and_its_games_are_played_again(tmp_path: Path) -> None:
    arena = Arena("poule", [bot("First"), bot("DiesOnce")], folder=tmp_path / "arena", seed=1)
    played = [outcome.seating for outcome in arena.play(4, jobs=2)]
    assert sorted(played) == [Seating(0, 0), Seating(0, 1), Seating(1, 0), Seating(1, 1)]
    assert len(read_games(tmp_path / "arena")) == 4


@pytest.mark.usefixtures("notes")
def test_a_game_that_kills_again_and_again_is_named(tmp_path: Path) -> None:
    arena = Arena("poule", [bot("First"), bot("DiesAlways")], folder=tmp_path / "arena", seed=1)
    with raises_code("worker.died", match="The game of deal 0, rotation 1, killed the process that played it, 3 times"):
        list(arena.play(2, jobs=1))
    assert [game["arena"]["rotation"] for game in read_games(tmp_path / "arena")] == [0]


def test_a_player_that_fails_stops_the_arena_and_finished_games_stay(tmp_path: Path) -> None:
    arena = Arena("poule", ["random", bot("Raises")], folder=tmp_path / "arena", seed=1)
    with raises_code(
        "player.failed", match=r"Raises failed on seat \d of deal 0, rotation \d, .*RuntimeError: no idea"
    ):
        list(arena.play(2, jobs=1))
    assert json.loads((tmp_path / "arena" / "arena.json").read_text())["players"] == ["random", bot("Raises")]
