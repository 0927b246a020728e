"""The fingerprint of sources: it changes with what decides how a game goes, and with nothing else."""

from pathlib import Path

import pytest

from estaminet.arena.folder import fingerprint
from estaminet.engine.game import Ladder, Search, Shortsighted
from estaminet.games import REGISTRY

SEARCHES = ("learned@10", "classic@10")
FOUR_SEARCHES = (*SEARCHES, *SEARCHES)
LEVELS = ("king", "host")
STYLE = ("regular+bold", "classic@10")
ALL = (SEARCHES, FOUR_SEARCHES, LEVELS, STYLE)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that is engine, game and players in one, with files that a test may change."""
    (tmp_path / "weights").mkdir()
    for name in ("__init__.py", "rules.py", "levels.py", "README.md", "weights/2.npz", "weights/4.npz"):
        (tmp_path / name).write_text("before")
    monkeypatch.setattr("estaminet.arena.folder.inspect.getfile", lambda _: str(tmp_path / "__init__.py"))
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "concerned"),
    [
        ("rules.py", ALL),
        ("levels.py", ()),
        ("weights/2.npz", (SEARCHES, LEVELS, STYLE)),
        ("weights/4.npz", (FOUR_SEARCHES,)),
        ("README.md", ()),
    ],
)
def test_a_change_counts_for_those_whom_it_concerns(
    copy: Path, changed: str, concerned: tuple[tuple[str, ...], ...]
) -> None:
    before = {names: fingerprint("poule", names) for names in ALL}
    (copy / changed).write_text("after")
    assert {names for names in ALL if fingerprint("poule", names) != before[names]} == set(concerned)


@pytest.mark.parametrize(
    ("players", "ladder", "concerned"),
    [
        (2, Ladder(host=Search(7)), (LEVELS,)),
        (2, Ladder(regular=Shortsighted(0.07)), (STYLE,)),
        (2, Ladder(guest=Shortsighted(0.07)), ()),
        (4, Ladder(host=Search(7)), ()),
    ],
)
def test_a_level_counts_where_it_plays(
    monkeypatch: pytest.MonkeyPatch, players: int, ladder: Ladder, concerned: tuple[tuple[str, ...], ...]
) -> None:
    poule = type(REGISTRY.find("poule"))
    monkeypatch.setattr(poule, "ladders", {2: Ladder(), 4: Ladder()})
    before = {names: fingerprint("poule", names) for names in ALL}
    monkeypatch.setattr(poule, "ladders", {2: Ladder(), 4: Ladder(), players: ladder})
    assert {names for names in ALL if fingerprint("poule", names) != before[names]} == set(concerned)
