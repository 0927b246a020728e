"""The registry: finds the house's games and those that others install."""

from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import estaminet
from estaminet.engine import registry
from estaminet.engine.errors import BrokenGame
from estaminet.games import REGISTRY
from tests.refusals import raises_code


def install(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    points = EntryPoints([EntryPoint(name, value, "estaminet.games")])
    monkeypatch.setattr(registry, "entry_points", points.select)


def test_the_games_of_the_house_are_found() -> None:
    folders = (file.parent.name for file in Path(estaminet.__file__).parent.glob("games/*/game.py"))
    assert estaminet.games() == sorted(folders)
    assert {"nuit", "poule", "reeperbahn"} <= set(estaminet.games())
    assert [estaminet.game(name).name for name in estaminet.games()] == estaminet.games()


def test_a_game_that_somebody_installs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "market", "estaminet.games.poule.game:GAME")
    assert REGISTRY.names()[-1] == "market"
    assert REGISTRY.find("market") is REGISTRY.find("poule")


def test_what_is_installed_as_a_game_must_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "broken", "estaminet.games.poule.game:Poule")
    with pytest.raises(BrokenGame, match="broken is installed, but it cannot be loaded: it is no game but a ABCMeta"):
        REGISTRY.find("broken")


def test_a_game_that_cannot_be_imported_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "broken", "estaminet.games.nowhere.game:GAME")
    with pytest.raises(BrokenGame, match="broken is installed, but it cannot be loaded: No module named"):
        REGISTRY.find("broken")


@pytest.mark.parametrize("name", ["", "Poule", "__init__", "poule.rules", "../poule"])
def test_other_names_are_no_games(name: str) -> None:
    with raises_code("game.unknown"):
        REGISTRY.find(name)
