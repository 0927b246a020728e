"""Players: found by name, refused with a sentence that lists the others."""

from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import numpy as np
import pytest

import estaminet
from estaminet.arena import entrants
from estaminet.arena.entrants import Entrant, find_entrant, read_search
from estaminet.arena.open_cards import OpenPlayer
from estaminet.engine.errors import EstaminetError
from estaminet.players import race
from estaminet.players.levels import NAMES, seat_player
from estaminet.players.networks.weights import Network
from estaminet.players.player import GreedyPlayer, SearchPlayer
from estaminet.players.race import LearnedPlayer
from estaminet.players.search import Budget
from tests.arena.conftest import bot
from tests.refusals import raises_code


@pytest.mark.parametrize("name", [*NAMES, "regular+bold", "king+teasing"])
def test_every_level_can_enter_and_bring_a_style(name: str) -> None:
    assert type(find_entrant(name).seat(1)) is type(seat_player(name, 1))


@pytest.mark.parametrize("name", ["regular+kind", "greedy+bold", "regular+", "+bold"])
def test_a_style_that_nobody_has_does_not_enter(name: str) -> None:
    with raises_code("entrant.unknown", match="regular\\+bold"):
        find_entrant(name)


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("search@0.1s", Budget(seconds=0.1)),
        ("search@3s", Budget(seconds=3.0)),
        ("search@5000", Budget(iterations=5000)),
        ("classic@0.1s", Budget(seconds=0.1)),
        ("classic@5000", Budget(iterations=5000)),
    ],
)
def test_a_search_enters_with_its_budget(name: str, budget: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, Budget]] = []

    def remember(seed: int, budget: Budget) -> SearchPlayer:
        made.append((seed, budget))
        return SearchPlayer(seed, budget)

    entrant = find_entrant(name)
    monkeypatch.setattr(entrants, "SearchPlayer", remember)
    entrant.seat(7)
    assert made == [(7, budget)]


@pytest.mark.parametrize(
    "name",
    [
        "emperor",
        "",
        "search",
        "search@",
        "search@0",
        "search@0s",
        "search@-1",
        "Random",
        "classic:a.npz@5",
        "learned@0",
        "careless@",
        "open:greedy",
        "search+noprior@5",
    ],
)
def test_an_unknown_name_is_told_who_there_is(name: str) -> None:
    with raises_code("entrant.unknown", match=r"there are: random, greedy, .*search@5000 .*\./file\.py:Class"):
        find_entrant(name)


def test_a_learned_player_enters_with_its_network_and_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, Budget, str, tuple[str, ...]]] = []

    def remember(seed: int, budget: Budget, network: Network | None, changes: tuple[str, ...]) -> LearnedPlayer:
        made.append((seed, budget, "" if network is None else network.about["game"], changes))
        return LearnedPlayer(seed, budget, network, changes)

    file = tmp_path / "odd@2.npz"
    np.savez(file, about=np.array('{"format": "estaminet-network/1", "game": "nuit"}'))
    monkeypatch.setattr(entrants, "LearnedPlayer", remember)
    named, unnamed = find_entrant(f"learned+noprior+novalue:{file}@0.5s"), find_entrant("learned@40")
    made.clear()
    named.seat(7)
    unnamed.seat(8)
    assert made == [
        (7, Budget(seconds=0.5), "nuit", ("noprior", "novalue")),
        (8, Budget(iterations=40), "", ()),
    ]
    with raises_code("network.invalid", match="trained with game nuit, not poule"):
        named.check(estaminet.game("poule"), 2)
    monkeypatch.setattr(race, "find_weights", lambda *_: None)
    with raises_code("network.invalid", match="comes without a trained network"):
        unnamed.check(estaminet.game("poule"), 2)


