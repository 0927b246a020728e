"""A game is the same from every seat: move everybody along, and each sees, can do and brings about the same."""

import numpy as np
import pytest

import estaminet
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.engine.jit.random import below, generator
from estaminet.engine.observation import Numbering, number_actions
from estaminet.games.nuit import rules as nuit

TABLES = [(game, players) for game in map(estaminet.game, estaminet.games()) for players in game.seats]


def reseat(game: Game, memory: Memory, players: int, seat: int) -> Memory:
    turned = game.reseat(memory, players, seat)
    assert turned is not None
    return turned


def look(game: Game, memory: Memory, seat: int) -> bytes:
    out = np.empty(game.kernel.features, np.float32)
    game.kernel.encode(game.kernel.known(memory, seat), seat, out)
    return out.tobytes()


def offer(game: Game, memory: Memory, numbering: Numbering) -> set[int]:
    """The numbers of what can be done."""
    seat = game.kernel.to_move(memory)
    return {*numbering.numbers[seat, game.kernel.codes(memory)].tolist()}


def is_before_the_first_turn(game: Game, memory: Memory) -> bool:
    """N2.3: start tiles are placed from seat 0 on, so that this part is not the same from every seat."""
    return game.name == "nuit" and unpack(memory, nuit.State).stage == nuit.PUTTING


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: getattr(value, "name", str(value)))
def test_the_same_number_brings_about_the_same(game: Game, players: int) -> None:
    kernel, rng = game.kernel, generator(7)
    numbering = number_actions(game, players)
    turns = 0
    for seed in range(3):
        memory = game.start(players, seed).memory
        while (seat := int(kernel.to_move(memory))) >= 0:
            legal = kernel.codes(memory)
            code = int(legal[below(rng, len(legal))])
            after = memory.copy()
            kernel.apply(after, code)
            for by in range(1, players):
                turned = reseat(game, memory, players, by)
                other = int(kernel.to_move(turned))
                assert other == (seat - by) % players
                assert look(game, turned, other) == look(game, memory, seat)
                assert offer(game, turned, numbering) == offer(game, memory, numbering)
                if is_before_the_first_turn(game, memory):
                    continue
                kernel.apply(turned, int(numbering.codes[other, numbering.numbers[seat, code]]))
                assert turned.tobytes() == reseat(game, after, players, by).tobytes(), game.actions[code].text
                turns += 1
            memory = after
    assert turns > 100


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "kind"), [("reeperbahn", "guard"), ("nuit", "from")])
def test_codes_do_not_look_the_same_from_every_seat(name: str, kind: str) -> None:
    """So that learners are better off with canonical numbers."""
    game = estaminet.game(name)
    players, rng = game.seats[0], generator(1)
    memory, differing = game.start(seed=1).memory, 0
    while game.kernel.to_move(memory) >= 0:
        legal = game.kernel.codes(memory)
        turned = reseat(game, memory, players, 1)
        if legal.tolist() != game.kernel.codes(turned).tolist():
            differing += 1
            assert any(game.actions[code].text.startswith((kind, "joker", "charm")) for code in legal)
        game.kernel.apply(memory, int(legal[below(rng, len(legal))]))
    assert differing > 3


def test_moving_along_all_the_way_round_changes_nothing() -> None:
    for game, players in TABLES:
        memory = game.start(players, seed=4).memory
        turned = memory
        for _ in range(players):
            turned = reseat(game, turned, players, 1)
        assert turned.tobytes() == memory.tobytes()
        assert reseat(game, memory, players, 0).tobytes() == memory.tobytes()
        assert reseat(game, memory, players, 1).tobytes() != memory.tobytes()
