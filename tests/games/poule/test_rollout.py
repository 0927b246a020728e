"""The rollout policy: always legal, blind to what the seat cannot know, and nearly as good as one action ahead."""

from collections.abc import Iterator

import numpy as np
import pytest

from estaminet.engine.jit.random import below, generator
from estaminet.engine.position import Position
from estaminet.games.poule import rollout, rules
from estaminet.games.poule.components import FIRE
from estaminet.games.poule.game import GAME
from estaminet.players.one_ply import find_one_ply_values

pytestmark = pytest.mark.compiled
WORLDS = 8


def choose(memory: np.ndarray, shares: list[float]) -> int:
    weights = np.zeros((rules.SEATS, rules.SEATS))
    rollout.weigh_rivals(np.array(shares), len(shares), weights)
    notes = np.zeros((2 * rules.CELLS, rollout.NOTES))
    return rollout.choose(memory, weights, np.zeros(rules.LINES, np.int64), notes)


def evenly(players: int) -> list[float]:
    return [1 / players] * players


def positions(players: int, games: int, **options: object) -> Iterator[Position]:
    """Games of the rollout policy, with an action at random now and then."""
    rng = generator(players)
    for seed in range(games):
        position = GAME.start(players, seed=seed, options=options)
        while position.to_move is not None:
            yield position
            codes = position.legal_codes()
            usual = choose(position.known_to(position.to_move), evenly(players))
            position.play_code(codes[below(rng, len(codes))] if below(rng, 8) == 0 else usual)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"tiles": "open"}),
        (4, {"wizard": True}),
        (3, {"stalls_return": "none", "end": "last_stall"}),
        (4, {"stalls_return": "all", "rounds": 2}),
    ],
)
def test_the_rollout_policy_is_always_legal(players: int, options: dict[str, object]) -> None:
    for position in positions(players, 3, **options):
        assert position.to_move is not None
        assert choose(position.known_to(position.to_move), evenly(players)) in position.legal_codes()


def test_the_rollout_policy_does_not_look_at_what_the_seat_cannot_know() -> None:
    for position in positions(3, 2):
        assert position.to_move is not None
        known = position.known_to(position.to_move)
        assert choose(position.memory, evenly(3)) == choose(known, evenly(3))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rollout_policy_gives_away_little_against_one_action_ahead(players: int) -> None:
    kernel, scratch = GAME.kernel, GAME.kernel.new_scratch(players)
    rng = generator(1)
    lost = []
    for position in positions(players, 3):
        seat = position.to_move
        assert seat is not None
        known = position.known_to(seat)
        count = find_one_ply_values(kernel.functions, scratch, known, seat, WORLDS, rng)
        codes, values = scratch.codes[:count], scratch.values[:count]
        shares = np.zeros(players)
        kernel.evaluate(known, shares)
        followed = values[codes == choose(known, shares.tolist())][0]
        lost.append(values.max() - followed)
    assert np.mean(lost) < 0.01
    assert np.mean(np.array(lost) < 1e-9) > 0.6


def test_a_drawn_fire_shields_the_own_stall_from_a_rogue() -> None:
    position = GAME.start(2, seed=1)
    state = position.memory.view(rules.STATE)[0]
    state.board[12] = rules.TILE + 17  # a3: -6
    state.board[17] = rules.STALL + 4 * int(state.turn) + 3  # f3: an own stall of rank IIII
    free = [cell for cell in range(rules.CELLS) if state.board[cell] == rules.EMPTY]
    state.free = len(free)
    state.empty_cells[: len(free)] = free
    state.stage = rules.PLACING
    state.drawn = FIRE
    assert choose(position.memory, evenly(2)) - rules.PLACE in range(13, 17)


def test_whoever_is_ahead_is_the_rival() -> None:
    weights = np.zeros((rules.SEATS, rules.SEATS))
    rollout.weigh_rivals(np.array([0.2, 0.6, 0.2]), 3, weights)
    assert weights[0, :3].tolist() == pytest.approx([1, -0.75, -0.25])


def play_out(position: Position) -> tuple[rules.State, list[float]]:
    memory = position.memory.copy()
    shares = np.zeros(position.players)
    GAME.kernel.rollout(memory, shares)
    return memory.view(rules.STATE)[0], shares.tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_is_played_to_its_end(players: int) -> None:
    position = GAME.start(players, seed=2)
    position.play("stall I c3")
    state, shares = play_out(position)
    assert (state.round_number, state.free) == (1, rules.CELLS)
    assert sum(shares) == pytest.approx(1)


def test_the_last_round_gives_the_victory_itself() -> None:
    position = GAME.start(2, seed=2, options={"rounds": 1})
    position.play("stall I c3")
    state, shares = play_out(position)
    assert state.stage == rules.OVER
    assert sorted(shares) in ([0, 1], [0.5, 0.5])


def test_a_round_that_has_not_begun_is_judged_as_it_is() -> None:
    position = GAME.start(3, seed=2)
    shares = np.zeros(3)
    GAME.kernel.evaluate(position.memory, shares)
    state, foreseen = play_out(position)
    assert (state.free, foreseen) == (rules.CELLS, shares.tolist())


def test_a_better_spot_for_a_stall_is_foreseen_to_bring_more() -> None:
    shares = []
    for cell in ("a3", "f1"):
        position = GAME.start(2, seed=2)
        seat = position.to_move
        assert seat is not None
        state = position.memory.view(rules.STATE)[0]
        state.board[14:16] = [rules.TILE + 10, rules.TILE + 11]  # c3, d3: +6 each
        free = [each for each in range(rules.CELLS) if state.board[each] == rules.EMPTY]
        state.free = len(free)
        state.empty_cells[: len(free)] = free
        position.play(f"stall IIII {cell}")
        shares.append(play_out(position)[1][seat])
    assert shares[0] > shares[1]
