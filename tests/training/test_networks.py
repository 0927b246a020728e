"""The networks: what they know of a game's shape, and that they play as they were trained."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.arena.entrants import Entrant, find_entrant
from estaminet.arena.match import make_plan, play_match
from estaminet.engine.game import Game
from estaminet.engine.observation import (
    count_actor_inputs,
    find_one_ply_columns,
    find_prior_columns,
    find_sections,
    find_shape,
)
from estaminet.games.nuit import components as nuit
from estaminet.games.nuit import observation as nuit_observation
from estaminet.games.poule import components as poule
from estaminet.games.poule import observation as poule_observation
from estaminet.players.networks.weights import Network
from estaminet.training.checkpoint import export_network
from estaminet.training.networks import CutLines, PiecesBlock, PiecesNetwork, make_network
from tests.players.networks import describe, draw_rows, make_forward
from tests.refusals import raises_code

if TYPE_CHECKING:
    from torch import Tensor, nn

pytestmark = pytest.mark.compiled

GAMES = [("poule", 3), ("nuit", 4), ("reeperbahn", 2)]


def draw_network(game: Game, players: int, *, width: int = 16, worlds: int = 0) -> "nn.Module":
    """A network whose every weight is something, also those that begin at zero."""
    torch.manual_seed(5)
    inputs, columns = count_actor_inputs(game, worlds=worlds), find_one_ply_columns(game) if worlds else None
    shape = find_shape(game, worlds=worlds)
    prior = find_prior_columns(game, players) if worlds else None
    network = make_network(shape, inputs, len(game.actions), players, width, 2, columns, prior)
    with torch.no_grad():
        for values in network.parameters():
            values.copy_((values + 0.2 * torch.randn_like(values)).half().float())  # as the file stores them
    return network


def draw_pieces(game: Game, players: int) -> PiecesNetwork:
    network = draw_network(game, players)
    assert isinstance(network, PiecesNetwork)
    return network


def save(folder: Path, game: Game, players: int, changes: Mapping[str, object] | None = None) -> Path:
    file = folder / "network.npz"
    export_network(file, draw_network(game, players), describe(game, players) | dict(changes or {}))
    return file


def play_on(game: Game, players: int, steps: int) -> Iterator["Tensor"]:
    """Inputs of positions in the middle of random games."""
    yield from map(torch.as_tensor, draw_rows(game, players, steps))


@pytest.mark.parametrize(
    ("game", "players"), [*((estaminet.game(name), seats) for name, seats in GAMES), (CONNECT_FOUR, 2)]
)
@pytest.mark.parametrize("worlds", [0, 2])
def test_a_network_answers_at_the_table_as_in_training(game: Game, players: int, worlds: int, tmp_path: Path) -> None:
    network = draw_network(game, players, worlds=worlds)
    export_network(tmp_path / "network.npz", network, describe(game, players, worlds=worlds))
    answer = make_forward(Network.load(tmp_path / "network.npz"), game, players)
    for rows in draw_rows(game, players, 12, worlds=worlds):
        with torch.no_grad():
            expected = network(torch.as_tensor(rows))
        for one, other in zip(expected, answer(rows), strict=True):
            assert one.shape == other.shape
            assert np.allclose(one.numpy(), other, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_saved_network_plays_whole_games(name: str, players: int, tmp_path: Path) -> None:
    file = save(tmp_path, estaminet.game(name), players)
    plan = make_plan(name, [f"net:{file}"] + ["random"] * (players - 1), seed=1, options=None)
    record = json.loads(play_match(plan, plan.seatings(1)[0]))
    assert sum(record["arena"]["shares"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"game": "nuit"}, "trained with game nuit, not poule"),
        ({"players": 4}, "trained with players 4, not 3"),
        ({"features": 7}, "trained with features 7, not"),
        ({"actions": 7}, "trained with actions 7, not"),
    ],
)
def test_a_network_for_something_else_is_refused_before_the_first_game(
    changes: dict[str, object], complaint: str, tmp_path: Path
) -> None:
    file = save(tmp_path, estaminet.game("poule"), 3, changes)
    with raises_code("network.invalid", match=complaint):
        make_plan("poule", [f"net:{file}", "random", "random"], seed=1, options=None)


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    with raises_code("entrant.unknown", match="cannot be read"):
        find_entrant(f"net:{tmp_path}/missing.npz")
    file = tmp_path / "text.npz"
    file.write_text("hello")
    with raises_code("network.invalid", match="no trained network"):
        find_entrant(f"net:{file}")
    np.savez(file, about=np.array('{"format": "another"}'))
    with raises_code("network.invalid", match="of the format"):
        find_entrant(f"net:{file}")


def test_a_network_that_has_changed_is_not_mistaken_for_the_old_one(tmp_path: Path) -> None:
    file = save(tmp_path, estaminet.game("poule"), 2)
    there = find_entrant(f"net:{file}")
    with raises_code("entrant.broken", match="not the file with which this arena began"):
        Entrant(there.name, "0" * 64, there.path).seat(0)


def test_cells_of_poule_hear_each_other_along_lines_that_fires_cut() -> None:
    game = estaminet.game("poule")
    network = draw_pieces(game, 2)
    cells = find_sections(poule_observation.LAYOUT)["cells"]
    inside = find_sections(poule_observation.CELL_LAYOUT)

    def column(cell: str, feature: str) -> int:
        return cells[poule.CELLS.index(cell) * poule_observation.CELL + inside[feature][0]]

    def hears(listener: str, speaker: str, fires: tuple[str, ...]) -> bool:
        row = torch.zeros(1, count_actor_inputs(game) + 1)
        row[0, [column(fire, "fire") for fire in fires]] = 1
        lines = network.find_lines(row)
        assert isinstance(lines, CutLines)
        return bool(lines.lines[0, :, poule.CELLS.index(listener), poule.CELLS.index(speaker)].any())

    assert hears("a1", "f1", ())
    assert hears("c1", "c5", ())
    assert not hears("a1", "b2", ())
    assert not hears("a1", "f1", ("c1",))
    assert not hears("a1", "c1", ("c1",))
    assert hears("d1", "f1", ("c1",))
    assert not hears("c5", "c1", ("c3",))
    assert hears("a1", "f1", ("c2",))


def test_what_lies_behind_a_fire_does_not_change_what_a_cell_hears_in_one_block() -> None:
    game = estaminet.game("poule")
    network = draw_pieces(game, 2)
    block = network.blocks[0]
    assert isinstance(block, PiecesBlock)
    with torch.no_grad():
        block.everywhere.weight.zero_()
    at = {name: poule.CELLS.index(name) for name in ("a1", "c1", "f1")}
    cells, inside = (find_sections(each) for each in (poule_observation.LAYOUT, poule_observation.CELL_LAYOUT))
    hidden = torch.randn(1, len(network.place), 16)
    other = hidden.clone()
    other[0, at["f1"], 0] += 1
    for is_burning in (False, True):
        row = torch.zeros(1, count_actor_inputs(game) + 1)
        row[0, cells["cells"][at["c1"] * poule_observation.CELL + inside["fire"][0]]] = float(is_burning)
        lines = network.find_lines(row)
        heard = [block(each, lines, network.count)[0, at["a1"]] for each in (hidden, other)]
        assert torch.equal(*heard) == is_burning


def test_pubs_of_nuit_are_all_alike() -> None:
    """Whoever exchanges two of the other pubs exchanges what the network says about them, and nothing else."""
    game, players = estaminet.game("nuit"), 5
    network = draw_pieces(game, players)
    with torch.no_grad():
        network.place.zero_()  # who sits where is all that tells pubs apart
    pubs = find_sections(nuit_observation.LAYOUT)["pubs"]
    size = nuit_observation.PUB_FEATURES
    order = list(range(count_actor_inputs(game)))
    order[pubs[2 * size] : pubs[3 * size]], order[pubs[3 * size] : pubs[4 * size - 1] + 1] = (
        order[pubs[3 * size] : pubs[4 * size - 1] + 1], order[pubs[2 * size] : pubs[3 * size]],
    )  # fmt: skip
    actions = list(range(len(game.actions)))
    for space in nuit.SPACES:
        one, other = (game.code(f"from {pub} {space}") for pub in (2, 3))
        actions[one], actions[other] = other, one
    for code, image in enumerate(actions):
        order[game.kernel.features + code] = game.kernel.features + image
    for rows in play_on(game, players, 30):
        with torch.no_grad():
            logits, shares = network(rows)
            exchanged_logits, exchanged_shares = network(rows[:, order])
        assert torch.allclose(exchanged_logits, logits[:, actions], atol=1e-4)
        assert torch.allclose(exchanged_shares, shares[:, [0, 1, 3, 2, 4]], atol=1e-4)
        assert not torch.allclose(shares[:, 2], shares[:, 3], atol=1e-3)
