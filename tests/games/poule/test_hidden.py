"""What a seat cannot know is removed, imagined anew with equal chances, and drawn in all possible ways."""

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
from estaminet.games.poule.components import CURSE, FIRE
from estaminet.games.poule.hidden import FEW_CELLS
from tests.games.poule import chances
from tests.games.poule.boards import GAME, all_cells_but, draw_and_place, lay, state_of, walk

FIRST_ROUND = [8, 3, 17, 0, 19, 12, 20, 1, 18, 21, 2, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16]


def start(first_round: list[int], second_round: list[int] | None = None, players: int = 2) -> Position:
    rounds = [first_round, second_round or list(range(22))]
    return GAME.start(players, options={"rounds": 2}, deal={"first": 0, "rounds": rounds})


def swapped(tiles: list[int], *pairs: tuple[int, int]) -> list[int]:
    """The same order with places exchanged."""
    order = tiles.copy()
    for one, other in pairs:
        order[one], order[other] = order[other], order[one]
    return order


def known(position: Position, seat: int) -> bytes:
    return GAME.kernel.known(position.memory, seat).tobytes()


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_hiding_leaves_nothing_of_the_stack_and_of_others_secrets(seat: int) -> None:
    position = start(FIRST_ROUND)
    draw_and_place(position, 3)
    hidden: rules.State = GAME.kernel.known(position.memory, seat).view(rules.STATE)[0]
    assert (hidden.shuffles == rules.NONE).all()
    for other in (0, 1):
        expected = FIRST_ROUND[other] if other == seat else rules.UNKNOWN
        assert hidden.secret[other] == expected
    assert hidden.secret[2:].tolist() == [rules.NONE, rules.NONE]


def test_hiding_keeps_what_is_public() -> None:
    position = start(FIRST_ROUND)
    draw_and_place(position, 2)
    position.play("secret f5")
    position.play("draw")
    truth = state_of(position)
    hidden: rules.State = GAME.kernel.known(position.memory, NOBODY).view(rules.STATE)[0]
    for field in ("board", "empty_cells", "stalls", "money", "drawn", "top", "turn", "stage", "free", "shown", "first"):
        assert np.array_equal(getattr(hidden, field), getattr(truth, field)), field
    assert hidden.secret[0] == rules.NONE


@pytest.mark.parametrize("options", [{}, {"tiles": "open"}, {"stalls_return": "none", "wizard": True}])
def test_hiding_twice_is_hiding_once(options: dict[str, object]) -> None:
    position = GAME.start(3, seed=2, options={"rounds": 2, **options})
    for now in walk(position, seed=2):
        for seat in (0, 1, 2, NOBODY):
            once = GAME.kernel.known(now.memory, seat)
            assert GAME.kernel.known(once, seat).tobytes() == once.tobytes()


def test_truths_that_look_alike_hide_to_the_same_bytes() -> None:
    """Seat 0's tile and the four that were drawn are the same; all else differs."""
    one = start(FIRST_ROUND)
    other = start(swapped(FIRST_ROUND, (1, 9), (10, 21), (6, 15)), list(range(22))[::-1])
    for position in (one, other):
        draw_and_place(position, 4)
    assert one.memory.tobytes() != other.memory.tobytes()
    assert known(one, 0) == known(other, 0)
    assert known(one, NOBODY) == known(other, NOBODY)
    assert known(one, 1) != known(other, 1), "seat 1 holds another tile"


def test_truths_hide_alike_also_after_a_round_that_ended_alike() -> None:
    positions = [start(FIRST_ROUND, later) for later in (FIRST_ROUND, swapped(FIRST_ROUND, (0, 5), (2, 9)))]
    for position in positions:
        lay(position, all_cells_but("f5"))
        position.play("stall I f5")
    one, other = positions
    owner = 1 if state_of(one).secret[0] != state_of(other).secret[0] else 0
    assert known(one, owner) == known(other, owner)
    assert known(one, NOBODY) == known(other, NOBODY)
    assert known(one, 1 - owner) != known(other, 1 - owner)


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_the_two_fires_are_one_and_the_same(seat: int) -> None:
    """Places 4 and 6 of the shuffle hold the fires: one is drawn and seen, the other is not."""
    exchanged = swapped(FIRST_ROUND, (4, 6))
    positions = [start(FIRST_ROUND), start(exchanged)]
    for position in positions:
        draw_and_place(position, 3)
        position.play("draw")
    assert known(positions[0], seat) == known(positions[1], seat)
    own = [start(swapped(FIRST_ROUND, (0, 4))), start(swapped(exchanged, (0, 4)))]
    assert known(own[0], seat) == known(own[1], seat)


