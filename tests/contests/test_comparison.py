"""Results are ordered, and games of one deal compared, as people would do it."""

import estaminet
from estaminet.contests import Continuation, Divergence, Result, find_difference, find_divergence, find_percentile

WON, LOST, GAVE_UP = Result(1.0, 3.0), Result(0.0, -40.0), Result(0.0)


def test_whoever_gave_up_comes_after_those_who_lost_by_however_much() -> None:
    assert sorted([GAVE_UP, WON, LOST], key=lambda result: result.rank) == [GAVE_UP, LOST, WON]


def test_a_shared_victory_comes_before_a_defeat_however_close() -> None:
    assert Result(0.5, 0.0).rank > Result(0.0, -1.0).rank
    assert Result(1.0, 1.0).rank < Result(1.0, 2.0).rank


def test_a_percentile_counts_those_who_reached_the_same_by_half() -> None:
    assert find_percentile(WON, [WON, LOST, LOST, GAVE_UP]) == 0.875
    assert find_percentile(WON, []) is None


def test_games_part_at_the_first_action_that_differs_or_where_one_ends() -> None:
    assert find_difference("abc", "abd") == 2
    assert find_difference("ab", "abd") == 2
    assert find_difference("ab", "ab") is None


def test_you_part_from_the_others_where_most_who_came_as_far_did_something_else() -> None:
    others = [("xab", WON), ("xab", LOST), ("xcd", WON), ("yab", LOST)]
    assert find_divergence("xce", others) == Divergence(
        1, "c", (Continuation("a", 2, 0.5, -18.5), Continuation("c", 1, 1.0, 3.0))
    )


def test_nobody_who_has_left_before_counts_any_more() -> None:
    others = [("ab", WON), ("ab", WON), ("cd", LOST)]
    assert find_divergence("ab", others) is None
    assert find_divergence("cd", [("cd", LOST), ("cd", LOST), ("ab", WON)]) is None


def test_among_equals_you_do_as_most_do() -> None:
    assert find_divergence("a", [("a", WON), ("b", WON)]) is None


def test_a_mean_leaves_out_who_gave_up_but_for_the_share() -> None:
    parting = find_divergence("b", [("a", WON), ("a", GAVE_UP)])
    assert parting is not None
    assert parting.others == (Continuation("a", 2, 0.5, 3.0),)


def test_a_result_is_what_the_seat_reached() -> None:
    position = estaminet.game("reeperbahn").start(seed=3)
    while not position.is_over:
        position.play(position.legal()[0])
    results = [Result.of(position, seat) for seat in (0, 1)]
    assert [result.share for result in results] == position.returns()
    assert results[0].lead == -(results[1].lead or 0)
