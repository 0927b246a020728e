"""The house's own Python in Pyodide says what it says here: views, words, refusals, deals, records and decisions."""

import json
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.contests import Contest
from estaminet.engine.contract import option_sets
from estaminet.extras import EXTRAS
from estaminet.games import REGISTRY
from estaminet.server.http.routes import pages
from estaminet.site.bundle import build_bundle
from estaminet.site.kit import list_files
from tests.site import contest, decisions, imagined, views
from tests.site.calls import NODE, run_node

SCRIPT: Final = Path(__file__).with_name("python_in_node.mjs")
EVENING: Final = Path(__file__).with_name("evening.py")
LONGEST_IMAGINING: Final = 20.0
"""Seconds, on a busy machine."""
MOST_MEMORY: Final = 150_000_000
"""Bytes of all of Python, after thoughts of all sizes."""
GAMES: Final = [*map(REGISTRY.find, ("poule", "reeperbahn", "nuit")), CONNECT_FOUR]
Programs = Sequence[tuple[Path, dict[str, object]]]
"""Each program's file and its input."""
Say = Callable[[Programs], list[list[str]]]
VIEWS, DECISIONS, IMAGINED, CONTEST = (Path(str(each.__file__)) for each in (views, decisions, imagined, contest))
OPTIONS: Final = {game.name: list(option_sets(game)) for game in GAMES}

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(NODE is None, reason="Node.js runs Pyodide"),
    pytest.mark.skipif(not (pages.FOLDER / "pyodide").is_dir(), reason="Python for the page is built with the page"),
    pytest.mark.skipif(not all(map(find_spec, EXTRAS["site"])), reason="estaminet[site] has the linker"),
]


@pytest.fixture(scope="module")
def say(tmp_path_factory: pytest.TempPathFactory) -> Say:
    """Output of programs in Pyodide, for every game."""
    folder = tmp_path_factory.mktemp("kit")
    for name, data in list_files(GAMES):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    files = [*folder.glob("*.weights"), *(folder / f"{game.name}.wasm" for game in GAMES)]

    def run(programs: Programs) -> list[list[str]]:
        wanted = json.dumps([(str(program), wanted) for program, wanted in programs])
        *said, compilers = run_node(SCRIPT, folder / "pyodide", folder / "house.zip", wanted, *files)
        assert compilers == "0"
        names, _, answers = zip(*(line.partition(" ") for line in said), strict=True)
        assert list(names) == [game.name for game in GAMES] * len(programs)
        return [list(answers[at : at + len(GAMES)]) for at in range(0, len(answers), len(GAMES))]

    return run


@pytest.fixture(scope="module")
def once(say: Say) -> dict[Path, list[str]]:
    """The output of all of them in one Python, the one that checks its memory first."""
    programs: Programs = [
        (EVENING, {}),
        (VIEWS, {"options": OPTIONS, "count": 1}),
        (DECISIONS, {"count": 1}),
        (IMAGINED, {}),
        (CONTEST, {}),
    ]
    return {program: said for (program, _), said in zip(programs, say(programs), strict=True)}


def compare_views(said: Sequence[str], count: int) -> None:
    assert said == [views.digest(game, OPTIONS[game.name], count) for game in GAMES]


def test_people_see_the_same_in_a_page(once: dict[Path, list[str]]) -> None:
    compare_views(once[VIEWS], 1)


@pytest.mark.thorough
def test_people_see_the_same_of_many_games(say: Say) -> None:
    compare_views(say([(VIEWS, {"options": OPTIONS, "count": 12})])[0], 12)


def compare_decisions(answers: Sequence[str], count: int) -> None:
    """Whatever is not the same to the last bit is different."""
    for game, said in zip(GAMES, answers, strict=True):
        wanted = decisions.list_all(game, count)
        found = json.loads(said)
        assert len(found) == len(wanted)
        for here, there in zip(found, wanted, strict=True):
            assert here == there


def test_the_house_decides_the_same_in_a_page(once: dict[Path, list[str]]) -> None:
    """Every level and style, hints, a review and answers to puzzles."""
    compare_decisions(once[DECISIONS], 1)


@pytest.mark.thorough
def test_the_house_decides_the_same_many_times(say: Say) -> None:
    compare_decisions(say([(DECISIONS, {"count": 10})])[0], 10)


def test_a_game_is_dealt_anew_in_a_page_as_it_is_here(once: dict[Path, list[str]]) -> None:
    for game, said in zip(GAMES, once[IMAGINED], strict=True):
        position = imagined.play_so_far(game)
        deal, seconds = json.loads(said)
        assert deal == position.imagine(position.to_move or 0, seed=2).deal.values
        assert seconds < LONGEST_IMAGINING


def test_the_deal_of_the_day_is_answered_in_a_page_as_it_is_here(once: dict[Path, list[str]]) -> None:
    for game, said in zip(GAMES, once[CONTEST], strict=True):
        deal = Contest.daily(game, contest.DAY)
        seat, actions = json.loads(said)
        assert seat == deal.seat
        assert actions == contest.play_a_while(deal)
        assert len(actions) > contest.DECISIONS


def test_an_evening_of_thinking_takes_no_more_memory_than_its_beginning(once: dict[Path, list[str]]) -> None:
    """And an error in compiled code is one of Python, after which everything works as before."""
    for said in once[EVENING]:
        before, more, is_error, is_well = json.loads(said)
        assert before < MOST_MEMORY
        assert more <= before / 20
        assert is_error
        assert is_well


def test_the_same_sources_are_the_same_archive() -> None:
    assert build_bundle(GAMES) == build_bundle(GAMES)
