"""The plan: every player on every seat of every deal, with only the seed left to chance."""

from collections import Counter

from estaminet.arena.match import Seating, make_plan
from tests.refusals import raises_code

PLAYERS = ["regular", "random", "random"]


def test_every_place_has_every_seat_once_a_deal() -> None:
    plan = make_plan("poule", PLAYERS, seed=1, options=None)
    taken = Counter(
        (seating.deal, seat, place)
        for seating in plan.seatings(6)
        for seat, place in enumerate(plan.places(seating.rotation))
    )
    assert taken == {(deal, seat, place): 1 for deal in (0, 1) for seat in range(3) for place in range(3)}


def test_games_are_rounded_up_to_whole_deals() -> None:
    plan = make_plan("poule", PLAYERS, seed=1, options=None)
    assert [plan.count_deals(games) for games in (1, 3, 4)] == [1, 1, 2]
    assert len(plan.seatings(4)) == 6


def test_no_two_players_think_with_the_same_seed() -> None:
    plans = [make_plan("poule", PLAYERS, seed=seed, options=None) for seed in (1, 2)]
    seeds = [plan.player_seed(seating, place) for plan in plans for seating in plan.seatings(9) for place in range(3)]
    assert len(set(seeds)) == len(seeds) == 54


def test_the_rotations_of_a_deal_share_it() -> None:
    plan = make_plan("poule", PLAYERS, seed=5, options=None)
    assert {plan.deal_seed(Seating(2, rotation)) for rotation in range(3)} == {"5/2"}


def test_all_options_are_settled() -> None:
    plan = make_plan("poule", PLAYERS, seed=1, options={"rounds": 1})
    assert (plan.options["rounds"], plan.options["tiles"]) == (1, "secret")


def test_what_cannot_be_played_is_refused() -> None:
    with raises_code("game.unknown"):
        make_plan("chess", PLAYERS, seed=1, options=None)
    with raises_code("players.range", match="reeperbahn is for 2 players, not 3"):
        make_plan("reeperbahn", PLAYERS, seed=1, options=None)
    with raises_code("option.value"):
        make_plan("poule", PLAYERS, seed=1, options={"rounds": 0})
    with raises_code("entrant.unknown"):
        make_plan("poule", ["regular", "emperor"], seed=1, options=None)