def test_a_learned_player_may_think_otherwise_than_usual() -> None:
    changed = read_search("learned+noprior+turns=2+trust=0.5:mine.npz@40")
    assert changed is not None
    assert (changed.changes, changed.file) == (("noprior", "turns=2", "trust=0.5"), "mine.npz")
    style = race.find_race_settings(estaminet.game("reeperbahn"), changed.changes)
    assert (style.prior, style.turns, style.trust) == (0, 2, 0.5)
    assert read_search("classic+turns=2@40") is None
    with raises_code("entrant.unknown", match=r"cannot be changed by 'luck=2', but by: noprior, .*turns=…"):
        find_entrant("learned+luck=2@40")
    with raises_code("entrant.unknown", match=r"cannot be changed by 'turns=1.5'"):
        find_entrant("learned+turns=1.5@40")


def test_carelessness_is_a_strength_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, float]] = []

    def remember(seed: int, *, carelessness: float) -> GreedyPlayer:
        made.append((seed, carelessness))
        return GreedyPlayer(seed, carelessness=carelessness)

    entrant = find_entrant("careless@0.05")
    monkeypatch.setattr(entrants, "GreedyPlayer", remember)
    entrant.seat(7)
    assert made == [(7, 0.05)]


def test_a_search_may_see_every_card() -> None:
    assert type(find_entrant("open:search@40").seat(1)) is OpenPlayer


def test_a_file_gives_a_player_for_each_seed() -> None:
    entrant = find_entrant(bot("First"))
    assert [vars(entrant.seat(seed))["seed"] for seed in (3, 4)] == [3, 4]


def test_a_file_is_found_from_any_folder_once_it_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text("class Bot:\n    def __init__(self, seed): pass\n    def choose(self): pass\n")
    monkeypatch.chdir(tmp_path)
    entrant = find_entrant("./mine.py:Bot")
    monkeypatch.chdir("/")
    entrants._load_file.cache_clear()
    assert (entrant.name, type(entrant.seat(1)).__name__) == ("./mine.py:Bot", "Bot")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("./nowhere.py:Bot", "cannot be read: No such file"),
        (bot("Nobody"), "there is no 'Nobody' but: .*First, Raises"),
        (bot("Known"), "there is no 'Known' but: "),
        (bot("CannotBeMade"), "cannot be made from a seed: ValueError: unlucky 0"),
        (bot("CannotChoose"), "gives a CannotChoose, which has no method choose"),
        (bot("First").rpartition(":")[0], r"Write a player's file as \./bots.py:Class"),
    ],
)
def test_a_file_without_a_player_is_refused(name: str, complaint: str) -> None:
    with pytest.raises(EstaminetError, match=complaint):
        find_entrant(name)


def test_a_file_that_is_no_python_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("class Bot\n")
    with raises_code("entrant.broken", match="cannot be loaded: SyntaxError"):
        find_entrant(f"{tmp_path / 'mine.py'}:Bot")


def test_a_file_that_changes_during_an_arena_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Bot:\n    def __init__(self, seed): pass\n    def choose(self): pass\n")
    entrant = find_entrant(f"{file}:Bot")
    file.write_text(file.read_text() + "# a better idea\n")
    entrants._load_file.cache_clear()
    with raises_code("entrant.broken", match="is not the file with which this arena began"):
        entrant.seat(1)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three players that other packages have installed."""
    values = {
        "honest": "tests.arena.bots:First",
        "lost": "tests.arena.nowhere:Bot",
        "seven": "tests.arena.bots:NO_PLAYER",
    }
    group = EntryPoints(EntryPoint(name, value, entrants.ENTRY_POINTS) for name, value in values.items())
    monkeypatch.setattr(entrants, "entry_points", group.select)


@pytest.mark.usefixtures("installed")
def test_an_installed_player_enters_by_its_name() -> None:
    entrant = find_entrant("honest")
    assert (entrant, type(entrant.seat(1)).__name__) == (Entrant("honest", "tests.arena.bots:First"), "First")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("lost", "is installed as a player, but cannot be loaded: ModuleNotFoundError"),
        ("seven", "seven is a int; it must be called with a seed"),
        ("emperor", "king, honest, lost, seven, search@"),
    ],
)
def test_an_installed_player_that_is_none_is_refused(name: str, complaint: str) -> None:
    with pytest.raises(EstaminetError, match=complaint):
        find_entrant(name)
