"""A deal imagined anew shows a seat all that it has seen, and lets chance decide the rest."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.games import REGISTRY

GAMES = [(name, players) for name in REGISTRY.names() for players in REGISTRY.find(name).seats]
SAMPLES = 200
SHARES = [0.0, *(pytest.param(share, marks=pytest.mark.compiled) for share in (0.1, 0.35, 0.7, 0.95))]
"""The length of a game played; imagining one is slow in plain Python."""
UNLIKELY = 5.0
"""Standard errors: two means of the same thing do not lie this far apart."""


def play_randomly(game: Game, players: int, seed: int, share: float) -> Position:
    """A part of a random game."""
    rng = random.Random(seed)
    position = game.start(players, seed=seed)
    while not position.is_over:
        position.play_code(rng.choice(position.legal_codes()))
    wanted = int(share * len(position.history))
    begun = position.restart()
    for code in position.history[:wanted]:
        begun.play_code(code)
    return begun


def all_seen(position: Position, seat: int) -> list[bytes]:
    """A seat's knowledge before every action, and at the end; every action is checked."""
    replay = position.restart()
    seen = [replay.known_to(seat).tobytes()]
    for code in position.history:
        replay.play_code(code)
        seen.append(replay.known_to(seat).tobytes())
    return seen


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("share", SHARES)
def test_a_seat_sees_all_that_it_has_seen(name: str, players: int, share: float) -> None:
    position = play_randomly(REGISTRY.find(name), players, players, share)
    seat = position.to_move
    assert seat is not None
    imagined = position.imagine(seat, seed=1)
    assert imagined.actions == position.actions
    assert all_seen(imagined, seat) == all_seen(position, seat)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_is_hidden_lies_elsewhere(name: str, players: int) -> None:
    position = play_randomly(REGISTRY.find(name), players, 2, 0.3)
    deals = [tuple(position.imagine(position.to_move or 0, seed=seed).deal.packed) for seed in range(3)]
    assert len(set(deals)) == 3
    assert tuple(position.deal.packed) not in deals


@pytest.mark.compiled
def test_the_same_seed_imagines_the_same_deal() -> None:
    position = play_randomly(REGISTRY.find("nuit"), 3, 1, 0.2)
    one, other = (position.imagine(0, seed="again").deal.values for _ in range(2))
    assert one == other


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players", "share"), [("poule", 3, 0.02), ("reeperbahn", 2, 0.05), ("nuit", 4, 0.15)])
def test_deals_are_as_likely_as_imagined_positions(name: str, players: int, share: float) -> None:
    """On average every seat observes the same as in the positions that house players imagine."""
    position = play_randomly(REGISTRY.find(name), players, 3, share)
    kernel, seat, rng = position.game.kernel, position.to_move or 0, generator(5)
    ours = [position.imagine(seat, seed=number).memory for number in range(SAMPLES)]
    theirs = []
    for _ in range(SAMPLES):
        theirs.append(position.memory.copy())
        kernel.determinize(theirs[-1], seat, rng)

    def observe(memory: NDArray[np.uint8]) -> NDArray[np.float64]:
        features = np.zeros((players, kernel.features), np.float32)
        for each in range(players):
            kernel.encode(kernel.known(memory, each), each, features[each])
        return features.ravel().astype(np.float64)

    one, other = (np.array([observe(memory) for memory in memories]) for memories in (ours, theirs))
    error = np.sqrt((one.var(axis=0) + other.var(axis=0)) / SAMPLES)
    assert (other.var(axis=0) > 0).sum() > 10, "nothing is hidden here"
    assert (np.abs(one.mean(axis=0) - other.mean(axis=0)) <= UNLIKELY * error + 1e-6).all()
