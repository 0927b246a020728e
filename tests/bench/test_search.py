"""Measurements of our search: trees with room, random games to the end, no less work than theirs."""

import os

import pytest

from bench.harness import CannotMeasure
from bench.positions import GAMES, SEATS, find, played
from bench.search import SIMULATIONS, STYLES, TO_THE_END, find_style, searches, stand, think
from estaminet.players import tree as columns
from estaminet.players.search import MOST_EDGES, MOST_NODES, Tree

pytestmark = pytest.mark.compiled

DEPTH_OF_THE_PEER = 5.2
"""Plies that OpenSpiel's MCTSBot walks in its tree on average: empty grid, 10,000 simulations, UCT constant 2."""


def counters(tree: Tree) -> tuple[int, int]:
    return int(tree._tree.counters[columns.NODE_COUNT]), int(tree._tree.counters[columns.EDGE_COUNT])


@pytest.mark.parametrize("threads", [1, 2])
def test_iterations_a_second_are_measured(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert searches("reeperbahn", 2, "middle", "house", 50, threads, 0.001) > 0


def test_threads_without_cores_are_not_measured() -> None:
    with pytest.raises(CannotMeasure, match="this machine has no 1000 cores"):
        searches("poule", 2, "middle", "house", 50, 1000, 0.001)


@pytest.mark.parametrize(("name", "players"), SEATS.items())
def test_thinking_begins_in_the_middle_of_a_game_where_there_is_a_choice(name: str, players: int) -> None:
    position = stand(name, players, "middle")
    assert len(position.history) == len(played(name, players)) // 2
    assert len(position.legal()) > 1


def test_the_peer_is_met_on_the_empty_grid() -> None:
    assert stand("connect_four", 2, "start").history == []


@pytest.mark.parametrize("name", GAMES)
def test_random_games_go_to_the_end(name: str) -> None:
    assert find(name).kernel.longest <= TO_THE_END
    for style in ("playouts", "wide playouts"):
        assert (STYLES[style].playout_turns, STYLES[style].candidates) == (TO_THE_END, 1)


@pytest.mark.parametrize(("name", "players"), SEATS.items())
def test_no_tree_is_full(name: str, players: int) -> None:
    position = stand(name, players, "middle")
    nodes, edges = counters(think(position, find_style("house", position), SIMULATIONS, 1))
    assert 1 < nodes < MOST_NODES
    assert 1 < edges < MOST_EDGES


def test_our_tree_goes_as_deep_as_that_of_the_peer() -> None:
    tree = think(stand("connect_four", 2, "start"), STYLES["wide playouts"], SIMULATIONS, 1)
    _, edges = counters(tree)
    assert tree._tree.edges[:edges, columns.EDGE_VISITS].sum() / SIMULATIONS >= DEPTH_OF_THE_PEER
