"""P6: what the players can settle before the game."""

from itertools import product

import pytest

from estaminet.engine.errors import BadDeal
from estaminet.engine.jit.random import generator
from estaminet.engine.options import Choice, OptionValue
from estaminet.engine.position import Position
from estaminet.games.poule import rules
from tests.games.poule.boards import GAME, account, all_cells_but, gains, give, lay, look, pay, state_of, walk
from tests.refusals import raises_code

RETURNS = ["rank_one", "all", "none"]
ALL_OF_TWO = {"I": 4, "II": 3, "III": 2, "IIII": 1}
NO_STALLS = {"I": 0, "II": 0, "III": 0, "IIII": 0}


def place_the_last_stall(**options: OptionValue) -> Position:
    """Seat 0 places its last stall in the middle of a round; seat 1 has one more than it needs to fill the square."""
    position = GAME.start(2, options={"rounds": 3, **options})
    lay(position, all_cells_but("d5", "e5", "f5"))
    give(position, {0: "I", 1: "II II III"}, turn=0, stack=9)
    position.play("stall I d5")
    assert look(position)["stalls"][0] == NO_STALLS
    return position


def fill(position: Position) -> None:
    position.play("stall II e5")
    position.play("draw")
    position.play("place f5")


@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_P6_1_a_game_has_as_many_rounds_as_were_settled(rounds: int) -> None:
    position = GAME.start(2, seed=rounds, options={"rounds": rounds})
    numbers = {int(state_of(now).round_number) for now in walk(position, seed=rounds)}
    assert numbers == set(range(rounds))
    assert (look(position)["round"], look(position)["rounds"]) == (rounds, rounds)


@pytest.mark.parametrize("rounds", [0, 10, "3", 2.0, True])
def test_P6_1_rounds_are_1_to_9(rounds: object) -> None:
    with raises_code("option.value") as refusal:
        GAME.start(2, options={"rounds": rounds})
    assert refusal.value.rule == "P6.1"


@pytest.mark.parametrize(
    ("stalls_return", "first_hand", "second_hand"),
    [
        ("rank_one", {**NO_STALLS, "I": 4}, {"I": 4, "II": 1, "III": 1, "IIII": 0}),
        ("all", ALL_OF_TWO, ALL_OF_TWO),
        ("none", NO_STALLS, {"I": 0, "II": 1, "III": 1, "IIII": 0}),
    ],
)
def test_P6_2_which_stalls_come_back(
    stalls_return: str, first_hand: dict[str, int], second_hand: dict[str, int]
) -> None:
    position = place_the_last_stall(stalls_return=stalls_return)
    fill(position)
    assert look(position)["round"] == 2
    assert look(position)["stalls"] == [first_hand, second_hand]


def test_P6_2_unused_rank_I_stalls_do_not_pile_up() -> None:
    position = GAME.start(2)
    lay(position, all_cells_but("f5"))
    position.play("draw")
    position.play("place f5")
    assert look(position)["stalls"] == [ALL_OF_TWO, ALL_OF_TWO]


@pytest.mark.parametrize("stalls_return", RETURNS)
def test_P6_3_the_round_in_which_a_last_stall_was_placed_is_the_last(stalls_return: str) -> None:
    position = place_the_last_stall(stalls_return=stalls_return, end="last_stall")
    assert not position.is_over, "the round is played to its end"
    fill(position)
    assert position.is_over
    assert look(position)["round"] == 1
    assert account(position)["gains"] == [position.scores()[0] - 50, position.scores()[1] - 50]


@pytest.mark.parametrize("stalls_return", RETURNS)
def test_P6_3_with_end_rounds_a_last_stall_ends_nothing(stalls_return: str) -> None:
    position = place_the_last_stall(stalls_return=stalls_return, end="rounds")
    fill(position)
    assert not position.is_over
    assert look(position)["round"] == 2


@pytest.mark.parametrize("stalls_return", RETURNS)
def test_P6_3_while_everybody_has_a_stall_the_game_goes_on_to_the_limit(stalls_return: str) -> None:
    position = GAME.start(2, options={"rounds": 2, "stalls_return": stalls_return, "end": "last_stall"})
    for number in (1, 2):
        assert look(position)["round"] == number
        lay(position, all_cells_but("f5"))
        position.play("stall I f5")
    assert position.is_over


