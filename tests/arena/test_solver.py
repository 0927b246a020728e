"""Exact values: held against enumerations in plain Python that share nothing with the solver but the rules."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

import estaminet
from bench.endings import Ending, read
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.arena import solver
from estaminet.arena.solver import Solution, solve
from estaminet.engine.errors import HiddenPosition, LargePosition
from estaminet.engine.position import Position
from estaminet.games.poule import rules as poule
from estaminet.games.reeperbahn import rules as reeperbahn
from tests.arena.enumeration import (
    draw_any_card,
    draw_any_tile,
    just_play,
    plain_values,
)
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled

POULE = estaminet.game("poule")
NUIT = estaminet.game("nuit")
REEPERBAHN = estaminet.game("reeperbahn")


def assert_solved(solution: Solution, values: dict[str, list[float]]) -> None:
    assert {each.action for each in solution.actions} == set(values)
    for each in solution.actions:
        assert each.shares == pytest.approx(values[each.action])
    own = [each.shares[solution.seat] for each in solution.actions]
    assert own == pytest.approx(sorted(own, reverse=True))


def poule_ends(cells: int, players: int, **options: object) -> Iterator[Position]:
    """Random games that play secret tiles first and keep their stalls, with so many cells left."""
    for seed in range(100):
        position = POULE.start(players, seed=seed, options={"rounds": 1, **options})
        chooser = random.Random(seed)
        while not position.is_over:
            state = position.memory.view(poule.STATE)[0]
            if state.free == cells and state.stage == poule.CHOOSE and (state.secret == poule.NONE).all():
                yield position
                break
            legal = position.legal()
            kept = [text for text in legal if text.startswith("secret")] or (["draw"] if "draw" in legal else [])
            position.play(chooser.choice(kept if kept and chooser.random() < 0.8 else legal))


def sample(positions: Iterator[Position], count: int, least_difference: float = 0.01) -> Iterator[Position]:
    """The first few where the choice matters."""
    found = 0
    for position in positions:
        values = solve(position).values.values()
        if max(values) - min(values) > least_difference:
            found += 1
            yield position
        if found == count:
            return
    raise AssertionError(f"only {found} positions where the choice matters")


@pytest.mark.parametrize(("cells", "players", "count"), [(2, 2, 3), (2, 3, 3)])
def test_a_stack_in_unknown_order_counts_as_the_mean_of_all_draws(cells: int, players: int, count: int) -> None:
    for position in sample(poule_ends(cells, players), count):
        assert_solved(solve(position), plain_values(position, draw_any_tile))


@pytest.mark.parametrize(("cells", "players", "count"), [(4, 2, 2), (3, 3, 3), (3, 4, 2)])
def test_open_tiles_are_solved_without_chance(cells: int, players: int, count: int) -> None:
    for position in sample(poule_ends(cells, players, tiles="open"), count):
        assert_solved(solve(position), plain_values(position, just_play))


def test_a_secret_that_everybody_can_count_out_hides_nothing() -> None:
    position = next(poule_ends(2, 2))
    state = position.memory.view(poule.STATE)[0]
    tile = int(state.shuffles[0, int(state.tiles) - 1])
    board = state.board
    for place in range(int(state.top), int(state.tiles) - 1):  # all others lie on the board, instead of stalls
        (stalls,) = np.nonzero(board >= poule.STALL)
        board[stalls[0]] = poule.TILE + state.shuffles[0, place]
    state.top = state.tiles
    state.secret[0] = tile
    assert_solved(solve(position), plain_values(position, just_play))


def last_cards(most_value: float) -> list[Ending]:
    """Ends of `reeperbahn` with one card left to draw, the smallest first."""
    endings = [each for each in read() if each.game == "reeperbahn" and max(each.values.values()) <= most_value]
    return sorted(endings, key=lambda each: each.nodes)


def worlds_of(position: Position) -> list[Position]:
    """Every card that the seat to move has not seen may be the last, unless the other is known to have it."""
    seat = position.to_move
    assert seat is not None
    state = position.memory.view(reeperbahn.STATE)[0]
    unseen = state.hand[1 - seat].astype(int)
    unseen[reeperbahn.KIND_OF[state.deck[0]]] += 1
    found = []
    for kind in np.repeat(np.arange(reeperbahn.KINDS), unseen - state.known[1 - seat]):
        world = position.copy()
        changed = world.memory.view(reeperbahn.STATE)[0]
        changed.hand[1 - seat] = unseen
        changed.hand[1 - seat, kind] -= 1
        changed.deck[0] = reeperbahn.FIRST_IDS[kind]
        found.append(world)
    return found


def look(world: Position) -> bytes:
    """The state that the rest of a `reeperbahn` game depends on; not the order of played cards."""
    state = world.memory.view(reeperbahn.STATE)[0]
    return b"".join(np.array(state[name]).tobytes() for name in ("turn", "mode", "winner", "stack", "figures", "hand"))


def plain_share(worlds: list[Position], seat: int, found: dict[bytes, float]) -> float:
    """The gain of a seat that cannot tell these worlds apart, against one that can."""
    if worlds[0].is_over or worlds[0].to_move != seat:
        return float(np.mean([min_share(world, seat, found) for world in worlds]))
    key = b"".join(map(look, worlds))
    if key not in found:
        found[key] = max(plain_share(play_all(worlds, text), seat, found) for text in worlds[0].legal())
    return found[key]


def min_share(world: Position, seat: int, found: dict[bytes, float]) -> float:
    """The gain of a seat with open cards."""
    if world.is_over:
        return world.returns()[seat]
    if (key := look(world)) not in found:
        pick = max if world.to_move == seat else min
        found[key] = pick(min_share(after, seat, found) for text in world.legal() for after in just_play(world, text))
    return found[key]


def play_all(worlds: list[Position], text: str) -> list[Position]:
    return [after for world in worlds for after in just_play(world, text)]


def test_R6_3_the_last_card_is_solved_over_all_hands_that_the_other_may_have() -> None:
    for ending in last_cards(0.999)[:3]:
        found: dict[bytes, float] = {}
        for text, value in solve(ending.position).values.items():
            plain = plain_share(play_all(worlds_of(ending.position), text), ending.seat, found)
            assert value == pytest.approx(plain), text


def test_nuit_with_its_last_cards_is_solved_with_every_draw() -> None:
    small = sorted((each for each in read() if each.game == "nuit"), key=lambda each: each.nodes)
    chancy = next(each for each in small if not {0, 0.5, 1}.issuperset(each.values.values()))
    for ending in (*small[:3], chancy):
        assert_solved(solve(ending.position), plain_values(ending.position, draw_any_card))


def grids(empty: int) -> Iterator[Position]:
    """Random games of connect four that nobody has won with so many empty cells left."""
    for seed in range(1_000):
        position, chooser = CONNECT_FOUR.start(), random.Random(seed)
        while not position.is_over and len(position.history) < 42 - empty:
            position.play(chooser.choice(position.legal()))
        if not position.is_over:
            yield position


def test_a_game_without_secrets_needs_to_say_nothing_to_be_solved() -> None:
    for position in sample(grids(empty=8), 2):
        assert_solved(solve(position), plain_values(position, just_play))


def test_with_all_open_a_hidden_position_is_solved_as_it_is() -> None:
    ending = last_cards(0.999)[0]
    open_solution = solve(ending.position, is_open=True)
    for text, value in open_solution.values.items():
        (after,) = just_play(ending.position, text)
        assert value == min_share(after, ending.seat, {})
    assert set(open_solution.values.values()) <= {0.0, 0.5, 1.0}


@pytest.mark.parametrize("name", estaminet.games())
def test_the_beginning_of_a_game_is_hidden_and_too_large(name: str) -> None:
    position = estaminet.game(name).start(seed=3)
    with pytest.raises(HiddenPosition, match="What one seat knows and another does not"):
        solve(position)
    with pytest.raises(LargePosition, match=r"more than 1,000 positions can follow"):
        solve(position, is_open=True, most_nodes=1_000)


def test_a_round_before_the_last_cannot_be_solved() -> None:
    position = next(poule_ends(2, 2, rounds=2, tiles="open"))
    with pytest.raises(HiddenPosition, match="poule cannot say what may still be drawn here"):
        solve(position)


def test_P2_5_nobody_solves_what_another_seat_cannot_know() -> None:
    """Also the own secret: the others would have to know it to answer as they are taken to."""
    position = next(poule_ends(3, 2))
    solve(position)
    state = position.memory.view(poule.STATE)[0]
    seat = position.to_move
    assert seat is not None
    state.secret[seat] = state.shuffles[0, int(state.top)]
    state.top += 1
    with pytest.raises(HiddenPosition):
        solve(position)


def test_a_game_that_is_over_has_nothing_to_solve() -> None:
    position = next(poule_ends(1, 2, tiles="open"))
    while not position.is_over:
        position.play(position.legal()[0])
    with raises_code("game.over"):
        solve(position)


def test_what_is_remembered_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    endings = [each for each in read() if each.nodes < 5_000][::7]
    with_memory = [solve(each.position).values for each in endings]
    for remembered in (0, 8):
        monkeypatch.setattr(solver, "REMEMBERED", remembered)
        for ending, values in zip(endings, with_memory, strict=True):
            assert solve(ending.position).values == pytest.approx(values)


def test_a_solution_says_what_an_action_loses() -> None:
    solution = solve(next(sample(poule_ends(3, 2), 1)))
    first, last = solution.actions[0], solution.actions[-1]
    assert solution.best[0] == first.action
    assert solution.loss(first.action) == 0
    assert solution.loss(last.action) == pytest.approx(first.shares[solution.seat] - last.shares[solution.seat])
    assert last.action not in solution.best
    assert solution.shares == first.shares
