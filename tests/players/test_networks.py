"""Trained networks at a table: layers as anybody would compute them, the same bits everywhere, bad files refused."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.errors import BadNetwork
from estaminet.engine.game import Game
from estaminet.players.networks import weights
from estaminet.players.networks.policy import NetworkPlayer, Policy
from estaminet.players.networks.weights import Network, find_weights
from tests.players.networks import Reference, describe, draw_arrays, draw_network, draw_rows, make_forward

pytestmark = pytest.mark.compiled

GAMES = [
    *((estaminet.game(name), players) for name in estaminet.games() for players in estaminet.game(name).seats),
    (CONNECT_FOUR, 2),
]
BITS = {
    "poule": "9f53bd34a3a2b527",
    "reeperbahn": "03853b838d643309",
    "nuit": "b6795b311659690f",
}
"""The beginning of a hash of the answers of fixed weights, the same on every machine and with every compiler."""


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_compiled_network_answers_as_its_layers_say(game: Game, players: int) -> None:
    answer = make_forward(draw_network(game, players), game, players)
    reference = Reference(draw_arrays(game, players), game, players)
    for rows in draw_rows(game, players, 12):
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
    with pytest.raises(BadNetwork, match=r"no layer|no numbers"):
        Network(describe(game, 2), arrays).pack(game, 2)


def test_a_network_for_another_number_of_players_is_refused() -> None:
    game = estaminet.game("poule")
    with pytest.raises(BadNetwork, match="trained with players 3, not 2"):
        draw_network(game, 3).pack(game, 2)


def test_a_network_player_takes_what_the_network_likes_best() -> None:
    game = estaminet.game("reeperbahn")
    network = draw_network(game, 2)
    position = game.start(seed=3)
    seat = position.to_move
    assert seat is not None
    known = position.known_to(seat)
    opinion = Policy(network, game, 2).judge(known, seat)
    assert opinion.codes.tolist() == list(position.legal_codes())
    assert NetworkPlayer(network).choose(game, 2, known, seat) == opinion.codes[opinion.logits.argmax()]


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
