"""`determinize` draws what a seat cannot know from all that agrees with what it knows, each equally likely."""

from collections import Counter
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.games.poule import rules
from tests.games.poule import chances
from tests.games.poule.boards import GAME, draw_and_place, state_of

FIRE, OTHER_FIRE, KING, CURSE = 19, 20, 11, 21
World = tuple[int, ...]


def nearly_drawn(last: list[int], *, players: int = 2, rounds: int = 1) -> Position:
    """All tiles are on the square but the secret ones and the end of the stack, which are these: secrets first."""
    others = [tile for tile in range(22) if tile not in last]
    order = last[:players] + others + last[players:]
    later = [list(range(22))] * (rounds - 1)
    position = GAME.start(players, options={"rounds": rounds}, deal={"first": 0, "rounds": [order, *later]})
    draw_and_place(position, len(others))
    return position


def imagine(position: Position, seat: int, samples: int) -> Counter[World]:
    """How often each world came: the secret tiles by seat, then the stack."""
    rng = generator(1994)
    worlds: Counter[World] = Counter()
    for _ in range(samples):
        memory = position.memory.copy()
        GAME.kernel.determinize(memory, seat, rng)
        state: rules.State = memory.view(rules.STATE)[0]
        stack = state.shuffles[state.round_number, state.top : state.tiles]
        worlds[(*state.secret[: position.players].tolist(), *stack.tolist())] += 1
    return worlds


def worlds_of(tiles: list[int], own: dict[int, int]) -> list[World]:
    """Every way to lay these tiles, with both fires as one, that has these own tiles at these places."""
    alike = [FIRE if tile == OTHER_FIRE else tile for tile in tiles]
    return [world for world in permutations(alike) if all(world[seat] == tile for seat, tile in own.items())]


@pytest.mark.compiled
@pytest.mark.parametrize("seat", [0, 1, NOBODY])
@pytest.mark.parametrize(
    "tiles",
    [
        [0, 5, 12, KING],
        [KING, FIRE, OTHER_FIRE, CURSE],  # both fires unseen by seat 0
        [FIRE, KING, 3, OTHER_FIRE],  # seat 0 holds one of them
    ],
)
def test_two_players_every_world_is_equally_likely(tiles: list[int], seat: int) -> None:
    position = nearly_drawn(tiles)
    secrets = state_of(position).secret[:2].tolist()
    own = {} if seat == NOBODY else {seat: secrets[seat]}
    chances.check(imagine(position, seat, 800), chances.equally_likely(worlds_of(tiles, own)))


@pytest.mark.compiled
@pytest.mark.parametrize("seat", [1, NOBODY])
def test_three_players_every_world_is_equally_likely(seat: int) -> None:
    tiles = [FIRE, 7, OTHER_FIRE, 14]
    position = nearly_drawn(tiles, players=3)
    own = {} if seat == NOBODY else {seat: 7}
    chances.check(imagine(position, seat, 800), chances.equally_likely(worlds_of(tiles, own)))


def test_a_secret_tile_that_was_played_is_no_longer_imagined() -> None:
    tiles = [0, 5, 12, KING]
    position = nearly_drawn(tiles)
    position.play("secret f5")
    expected = [(rules.NONE, *world) for world in permutations([5, 12, KING])]
    chances.check(imagine(position, NOBODY, 600), chances.equally_likely(expected))


def test_a_drawn_tile_is_no_longer_imagined() -> None:
    tiles = [0, 5, 12, KING, CURSE]
    position = nearly_drawn(tiles)
    position.play("draw")
    expected = [(0, *world) for world in permutations([5, KING, CURSE])]
    chances.check(imagine(position, 0, 600), chances.equally_likely(expected))


def test_a_tile_that_nobody_holds_can_only_be_in_the_stack() -> None:
    position = nearly_drawn([0, 5, 12])
    assert set(imagine(position, 0, 50)) == {(0, 5, 12), (0, 12, 5)}


def test_open_tiles_leave_nothing_of_this_round_to_imagine() -> None:
    position = GAME.start(3, seed=8, options={"rounds": 3, "tiles": "open"})
    draw_and_place(position, 5)
    truth = state_of(position).shuffles[0, 5:22].tolist()
    for seat in (0, 2, NOBODY):
        assert set(imagine(position, seat, 20)) == {(rules.NONE,) * 3 + tuple(truth)}


def test_at_the_end_of_the_game_only_the_unplayed_tiles_are_imagined() -> None:
    position = nearly_drawn([0, 5, 12, KING])
    while not position.is_over:
        position.play(next(text for text in position.legal() if text.startswith("stall")))
    expected = [world for world in permutations([0, 5, 12, KING]) if world[1] == 5]
    chances.check(imagine(position, 1, 300), chances.equally_likely(expected))


@cache
def later_rounds(tiles: str, seat: int) -> NDArray[np.int8]:
    """Many imagined deals of a game of three rounds that has just begun: sample, round, place."""
    position = GAME.start(2, seed=5, options={"rounds": 3, "tiles": tiles})
    rng = generator(2024)
    found = np.empty((12_000, 3, 22), np.int8)
    for sample in found:
        memory = position.memory.copy()
        GAME.kernel.determinize(memory, seat, rng)
        sample[:] = memory.view(rules.STATE)[0].shuffles[:3, :22]
    return found


ALIKE = [FIRE if tile == OTHER_FIRE else tile for tile in range(22)]


@pytest.mark.parametrize("tiles", ["secret", "open"])
def test_later_rounds_have_all_their_tiles_and_earlier_ones_none(tiles: str) -> None:
    position = GAME.start(2, options={"rounds": 3, "tiles": tiles})
    state_of(position).round_number = 1
    memory = position.memory.copy()
    GAME.kernel.determinize(memory, 0, generator(3))
    shuffles = memory.view(rules.STATE)[0].shuffles
    assert (shuffles[0] == rules.NONE).all()
    assert sorted(shuffles[2, :22].tolist()) == sorted(ALIKE)
    assert (shuffles[3:] == rules.NONE).all()
    assert (shuffles[:, 22] == rules.NONE).all()


@pytest.mark.compiled
@pytest.mark.parametrize("tiles", ["secret", "open"])
@pytest.mark.parametrize("seat", [0, NOBODY])
def test_every_place_of_a_later_round_is_uniform(tiles: str, seat: int) -> None:
    worlds = later_rounds(tiles, seat)
    for number, place in product((1, 2), (0, 1, 10, 20, 21)):
        found = Counter(worlds[:, number, place].tolist())
        chances.check(found, chances.equally_likely(ALIKE))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1, 0), (1, 1)),  # neighbours of one order
        ((1, 3), (1, 19)),
        ((1, 0), (2, 0)),  # the same place of two rounds
        ((1, 21), (2, 21)),
        ((0, 21), (1, 21)),  # this round's bottom tile and the next one's
    ],
)
def test_places_are_independent_of_each_other(one: tuple[int, int], other: tuple[int, int]) -> None:
    worlds = later_rounds("secret", NOBODY)
    found = Counter(zip(worlds[:, *one].tolist(), worlds[:, *other].tolist(), strict=True))
    pairs = permutations(ALIKE, 2) if one[0] == other[0] else product(ALIKE, repeat=2)
    chances.check(found, chances.equally_likely(pairs))