def test_the_order_in_which_cells_were_filled_is_forgotten_after_four_turns() -> None:
    one, other = start(FIRST_ROUND), start(FIRST_ROUND)
    for text in ("stall I f5", "stall II e5", "stall III a1", "stall I c3"):
        one.play(text)
    for text in ("stall III a1", "stall I c3", "stall I f5", "stall II e5"):
        other.play(text)
    for turns in (7, 1):
        assert one.memory.tobytes() != other.memory.tobytes()
        draw_and_place(one, turns)
        draw_and_place(other, turns)
    assert one.memory.tobytes() == other.memory.tobytes()


def test_the_order_in_which_open_tiles_were_drawn_is_forgotten_after_four_turns() -> None:
    positions = []
    for order, cells in ((FIRST_ROUND, ("a1", "f5")), (swapped(FIRST_ROUND, (0, 1)), ("f5", "a1"))):
        deal = {"first": 0, "rounds": [order]}
        position = GAME.start(2, options={"rounds": 1, "tiles": "open"}, deal=deal)
        for cell in cells:
            position.play("draw")
            position.play(f"place {cell}")
        draw_and_place(position, 8)
        positions.append(position)
    assert known(positions[0], NOBODY) == known(positions[1], NOBODY)


def test_a_played_secret_tile_is_public() -> None:
    one, other = start(FIRST_ROUND), start(swapped(FIRST_ROUND, (0, 9)))
    for position in (one, other):
        position.play("secret a1")
    assert known(one, 1) != known(other, 1)
    assert known(one, NOBODY) != known(other, NOBODY)


def test_hiding_at_the_end_of_the_game_keeps_secret_tiles_secret() -> None:
    position = GAME.start(2, seed=3, options={"rounds": 1})
    lay(position, all_cells_but("f5"))
    position.play("stall I f5")
    hidden: rules.State = GAME.kernel.known(position.memory, NOBODY).view(rules.STATE)[0]
    assert position.is_over
    assert hidden.secret[:2].tolist() == [rules.UNKNOWN, rules.UNKNOWN]
    assert (hidden.shuffles == rules.NONE).all()


OTHER_FIRE, QUEEN = 20, 11
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
    """The count of each world: the secret tiles by seat, then the stack."""
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
        [0, 5, 12, QUEEN],
        [QUEEN, FIRE, OTHER_FIRE, CURSE],  # both fires unseen by seat 0
        [FIRE, QUEEN, 3, OTHER_FIRE],  # seat 0 holds one of them
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
    tiles = [0, 5, 12, QUEEN]
    position = nearly_drawn(tiles)
    position.play("secret f5")
    expected = [(rules.NONE, *world) for world in permutations([5, 12, QUEEN])]
    chances.check(imagine(position, NOBODY, 600), chances.equally_likely(expected))


def test_a_drawn_tile_is_no_longer_imagined() -> None:
    tiles = [0, 5, 12, QUEEN, CURSE]
    position = nearly_drawn(tiles)
    position.play("draw")
    expected = [(0, *world) for world in permutations([5, QUEEN, CURSE])]
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
    position = nearly_drawn([0, 5, 12, QUEEN])
    while not position.is_over:
        position.play(next(text for text in position.legal() if text.startswith("stall")))
    expected = [world for world in permutations([0, 5, 12, QUEEN]) if world[1] == 5]
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


KERNEL = GAME.kernel
DRAW = GAME.code("draw")
KING = 10


