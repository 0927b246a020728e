"""An arena: goes on where it was, grows, and says the same of the same games."""

import sys
from pathlib import Path

import pytest

from estaminet.arena.arena import Arena
from estaminet.arena.match import Seating
from tests.arena.conftest import bot
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled


def open_arena(folder: Path) -> Arena:
    return Arena("poule", [bot("First"), "random"], folder=folder, seed=2)


def test_more_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    first = [outcome.seating for outcome in open_arena(tmp_path).play(2, jobs=0)]
    more = [outcome.seating for outcome in open_arena(tmp_path).play(3, jobs=0)]
    assert (first, more) == ([Seating(0, 0), Seating(0, 1)], [Seating(1, 0), Seating(1, 1)])
    assert list(open_arena(tmp_path).play(4, jobs=0)) == []


def test_fewer_games_are_judged_alone(tmp_path: Path) -> None:
    arena = open_arena(tmp_path)
    list(arena.play(2, jobs=0))
    few = arena.results(2)
    list(arena.play(6, jobs=0))
    assert arena.results(2) == few
    assert (few.deals, arena.results(6).deals) == (1, 3)


def test_the_order_in_which_games_ended_does_not_matter(tmp_path: Path) -> None:
    arena = open_arena(tmp_path)
    list(arena.play(6, jobs=0))
    file = tmp_path / "games.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(reversed(lines)), encoding="utf-8")
    assert open_arena(tmp_path).results(6) == arena.results(6)


@pytest.mark.parametrize("module", ["matplotlib", "openskill", "scipy"])
def test_without_its_packages_nothing_is_begun(tmp_path: Path, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with raises_code("extra.missing", match=rf"needs {module}, .*pip install 'estaminet\[lab\]'"):
        open_arena(tmp_path / "arena")
    assert not (tmp_path / "arena").exists()
