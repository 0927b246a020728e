"""Random play for any game: whole games from legal actions, the same for the same random numbers."""

import numpy as np
import pytest

import estaminet
from estaminet.engine.jit.random import generator
from estaminet.engine.play import play_randomly, playouts


def random_game(name: str, seed: int) -> tuple[estaminet.Position, list[int]]:
    game = estaminet.game(name)
    kernel = game.kernel
    start = game.start(seed=seed)
    choices, played = np.empty(kernel.most_legal, np.int16), np.empty(kernel.longest, np.int16)
    memory = start.memory.copy()
    count = play_randomly(kernel.functions, memory, choices, played, generator(seed))
    assert kernel.to_move(memory) == -1
    return start, played[:count].tolist()


@pytest.mark.parametrize("name", estaminet.games())
def test_a_random_game_is_a_legal_game(name: str) -> None:
    position, played = random_game(name, seed=3)
    for code in played:
        position.play_code(code)
    assert position.is_over


@pytest.mark.parametrize("name", estaminet.games())
def test_the_same_random_numbers_give_the_same_game(name: str) -> None:
    assert random_game(name, seed=3)[1] == random_game(name, seed=3)[1] != random_game(name, seed=4)[1]


@pytest.mark.parametrize("name", estaminet.games())
def test_playouts_count_the_decisions_and_leave_the_start_alone(name: str) -> None:
    game = estaminet.game(name)
    kernel = game.kernel
    start, played = random_game(name, seed=5)
    before = start.memory.copy()
    choices = np.empty(kernel.most_legal, np.int16)
    assert playouts(kernel.functions, start.memory, 1, choices, generator(5)) == len(played)
    assert playouts(kernel.functions, start.memory, 3, choices, generator(5)) > len(played)
    assert start.memory.tobytes() == before.tobytes()
