"""A player that sees every card: its choice follows the truth, and nobody else is shown it."""

import numpy as np
import pytest

import estaminet
from estaminet.arena.match import act
from estaminet.arena.open_cards import OpenPlayer, lay_open
from estaminet.engine.contract import Case
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.players.player import SearchPlayer
from estaminet.players.search import Budget

pytestmark = pytest.mark.compiled


class Spy:
    """Takes the first action, and remembers what it was handed."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:  # noqa: ARG002  # it only looks
        self.seen = known.tobytes()
        return int(game.kernel.codes(known)[0])


def test_the_arena_hands_the_truth_to_an_open_player_and_to_nobody_else() -> None:
    for is_open in (True, False):
        position = estaminet.game("poule").start(seed=1)
        seat = position.to_move or 0
        truth, known, spy = position.memory.tobytes(), position.known_to(seat).tobytes(), Spy()
        act(position, seat, OpenPlayer(spy) if is_open else spy)
        assert spy.seen == (truth if is_open else known)
        assert truth != known


@pytest.mark.parametrize("name", ["poule", "reeperbahn", "nuit"])
def test_an_open_seat_has_nothing_to_imagine_and_the_others_still_do(name: str) -> None:
    position = estaminet.game(name).start(seed=1)
    opened, rng = lay_open(position.game, 0), generator(3)
    for seat in range(position.players):
        world = position.memory.copy()
        for _ in range(5):
            opened.kernel.determinize(world, seat, rng)
        assert np.array_equal(world, position.memory) == (seat == 0)


def test_positions_that_look_the_same_may_get_another_answer() -> None:
    """Which no player at a table can do, see tests/players/test_fairness.py."""
    game = estaminet.game("reeperbahn")
    differ = 0
    for truth in Case(game, 2, {}, seed=5).sample():
        seat = truth.to_move
        if seat is None:
            continue
        other = truth.copy()
        game.kernel.determinize(other.memory, seat, generator(3))
        player = OpenPlayer(SearchPlayer(7, Budget(iterations=40)))
        differ += len({player.choose(game, 2, Known(world.memory), seat) for world in (truth, other)}) > 1
    assert differ