def test_P6_3_it_may_be_any_player_in_the_last_action_of_a_round() -> None:
    position = GAME.start(3, options={"end": "last_stall"})
    lay(position, all_cells_but("f5"))
    give(position, {0: "I", 1: "I", 2: "IIII"}, turn=2, stack=3)
    position.play("stall IIII f5")
    assert position.is_over


def test_P6_3_the_form_suggests_nine_rounds() -> None:
    end = next(option for option in GAME.options if option.name == "end")
    assert isinstance(end, Choice)
    assert end.suggests == {"last_stall": {"rounds": 9}}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_P6_4_every_combination_is_allowed_and_comes_to_an_end(players: int) -> None:
    for stalls_return, end in product(RETURNS, ["rounds", "last_stall"]):
        position = GAME.start(players, options={"rounds": 2, "stalls_return": stalls_return, "end": end})
        *_, last = walk(position, seed=players)
        assert last.is_over
        shown = look(last)["round"]
        assert shown == 2 or end == "last_stall"


def test_P6_5_open_tiles_leave_nobody_a_secret_and_the_whole_stack_in_sight() -> None:
    tiles = [5, 21, 18, 19, *(tile for tile in range(22) if tile not in (5, 21, 18, 19))]
    position = GAME.start(2, options={"rounds": 1, "tiles": "open"}, deal={"first": 0, "rounds": [tiles]})
    view = look(position)
    assert view["holds_secret"] == [False, False]
    assert not any(text.startswith("secret") for text in position.legal())
    assert view["stack"] == 22
    assert view["open_stack"] is not None
    assert [tile["name"] for tile in view["open_stack"][:4]] == ["burgheress", "curse", "purse", "fire"]
    position.play("draw")
    assert look(position)["drawn"] == {"name": "burgheress", "value": 3}
    position.play("place a1")
    after = look(position)["open_stack"]
    assert after == view["open_stack"][1:]


def test_P6_5_open_tiles_hide_nothing_of_the_round() -> None:
    position = GAME.start(3, seed=6, options={"rounds": 1, "tiles": "open"})
    for now in walk(position, seed=6):
        everybody = now.known_to()
        for seat in range(3):
            assert now.known_to(seat).tobytes() == everybody.tobytes()
            world = now.memory.copy()
            GAME.kernel.determinize(world, seat, generator(9))
            assert now.view(seat)["board"] == now.view()["board"]
            assert GAME.kernel.known(world, seat).tobytes() == everybody.tobytes()
            if not now.is_over:
                assert GAME.kernel.codes(world).tolist() == now.legal_codes()


def test_P6_5_the_order_of_later_rounds_is_hidden_until_they_begin() -> None:
    rounds = [list(range(22)), list(range(22))[::-1]]
    others = [list(range(22)), [*range(11, 22), *range(11)]]
    options = {"rounds": 2, "tiles": "open"}
    one = GAME.start(2, options=options, deal={"first": 0, "rounds": rounds})
    other = GAME.start(2, options=options, deal={"first": 0, "rounds": others})
    assert one.known_to(0).tobytes() == other.known_to(0).tobytes()
    for position in (one, other):
        lay(position, all_cells_but("f5"))
        position.play("stall I f5")
    assert one.known_to(0).tobytes() != other.known_to(0).tobytes()
    assert GAME.kernel.revealed(one.memory) != GAME.kernel.revealed(other.memory)


def test_P6_5_the_rest_of_the_stack_lies_open_to_the_end() -> None:
    position = GAME.start(2, options={"rounds": 1, "tiles": "open"})
    lay(position, all_cells_but("f5"))
    stack = look(position)["open_stack"]
    position.play("stall I f5")
    assert position.is_over
    assert look(position)["open_stack"] == stack


def test_P6_5_secret_tiles_show_no_stack() -> None:
    assert look(GAME.start(2))["open_stack"] is None


def test_P6_6_the_wizard_is_tile_22() -> None:
    tiles = [22, *range(22)]
    options = {"rounds": 1, "wizard": True}
    position = GAME.start(2, options=options, deal={"first": 0, "rounds": [tiles]})
    assert look(position, 0)["secret"] == {"name": "wizard", "value": 0}
    assert look(position)["stack"] == 21
    with pytest.raises(BadDeal):
        GAME.start(2, options={"rounds": 1}, deal={"first": 0, "rounds": [tiles]})
    with pytest.raises(BadDeal):
        GAME.start(2, options=options, deal={"first": 0, "rounds": [list(range(22))]})


