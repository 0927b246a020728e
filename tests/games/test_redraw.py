"""`redraw` brings what nobody has seen into any order, each equally likely, and nothing else."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

import estaminet
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.games.nuit import rules as nuit
from estaminet.games.poule import rules as poule
from estaminet.games.reeperbahn import rules as reeperbahn
from tests.games.poule import chances

pytestmark = pytest.mark.compiled
Stack = NDArray[np.int8]
SAMPLES = 12_000


def stack_of_poule(memory: NDArray[np.uint8]) -> Stack:
    state: poule.State = memory.view(poule.STATE)[0]
    return state.shuffles[state.round_number, state.top : state.tiles]


def later_round_of_poule(memory: NDArray[np.uint8]) -> Stack:
    state: poule.State = memory.view(poule.STATE)[0]
    return state.shuffles[state.round_number + 1, : state.tiles]


def deck_of_reeperbahn(memory: NDArray[np.uint8]) -> Stack:
    state: reeperbahn.State = memory.view(reeperbahn.STATE)[0]
    return state.deck[: state.stack]


def refill_of_reeperbahn(memory: NDArray[np.uint8]) -> Stack:
    state: reeperbahn.State = memory.view(reeperbahn.STATE)[0]
    return state.reshuffle[: state.cards]


def furniture_of_nuit(memory: NDArray[np.uint8]) -> Stack:
    state: nuit.State = memory.view(nuit.STATE)[0]
    return state.stacks[nuit.TILES, state.tops[nuit.TILES] : nuit.SIZES[nuit.TILES]]


def tips_of_nuit(memory: NDArray[np.uint8]) -> Stack:
    state: nuit.State = memory.view(nuit.STATE)[0]
    return state.stacks[nuit.CASH_CARDS, state.tops[nuit.CASH_CARDS] : nuit.SIZES[nuit.CASH_CARDS]]


def redraw(position: Position, stack_of: Callable[[NDArray[np.uint8]], Stack]) -> NDArray[np.int8]:
    """Many new orders of a stack."""
    rng = generator(1994)
    found = np.empty((SAMPLES, len(stack_of(position.memory))), np.int8)
    for sample in found:
        memory = position.memory.copy()
        position.game.kernel.redraw(memory, rng)
        sample[:] = stack_of(memory)
    return found


@pytest.mark.parametrize(
    ("name", "stack_of"),
    [
        ("poule", stack_of_poule),
        ("poule", later_round_of_poule),
        ("reeperbahn", deck_of_reeperbahn),
        ("reeperbahn", refill_of_reeperbahn),
        ("nuit", furniture_of_nuit),
        ("nuit", tips_of_nuit),
    ],
)
def test_every_order_is_equally_likely(name: str, stack_of: Callable[[NDArray[np.uint8]], Stack]) -> None:
    position = estaminet.game(name).start(seed=5)
    things = stack_of(position.memory).tolist()
    worlds = redraw(position, stack_of)
    assert all(sorted(world) == sorted(things) for world in worlds.tolist())
    for place in (0, 1, len(things) // 2, -1):
        chances.check(Counter(worlds[:, place].tolist()), chances.equally_likely(things))
    for one, other in ((0, 1), (0, -1)):
        pairs = Counter(zip(worlds[:, one].tolist(), worlds[:, other].tolist(), strict=True))
        if len(pairs) <= SAMPLES / 10:
            chances.check(pairs, chances.equally_likely(permutations(things, 2)))


def test_open_tiles_stay_where_they_lie_and_later_rounds_do_not() -> None:
    position = estaminet.game("poule").start(seed=5, options={"rounds": 2, "tiles": "open"})
    assert len(np.unique(redraw(position, stack_of_poule), axis=0)) == 1
    assert len(np.unique(redraw(position, later_round_of_poule), axis=0)) > SAMPLES * 0.99
