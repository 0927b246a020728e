"""House players are fair by construction: what a seat cannot know cannot change what they choose."""

from collections.abc import Callable

import pytest

import estaminet
from estaminet.engine.contract import Case
from estaminet.engine.random import generator
from estaminet.players.player import LEVELS, Player, SearchPlayer
from estaminet.players.search import Budget

PLAYERS: dict[str, Callable[[int], Player]] = {
    **{name: make for name, make in LEVELS.items() if name not in ("host", "king")},
    "search": lambda seed: SearchPlayer(seed, Budget(iterations=40)),
}


def make(name: str) -> Player:
    return PLAYERS[name](7)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    ("game", "players"), [(name, players) for name in estaminet.games() for players in estaminet.game(name).seats]
)
@pytest.mark.compiled
def test_two_positions_that_look_the_same_give_the_same_choice(name: str, game: str, players: int) -> None:
    """After the same last turns: they are part of what a seat knows."""
    kernel = estaminet.game(game).kernel
    rng = generator(3)
    for truth in Case(estaminet.game(game), players, {}, seed=5).sample():
        seat = truth.to_move
        if seat is None:
            continue
        other = truth.copy()
        kernel.determinize(other.memory, seat, rng)
        choices = {make(name).choose(truth.game, players, world.known_to(seat), seat) for world in (truth, other)}
        assert len(choices) == 1
        assert choices <= set(truth.legal_codes())


@pytest.mark.parametrize("name", ["poule", "reeperbahn", "nuit"])
@pytest.mark.compiled
def test_the_worlds_that_were_compared_really_differ(name: str) -> None:
    """Without this, the test above could pass because nothing was hidden."""
    game = estaminet.game(name)
    truth = game.start(seed=5)
    other = truth.copy()
    game.kernel.determinize(other.memory, truth.to_move or 0, generator(3))
    assert truth.memory.tobytes() != other.memory.tobytes()
