"""Search: the same for the same seed, within its memory and its budget, and not blind to what wins at once."""

import itertools

import pytest

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.position import Position
from estaminet.players import search as thinking
from estaminet.players.levels import seat_player
from estaminet.players.search import Budget, Candidate, search
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled


def think(position: Position, budget: Budget, seed: int = 1) -> list[Candidate]:
    seat = position.to_move
    assert seat is not None
    return search(position.game, position.players, position.known_to(seat), seat, budget, seed).candidates


def after(*columns: str) -> Position:
    position = CONNECT_FOUR.start()
    for column in columns:
        position.play(f"drop {column}")
    return position


@pytest.mark.parametrize("name", estaminet.games())
def test_the_same_seed_and_iterations_give_the_same_thoughts(name: str) -> None:
    position = estaminet.game(name).start(seed=3)
    assert think(position, Budget(iterations=200)) == think(position, Budget(iterations=200))
    assert think(position, Budget(iterations=200)) != think(position, Budget(iterations=200), seed=2)


@pytest.mark.parametrize("name", estaminet.games())
def test_every_candidate_is_legal_and_all_iterations_are_counted(name: str) -> None:
    position = estaminet.game(name).start(seed=3)
    found = think(position, Budget(iterations=300))
    assert {candidate.code for candidate in found} == set(position.legal_codes())
    assert sum(candidate.visits for candidate in found) == 300
    for candidate in found:
        if candidate.visits:
            assert sum(candidate.shares) == pytest.approx(1, abs=1e-4)


def test_a_win_at_once_is_taken() -> None:
    best = think(after("d", "a", "d", "b", "d", "c"), Budget(iterations=300))[0]
    assert CONNECT_FOUR.actions[best.code].text == "drop d"


def test_a_loss_at_once_is_prevented() -> None:
    best = think(after("a", "d", "b", "d", "g", "d"), Budget(iterations=2000))[0]
    assert CONNECT_FOUR.actions[best.code].text == "drop d"


def test_threads_think_together() -> None:
    position = estaminet.game("poule").start(seed=3)
    found = think(position, Budget(iterations=100, threads=2))
    assert sum(candidate.visits for candidate in found) == 200


@pytest.mark.parametrize(("seconds", "batches"), [(0.5, 1), (2.5, 3)])
def test_time_ends_a_search(seconds: float, batches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock on which every batch of iterations takes a second, and without an action that is far ahead."""
    ticks = itertools.count()
    monkeypatch.setattr(thinking, "perf_counter", lambda: next(ticks))
    monkeypatch.setattr(thinking.Tree, "_lead", lambda _: 0)
    found = think(estaminet.game("poule").start(seed=3), Budget(seconds=seconds, iterations=1000))
    assert sum(candidate.visits for candidate in found) == batches * thinking.BATCH


def test_a_search_ends_early_if_no_time_that_is_left_could_change_its_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(thinking, "perf_counter", lambda: next(ticks))
    monkeypatch.setattr(thinking.Tree, "_lead", lambda tree: tree.iterations)
    found = think(estaminet.game("poule").start(seed=3), Budget(seconds=3.5, iterations=1000))
    assert sum(candidate.visits for candidate in found) == 2 * thinking.BATCH


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree that may not grow any more goes on counting in the part that it has."""
    monkeypatch.setattr(thinking, "MOST_EDGES", 400)
    monkeypatch.setattr(thinking, "MOST_NODES", 50)
    found = think(estaminet.game("poule").start(seed=3), Budget(iterations=500))
    assert sum(candidate.visits for candidate in found) == 500


def test_an_unknown_level_is_refused_with_the_names_of_the_others() -> None:
    with raises_code(
        "level.unknown",
        match=r"no level 'emperor'; the levels are: random, greedy, guest, .*, king; a style",
    ):
        seat_player("emperor", 1)
