"""P2: how a game and a round begin."""

from itertools import product

import pytest

from estaminet.engine.errors import BadDeal
from estaminet.engine.position import Position
from estaminet.games.poule import rules
from tests.games.poule.boards import GAME, all_cells_but, give, lay, look, state_of

TILES = list(range(22))


def end_round_unpaid(money: list[int], first: int) -> Position:
    """End a round that `first` began with a lone stall, which earns nothing, so that the money stays."""
    position = GAME.start(len(money), options={"rounds": 2})
    state = state_of(position)
    state.first = first
    state.money[: len(money)] = money
    lay(position, {})
    give(position, {0: "I"}, turn=0)
    position.play("stall I a1")
    assert look(position)["round"] == 2
    return position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_P2_1_every_player_has_50_ecus(players: int) -> None:
    assert GAME.start(players).scores() == [50] * players


def test_P2_1_a_purse_may_go_below_zero() -> None:
    position = GAME.start(2, options={"rounds": 1, "purse_start": 0})
    lay(position, {"a1": "-6", "b1": "-5", "a2": "-4"})
    give(position, {0: "IIII"}, turn=0)
    position.play("stall IIII c1")
    assert position.scores() == [-44, 0]
    assert position.winners() == [1]


def test_P2_2_secret_tiles_are_dealt_from_the_top_from_the_first_player_clockwise() -> None:
    position = GAME.start(3, options={"rounds": 1}, deal={"first": 1, "rounds": [TILES[::-1]]})
    secrets = [look(position, seat)["secret"] for seat in range(3)]
    names = [tile and tile["name"] for tile in secrets]
    assert names == ["fire", "curse", "fire"]
    assert look(position)["stack"] == 19
    assert position.to_move == 1
    position.play("draw")
    assert look(position)["drawn"] == {"name": "purse", "value": 0}


def test_P2_2_only_the_owner_sees_a_secret_tile() -> None:
    position = GAME.start(3, seed=4)
    assert look(position)["secret"] is None
    assert look(position)["holds_secret"] == [True, True, True]
    for seat in range(3):
        known: rules.State = position.known_to(seat).view(rules.STATE)[0]
        assert [held >= 0 for held in known.secret[:3]] == [other == seat for other in range(3)]


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_P2_3_the_deal_names_the_first_player_of_round_1(first: int) -> None:
    position = GAME.start(4, options={"rounds": 1}, deal={"first": first, "rounds": [TILES]})
    assert position.to_move == first
    assert look(position)["first"] == first


@pytest.mark.parametrize(
    ("money", "first", "expected"),
    [
        ([50, 60, 50, 50], 1, 1),  # the richest, even if it was first already
        ([50, 50, 50, 60], 0, 3),
        ([60, 50, 60, 50], 0, 2),  # clockwise from seat 1
        ([60, 50, 60, 50], 1, 2),
        ([60, 50, 60, 50], 2, 0),  # the previous first player comes last
        ([60, 50, 60, 50], 3, 0),
        ([50, 50, 50, 50], 2, 3),
        ([-9, -3, -3, -5], 1, 2),
    ],
)
def test_P2_3_later_the_richest_starts(money: list[int], first: int, expected: int) -> None:
    position = end_round_unpaid(money, first)
    assert position.to_move == expected
    assert look(position)["first"] == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_P2_3_ties_go_clockwise_and_end_with_the_previous_first_player(players: int) -> None:
    for money in product([50, 60], repeat=players):
        for first in range(players):
            clockwise = [*range(first + 1, players), *range(first + 1)]
            expected = next(seat for seat in clockwise if money[seat] == max(money))
            assert end_round_unpaid(list(money), first).to_move == expected, (money, first)


def test_P2_3_the_money_of_the_round_just_paid_counts() -> None:
    position = GAME.start(2, options={"rounds": 2}, deal={"first": 0, "rounds": [TILES, TILES]})
    lay(position, {"a1": "+6", "a2": "G I"})
    give(position, {0: "I"}, turn=0)
    position.play("stall I f5")
    assert position.scores() == [50, 56]
    assert position.to_move == 1


@pytest.mark.parametrize("rounds", [1, 3, 9])
def test_P2_4_a_deal_has_exactly_as_many_shuffles_as_rounds(rounds: int) -> None:
    position = GAME.start(2, options={"rounds": rounds, "end": "last_stall"})
    shuffles = position.deal.values["rounds"]
    assert isinstance(shuffles, list)
    assert len(shuffles) == rounds
    assert all(sorted(shuffle) == TILES for shuffle in shuffles if isinstance(shuffle, list))
    for wrong in (rounds - 1, rounds + 1):
        with pytest.raises(BadDeal):
            GAME.start(2, options={"rounds": rounds}, deal={"first": 0, "rounds": [TILES] * wrong})


@pytest.mark.parametrize("tiles", [TILES[:21], [*TILES, 22], [*TILES[:21], 20], [*TILES[:21], 22]])
def test_P2_4_a_shuffle_has_every_tile_once(tiles: list[int]) -> None:
    with pytest.raises(BadDeal):
        GAME.start(2, options={"rounds": 1}, deal={"first": 0, "rounds": [tiles]})


def test_P2_4_the_first_player_is_a_seat() -> None:
    with pytest.raises(BadDeal):
        GAME.start(2, options={"rounds": 1}, deal={"first": 2, "rounds": [TILES]})


def test_P2_5_everybody_sees_board_hands_money_and_who_holds_a_secret_tile() -> None:
    position = GAME.start(2, seed=1)
    first = position.to_move
    assert first is not None
    position.play("stall III c4")
    position.play("secret a1")
    for viewer in (None, 0, 1):
        view = look(position, viewer)
        assert [piece["cell"] for piece in view["pieces"]] == ["a1", "c4"]
        assert view["stalls"][first] == {"I": 4, "II": 3, "III": 1, "IIII": 1}
        assert view["money"] == [50, 50]
        assert view["stack"] == 20
        assert view["holds_secret"] == [seat == first for seat in (0, 1)]


def test_P2_5_unplayed_secret_tiles_are_not_shown_at_the_end_of_a_round() -> None:
    position = GAME.start(2, seed=1, options={"rounds": 1})
    secrets = state_of(position).secret[:2].tolist()
    lay(position, all_cells_but("a1"))
    position.play("stall I a1")
    assert position.is_over
    assert state_of(position).secret[:2].tolist() == secrets
    for viewer in (None, 0, 1):
        view = look(position, viewer)
        assert view["holds_secret"] == [True, True]
        assert (view["secret"] is None) == (viewer is None)