def test_P6_6_stalls_beside_the_wizard_count_one_more_in_both_their_lines() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    .      .      +1     .      .      .
      2    .      .      W I    .      .      +2
      3    +3     G II   wizard B III  .      .
      4    .      +4     W IIII .      .      .
      5    .      .      .      -1     .      .
    """) == [
        2 * 2 + 2 * 1 + 5 * 4 + 5 * 1,
        3 * 3 + 3 * 4,
        4 * 3 + 4 * -1,
    ]


def test_P6_6_stalls_that_touch_the_wizard_at_a_corner_count_as_they_are() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    .      .      .      .      .      .
      2    .      W II   +3     .      .      .
      3    .      .      wizard .      .      .
      4    .      .      .      G I    -2     .
      5    .      .      .      .      .      .
    """) == [6, -2, 0]


@pytest.mark.parametrize(
    ("wizard", "beside", "apart"),
    [
        ("a1", ["b1", "a2"], ["f1", "f5", "a5", "b2"]),
        ("f1", ["e1", "f2"], ["a1", "a2", "f5", "e2"]),
        ("a5", ["b5", "a4"], ["f4", "f5", "a1", "b4"]),
        ("f5", ["e5", "f4"], ["a1", "a5", "f1", "e4"]),
        ("c1", ["b1", "d1", "c2"], ["c5", "b2", "d2"]),
        ("c5", ["b5", "d5", "c4"], ["c1", "b4", "d4"]),
        ("a3", ["a2", "a4", "b3"], ["f2", "f3", "b2", "b4"]),
        ("f3", ["f2", "f4", "e3"], ["a3", "a4", "e2", "e4"]),
        ("d3", ["d2", "d4", "c3", "e3"], ["c2", "e2", "c4", "e4", "a3", "d1"]),
    ],
)
def test_P6_6_beside_means_along_a_side_also_at_the_edge(wizard: str, beside: list[str], apart: list[str]) -> None:
    for cell in beside + apart:
        paid = account(pay({wizard: "wizard", cell: "W I"}))
        ranks = [segment["ranks"][0] for segment in paid["segments"] if cell in segment["cells"]]
        assert ranks == ([2, 2] if cell in beside else [1, 1]), cell


def test_P6_6_the_wizard_in_a_line_with_fire_curse_and_purse() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    .      .      +6     .      .      .
      2    +6     fire   W II   wizard G I    -3
      3    .      .      curse  purse  +5     .
      4    .      .      -1     .      .      .
      5    .      .      .      .      .      .
    """) == [
        3 * -3 + 3 * -1,
        2 * -3 + 2 * 5,
        0,
    ]


def test_P6_6_a_fire_beside_the_wizard_does_not_shield_its_neighbours() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    .      .      .      .      .      .
      2    .      .      fire   wizard W I    +2
      3    .      .      .      fire   .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      .
    """) == [4, 0, 0]


@pytest.mark.parametrize("purse", [0, 50, 500])
def test_P6_7_starting_ecus(purse: int) -> None:
    assert GAME.start(4, options={"purse_start": purse}).scores() == [purse] * 4


@pytest.mark.parametrize("purse", [-1, 501])
def test_P6_7_starting_ecus_are_0_to_500(purse: int) -> None:
    with raises_code("option.value") as refusal:
        GAME.start(2, options={"purse_start": purse})
    assert refusal.value.rule == "P6.7"


def test_P6_the_defaults_are_the_game_of_the_page() -> None:
    assert GAME.start().options == {
        "rounds": 3,
        "stalls_return": "rank_one",
        "end": "rounds",
        "tiles": "secret",
        "wizard": False,
        "purse_start": 50,
    }
    with raises_code("option.unknown"):
        GAME.start(options={"round": 3})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_P6_with_rank_I_coming_back_the_board_is_always_filled(players: int) -> None:
    position = GAME.start(players, seed=players, options={"rounds": 4})
    paid = set()
    for now in walk(position, seed=players):
        state = state_of(now)
        if state.round_number > 0 or now.is_over:
            paid.add((int(state.round_number), now.is_over))
            assert (state.last_board != rules.EMPTY).all()
    assert len(paid) == 4
