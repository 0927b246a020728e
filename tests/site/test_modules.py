"""A game in WebAssembly is the game: every byte of every position, and whatever house players compute with it."""

import math
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.errors import BrokenGame, EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Kernel
from estaminet.engine.position import Position
from estaminet.extras import EXTRAS
from estaminet.games import REGISTRY
from estaminet.players import exact, one_ply, playouts, shortsighted, tree
from estaminet.players.networks import playouts as network_playouts
from estaminet.players.networks.forward import INPUTS, count_scratch, run_network
from estaminet.players.networks.policy import see_all
from estaminet.players.networks.weights import find_weights
from estaminet.players.search import find_settings
from estaminet.site.assembly import Assembly
from estaminet.site.modules import find_module
from estaminet.site.target import compile_later
from tests.site.calls import NODE, Calls, run_node
from tests.site.transcript import PLAY, Transcript, pick_positions, play_games

GAMES = [*map(REGISTRY.find, ("poule", "reeperbahn", "nuit")), CONNECT_FOUR]
SMALL = 45_000
"""Bytes of a module, compressed by brotli: what somebody on a train waits for."""
MEASURE = Path(__file__).with_name("measure.mjs")

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(NODE is None, reason="Node.js runs the modules"),
    pytest.mark.skipif(not all(map(find_spec, EXTRAS["site"])), reason="estaminet[site] has the linker"),
]


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.fixture
def module(game: Game) -> Path:
    return find_module(game)


def look_at(game: Game, count: int, **where: int) -> Iterator[tuple[Position, int, NDArray[np.uint8], Kernel]]:
    """Positions, the seat to move, and what it knows."""
    for position in pick_positions(game, count, **where):
        seat = position.to_move
        assert seat is not None
        yield position, seat, position.known_to(seat).copy(), game.kernel


def hold_games(game: Game, module: Path, folder: Path, count: int) -> None:
    transcript = Transcript(play_games(game, count))
    transcript.save(folder / "games.json")
    run_node(PLAY, module, folder / "games.json", folder / "played.bin")
    found = (folder / "played.bin").read_bytes()
    if found != transcript.bytes:
        pairs = enumerate(zip(found, transcript.bytes, strict=False))
        place = next((at for at, (here, there) in pairs if here != there), min(len(found), len(transcript.bytes)))
        pytest.fail(f"{game.name} is different in {transcript.find(place)}")
    assert len(found) > 1000 * count


def test_games_are_the_same_byte_by_byte(game: Game, module: Path, tmp_path: Path) -> None:
    """Records, legal actions, scores, what each seat sees, imagines and expects, with every number and option."""
    hold_games(game, module, tmp_path, 30)


@pytest.mark.thorough
def test_many_games_are_the_same_byte_by_byte(game: Game, module: Path, tmp_path: Path) -> None:
    hold_games(game, module, tmp_path, 300)


def test_a_search_grows_the_same_tree(game: Game, module: Path, tmp_path: Path) -> None:
    """The same visits, and the same sums to the last bit: so it is the same decision."""
    calls = Calls()
    for position, seat, known, kernel in look_at(game, 12):
        memory = tree.TreeMemory(
            nodes=np.zeros((3000, tree.NODE_COLUMNS), np.int64),
            edges=np.zeros((9000, tree.EDGE_COLUMNS), np.int32),
            values=np.zeros((9000, tree.SUMS + position.players), np.float32),
            counters=np.zeros(tree.COUNTERS, np.int32),
            slots=np.zeros(len(game.actions), np.int32),
            path=np.zeros(tree.LONGEST_PATH, np.int32),
            totals=np.zeros(position.players),
        )
        scratch, rng = kernel.new_scratch(position.players), generator(7)
        calls.make(tree.grow, kernel.functions, scratch, find_settings(game), memory, known, seat, 400, rng)
        assert memory.totals.sum() == pytest.approx(400)
    assert calls.replay(module, tmp_path) == []


def test_a_difference_is_found(module: Path, tmp_path: Path, game: Game) -> None:
    calls = Calls()
    _, seat, known, kernel = next(look_at(game, 1))

    def determinize(memory: NDArray[np.uint8], seat: int, rng: NDArray[np.uint64]) -> None:
        kernel.determinize(memory, seat, rng)
        memory[-9] ^= 1

    calls.make(determinize, known, seat, generator(3))
    (said,) = calls.replay(module, tmp_path)
    assert said == f"call 0, determinize: array 0 is different from byte {known.size - 9} on"


def test_lower_levels_see_the_same(game: Game, module: Path, tmp_path: Path) -> None:
    calls = Calls()
    for position, seat, known, kernel in look_at(game, 20):
        scratch, rng = kernel.new_scratch(position.players), generator(5)
        codes = kernel.codes(known)
        calls.make(shortsighted.look_ahead, kernel.functions, scratch, known, seat, 8, codes, np.zeros(codes.size), rng)
        calls.make(one_ply.find_one_ply_values, kernel.functions, scratch, known, seat, 8, rng)
    assert calls.replay(module, tmp_path) == []


