"""House players are fair by construction: they are handed what their seat knows, and networks look at nothing else.

That what a seat knows is the same in every world that looks the same to it is part of the contract that all games keep;
what a table of the server hands to a house player is tested in `tests/server/live/test_house.py`.
"""

import zlib
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import estaminet
from estaminet import contests
from estaminet.arena.match import act
from estaminet.cli.play import think
from estaminet.contests import FIRST_DAY, Contest
from estaminet.engine.contract import Case
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.players.networks.policy import Policy
from tests.players.networks import draw_network

pytestmark = pytest.mark.compiled
GAMES = ["poule", "reeperbahn", "nuit"]


class Tattler:
    """Chooses by every byte that it is handed: a hidden card among them changes what it does."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:  # noqa: ARG002  # it has no plan
        codes = game.kernel.codes(known)
        return int(codes[zlib.crc32(known.tobytes()) % len(codes)])


def play_in_the_arena(position: Position, seat: int) -> None:
    act(position, seat, Tattler())


def play_in_the_terminal(position: Position, _: int) -> None:
    position.play_code(think(Tattler().choose, position))


def play_in_a_contest(position: Position, seat: int) -> None:
    contest = Contest.daily(position.game, FIRST_DAY)
    replace(contest, players=position.players, seat=(seat + 1) % position.players).answer(position)


@pytest.mark.parametrize("play", [play_in_the_arena, play_in_the_terminal, play_in_a_contest])
@pytest.mark.parametrize("name", GAMES)
def test_two_positions_that_look_the_same_give_the_same_choice(
    name: str, play: Callable[[Position, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the same last turns: they are part of what a seat knows."""
    monkeypatch.setattr(contests, "LevelPlayer", lambda *_, **__: Tattler())
    game, rng, was_hidden = estaminet.game(name), generator(3), False
    for truth in Case(game, game.seats[0], {}, seed=5).sample():
        seat = truth.to_move
        if seat is None:
            continue
        other, ply = truth.copy(), len(truth.history)
        game.kernel.determinize(other.memory, seat, rng)
        was_hidden = was_hidden or truth.memory.tobytes() != other.memory.tobytes()
        for world in (truth, other):
            play(world, seat)
        assert truth.history[ply] == other.history[ply]
    assert was_hidden, "the worlds that were compared do not differ"


@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in estaminet.games() for players in estaminet.game(name).seats]
)
@pytest.mark.parametrize("worlds", [0, 2])
def test_a_network_in_a_playout_sees_no_more_than_its_seat_knows(name: str, players: int, worlds: int) -> None:
    """A playout goes on in a whole world: whatever is hidden from the mover there must not reach the network."""
    game = estaminet.game(name)
    policy = Policy(draw_network(game, players, worlds=worlds), game, players)
    rng = generator(3)
    for truth in Case(game, players, {}, seed=5).sample():
        seat = truth.to_move
        if seat is None:
            continue
        other = truth.copy()
        game.kernel.determinize(other.memory, seat, rng)
        known = policy.evaluate(truth.known_to(seat), seat)
        for world in (truth.memory, other.memory):
            seen = policy.evaluate(world, seat)
            assert np.array_equal(seen.codes, known.codes)
            assert np.array_equal(seen.logits, known.logits)
            assert np.array_equal(seen.shares, known.shares)