def late(free: int = 2, **options: object) -> Position:
    """Nobody has a secret; so many cells are empty, the others hold seat 0's stalls of rank I."""
    position = GAME.start(2, seed=4, options={"rounds": 1, **options})
    state = position.memory.view(rules.STATE)[0]
    state.secret[:] = rules.NONE
    state.board[free:] = rules.STALL
    state.empty_cells[:] = [*range(free), *[rules.CELLS] * (len(state.empty_cells) - free)]
    state.free = free
    return position


def draws(position: Position, seat: int = 0, action: int = DRAW) -> list[float] | None:
    weights = np.zeros(KERNEL.most_outcomes)
    count = KERNEL.outcomes(position.known_to(seat), action, weights)
    return None if count < 0 else weights[:count].tolist()


BUYERS, ROGUES = [2] * 6, [1] * 6


def test_every_tile_may_come_and_two_that_count_the_same_are_one() -> None:
    assert draws(late()) == [*BUYERS, *ROGUES, 1, 2, 1]  # then purse, fires, curse
    assert draws(late(wizard=True)) == [*BUYERS, *ROGUES, 1, 2, 1, 1]


def test_a_tile_on_the_board_and_the_own_secret_do_not_come_again() -> None:
    position = late()
    state = position.memory.view(rules.STATE)[0]
    state.board[5] = rules.TILE + FIRE
    state.board[6] = rules.TILE + KING
    state.secret[0] = CURSE
    assert draws(position) == [*BUYERS[:5], 1, *ROGUES, 1, 1]


def test_a_settled_draw_brings_the_tile_of_its_number() -> None:
    position = late()
    memory = position.known_to(0)
    drawn = []
    for number in range(len(draws(position) or [])):
        after = memory.copy()
        KERNEL.fix_outcome(after, DRAW, number)
        KERNEL.apply(after, DRAW)
        drawn.append(int(after.view(rules.STATE)[0].drawn))
    assert drawn == [*range(0, KING + 2, 2), *range(KING + 2, FIRE), FIRE, CURSE]


def test_a_settled_draw_brings_the_one_of_two_alike_that_is_left() -> None:
    position = late()
    position.memory.view(rules.STATE)[0].board[5] = rules.TILE
    memory = position.known_to(0)
    KERNEL.fix_outcome(memory, DRAW, 0)
    KERNEL.apply(memory, DRAW)
    assert memory.view(rules.STATE)[0].drawn == 1


def test_in_which_order_tiles_came_and_which_of_two_alike_is_forgotten() -> None:
    positions = [late(), late()]
    for position, (first, second) in zip(positions, [(KING, FIRE), (FIRE, KING + 1)], strict=True):
        state = position.memory.view(rules.STATE)[0]
        state.shuffles[0, :2] = first, second
        state.board[5:7] = rules.TILE + max(first, second), rules.TILE + min(first, second)
        state.top = 2
        KERNEL.canonicalize(position.memory)
    assert np.array_equal(positions[0].memory, positions[1].memory)


def test_an_action_that_draws_nothing_has_no_chance_in_it() -> None:
    assert draws(late(), action=GAME.code("stall I a1")) == []


def test_open_tiles_are_no_chance() -> None:
    assert draws(late(tiles="open")) == []


def test_P2_5_a_secret_of_somebody_else_cannot_be_calculated() -> None:
    position = late()
    position.memory.view(rules.STATE)[0].secret[1] = CURSE
    assert draws(position, seat=0) is None
    assert draws(position, seat=1) is not None


@pytest.mark.parametrize(("free", "is_near"), [(FEW_CELLS, True), (FEW_CELLS + 1, False)])
def test_the_end_is_near_when_few_cells_are_empty(free: int, *, is_near: bool) -> None:
    assert KERNEL.is_end_near(late(free).memory) == is_near
    assert KERNEL.is_end_near(late(free + 1, tiles="open").memory) == is_near


def test_before_the_last_round_nothing_can_be_calculated_to_the_end() -> None:
    assert draws(late(rounds=2)) is None
    assert not KERNEL.is_end_near(late(rounds=2).memory)


def test_P6_3_an_empty_hand_makes_a_round_the_last() -> None:
    position = late(rounds=2, end="last_stall")
    assert draws(position) is None
    position.memory.view(rules.STATE)[0].stalls[1] = 0
    assert draws(position) is not None