def test_hints_play_out_the_same(game: Game, module: Path, tmp_path: Path) -> None:
    calls = Calls()
    for position, seat, known, kernel in look_at(game, 8):
        scratch, rng, settings = kernel.new_scratch(position.players), generator(5), find_settings(game)
        worlds = np.zeros(6 * kernel.memory_bytes, np.uint8)
        calls.make(playouts.imagine, kernel.functions, known, seat, worlds, rng)
        lines = kernel.codes(known)[:5].reshape(-1, 1).copy()
        shares, ends = np.zeros((6, len(lines), position.players)), np.zeros(worlds.size * len(lines), np.uint8)
        calls.make(playouts.value_worlds, kernel.functions, scratch, settings, worlds, lines, shares, ends, rng)
        assert shares.sum() == pytest.approx(6 * len(lines))
    assert calls.replay(module, tmp_path) == []


def test_wins_and_ends_are_calculated_the_same(game: Game, module: Path, tmp_path: Path) -> None:
    calls, solved = Calls(), 0
    for position, seat, known, kernel in look_at(game, 40, before_end=5):
        line = np.zeros(max(kernel.most_legal, exact.LONGEST_LINE), np.int16)
        calls.make(
            exact.find_win, kernel.functions, kernel.new_scratch(position.players), known, seat, line, generator(4)
        )
        ending = exact.Ending(kernel, position.players, 3000, remembered=1 << 8)
        end = ending._end
        end.limits[exact.SEAT] = seat
        end.positions[0] = position.memory
        calls.make(exact.value_end, kernel.functions, end, 0)
        solved += end.limits[exact.NODES_LEFT] > 0
    assert solved > 5 or not game.kernel.most_outcomes
    assert calls.replay(module, tmp_path) == []


def test_networks_say_the_same(game: Game, module: Path, tmp_path: Path) -> None:
    calls = Calls()
    for position, seat, known, kernel in look_at(game, 6):
        network = find_weights(game, position.players)
        if network is None:
            pytest.skip(f"{game.name} comes without a network")
        packed, scratch = network.pack(game, position.players), kernel.new_scratch(position.players)
        calls.make(count_scratch, packed.layout)
        row = np.zeros(int(packed.layout[INPUTS]), np.float32)
        calls.make(see_all, kernel.functions, scratch, packed, known, seat, scratch.codes, row)
        logits, shares = np.zeros(len(game.actions), np.float32), np.zeros(position.players, np.float32)
        work = np.zeros(count_scratch(packed.layout), np.float32)
        calls.make(run_network, packed, row, 1, logits, shares, work)
        codes = np.repeat(kernel.codes(known)[:3], 2)
        worlds = np.zeros(codes.size * kernel.memory_bytes, np.uint8)
        calls.make(playouts.imagine, kernel.functions, known, seat, worlds, generator(3))
        values, chances = np.zeros(codes.size * position.players), np.arange(codes.size, dtype=np.uint64)
        rows = network_playouts.Rows.new(packed, kernel)
        settings = network_playouts.PlayoutSettings(turns=2, sharpness=1.0, asks_network=True)
        calls.make(
            network_playouts.play_on, kernel.functions, scratch, packed, rows, settings, worlds, codes, chances, values
        )  # fmt: skip
        assert values.sum() == pytest.approx(codes.size)
    assert calls.replay(module, tmp_path) == []


def test_a_module_is_small_and_asks_the_page_for_memory_alone(module: Path) -> None:
    compressed, *imports = run_node(MEASURE, module)
    assert int(compressed) <= SMALL
    assert {*imports} == {"memory", "__memory_base", "__stack_pointer", "__table_base"}


def test_a_module_is_built_once(module: Path, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("estaminet.site.modules.build_module", None)
    assert find_module(game) == module


@jit
def grow_faster(number: float) -> float:
    """What needs a library: it would round differently in every browser."""
    return math.exp(number)


def test_rules_that_need_a_library_are_refused_with_its_function() -> None:
    assembly = Assembly()
    twin = compile_later(grow_faster.py_func, allocates=False)  # type: ignore[attr-defined]  # numba's
    twin.compile("float64(float64)")
    assembly.add("grow_faster", twin)
    with pytest.raises(BrokenGame, match="exp"):
        assembly.link({})


def test_without_a_linker_somebody_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("estaminet.extras.find_spec", lambda _name: None)
    with pytest.raises(EstaminetError, match=r"pip install 'estaminet\[site\]'") as error:
        Assembly()
    assert error.value.code == "extra.missing"
