"""Trained networks at a table: layers as anybody would compute them, the same bits everywhere, bad files refused."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.contract import Case
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator, seed_with
from estaminet.players.networks import weights
from estaminet.players.networks.policy import NetworkPlayer, Policy
from estaminet.players.networks.weights import Network, find_weights
from estaminet.players.one_ply import find_one_ply_values
from tests.players.networks import Reference, describe, draw_arrays, draw_network, draw_rows, make_forward
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled

GAMES = [
    *((estaminet.game(name), players) for name in estaminet.games() for players in estaminet.game(name).seats),
    (CONNECT_FOUR, 2),
]
BITS = {
    "poule": "3e849ea28e64a480",
    "reeperbahn": "03853b838d643309",
    "nuit": "1adf7ffae96b3cbd",
}
"""The beginning of a hash of the answers of fixed weights, the same on every machine and with every compiler."""


@pytest.mark.parametrize("worlds", [0, 1])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_compiled_network_answers_as_its_layers_say(game: Game, players: int, worlds: int) -> None:
    answer = make_forward(draw_network(game, players, worlds=worlds), game, players)
    reference = Reference(draw_arrays(game, players, worlds=worlds), game, players)
    for rows in draw_rows(game, players, 12, worlds=worlds):
        for one, other in zip(answer(rows), reference.answer(rows), strict=True):
            assert np.allclose(one, other, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_row_is_answered_alike_alone_and_among_others(game: Game, players: int) -> None:
    answer = make_forward(draw_network(game, players), game, players)
    for rows in draw_rows(game, players, 3):
        together = answer(rows)
        for at in range(len(rows)):
            for one, all_of_them in zip(answer(rows[at : at + 1]), together, strict=True):
                assert one[0].tobytes() == all_of_them[at].tobytes()


@pytest.mark.parametrize("name", BITS)
def test_the_same_weights_give_the_same_bits_on_every_machine(name: str) -> None:
    game = estaminet.game(name)
    players = game.seats[0]
    answer = make_forward(draw_network(game, players, width=40), game, players)
    found = hashlib.sha256()
    for rows in draw_rows(game, players, 5):
        for values in answer(rows):
            found.update(values.tobytes())
    assert found.hexdigest()[:16] == BITS[name]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("heads.weight", np.zeros((3, 3), np.float32)),
        ("first.bias", np.zeros(15, np.float32)),
        ("norm.weight", np.zeros(0, np.float32)),
        ("blocks.1.inner.weight", None),
        ("blocks.1.inner.bias", np.full(16, np.inf, np.float32)),
    ],
)
def test_layers_that_do_not_fit_are_refused(
    name: str, value: "np.ndarray[tuple[int, ...], np.dtype[np.float32]] | None"
) -> None:
    game = estaminet.game("reeperbahn")
    arrays = draw_arrays(game, 2)
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with raises_code("network.invalid", match=r"no layer|no numbers"):
        Network(describe(game, 2), arrays).pack(game, 2)


def test_a_network_for_another_number_of_players_is_refused() -> None:
    game = estaminet.game("poule")
    with raises_code("network.invalid", match="trained with players 3, not 2"):
        draw_network(game, 3).pack(game, 2)


def test_a_network_player_takes_what_the_network_likes_best() -> None:
    game = estaminet.game("reeperbahn")
    network = draw_network(game, 2)
    position = game.start(seed=3)
    seat = position.to_move
    assert seat is not None
    known = position.known_to(seat)
    output = Policy(network, game, 2).evaluate(known, seat)
    assert output.codes.tolist() == list(position.legal_codes())
    assert NetworkPlayer(network).choose(game, 2, known, seat) == output.codes[output.logits.argmax()]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_network_without_opinions_takes_the_best_one_ply_value(game: Game, players: int) -> None:
    """It begins where one action ahead is: the best value on average over as many worlds as it was told."""
    worlds, kernel, scratch = 3, game.kernel, game.kernel.new_scratch(players)
    arrays = draw_arrays(game, players, worlds=worlds)
    for name in arrays:
        if name.startswith(("heads", "piece_logits", "table_logits")):
            arrays[name][:] = 0
    arrays["scale"][:] = 1
    network = Network(describe(game, players, worlds=worlds), arrays)
    decided = 0
    for position in (each for seed in range(8) for each in Case(game, players, {}, seed=seed).sample()):
        seat = position.to_move
        if seat is None:
            continue
        known, rng = position.known_to(seat), generator(0)
        seed_with(rng, known)
        count = find_one_ply_values(kernel.functions, scratch, known, seat, worlds, rng)
        values = scratch.values[:count]
        best = {int(code) for code in scratch.codes[:count][values > values.max() - 1e-6]}
        assert NetworkPlayer(network).choose(game, players, known, seat) in best
        decided += len(best) < count
    assert decided > 10


@pytest.mark.parametrize("worlds", [-1, 65, 0.5, "1", True])
def test_a_network_that_sees_one_ply_values_of_no_number_of_worlds_is_refused(worlds: object) -> None:
    game = estaminet.game("reeperbahn")
    about = describe(game, 2) | {"promises": worlds}
    with raises_code("network.invalid", match="averaged over 0 to 64 worlds, not"):
        Network(about, draw_arrays(game, 2, worlds=1)).pack(game, 2)


@pytest.mark.parametrize(("drawn", "said"), [(0, 1), (1, 0)])
def test_a_network_is_not_taken_for_one_with_or_without_one_ply_values(drawn: int, said: int) -> None:
    game = estaminet.game("reeperbahn")
    with raises_code("network.invalid", match="no layer"):
        Network(describe(game, 2, worlds=said), draw_arrays(game, 2, worlds=drawn)).pack(game, 2)


def test_a_game_without_weights_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = estaminet.game("reeperbahn")
    monkeypatch.setattr(weights, "files", lambda _: tmp_path)
    find_weights.cache_clear()
    assert find_weights(game, 2) is None
    (tmp_path / "weights").mkdir()
    about = '{"format": "estaminet-network/1", "game": "reeperbahn"}'
    np.savez(tmp_path / "weights" / "2.npz", about=np.array(about))
    find_weights.cache_clear()
    found = find_weights(game, 2)
    find_weights.cache_clear()
    assert found is not None
    assert found.about["game"] == "reeperbahn"
