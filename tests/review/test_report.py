"""A review in English words, for the terminal and as a page: nothing in it is calculated here."""

from dataclasses import replace

import estaminet
from estaminet.engine.game import AccountWeights
from estaminet.engine.kernel import NOBODY
from estaminet.players.playouts import POOLED
from estaminet.review.model import Account, Cause, Curve, Decision, Draw, Review, TurningPoint, Verdict
from estaminet.review.report import describe_mistake, describe_result, find_lucky_draws, find_main_curve, make_page

GAME = estaminet.game("reeperbahn")
ROWS = ((0.5, 0.5), (0.6, 0.4), (0.2, 0.8), (0.0, 1.0))
POINT = TurningPoint(seat=0, ply=1, before=0.6, after=0.2, cause=Cause.DRAW)
MISTAKE = Decision(
    ply=2,
    seat=1,
    verdict=Verdict.GRAVE,
    played=("hans1", "end"),
    better=("lola3", "end"),
    gained=(0.0, -0.23),
    error=0.01,
    loss=0.23,
    loss_error=0.01,
    hidden=(0.0, 0.0),
    chance=0.8,
    turn=2,
    follow=("lilli", "end"),
)


def account(seat: int, *, is_explained: bool) -> Account:
    return Account(
        seat=seat,
        result=float(seat),
        place=0.02,
        deal=-0.04,
        draws=0.1,
        hidden=0.03,
        others=0.05,
        decisions=-0.09,
        judgement=seat - 0.57,
        weights=AccountWeights(),
        is_explained=is_explained,
        stake=1.0,
        accuracy=91.0,
        error_rate=90.0,
    )


REVIEW = Review(
    game="reeperbahn",
    players=2,
    options={},
    seed=0,
    result=(0.0, 1.0),
    actions=("lilli", "end", "hans1"),
    movers=(0, 0, 1),
    rounds=(),
    tallies={},
    curves=tuple(Curve(view, ROWS, (0.02,) * 4, POINT) for view in (0, 1, NOBODY, POOLED)),
    accounts=(account(0, is_explained=False), account(1, is_explained=True)),
    draws=(Draw(0, (0.01, -0.01)), Draw(1, (-0.31, 0.31))),
    decisions=(MISTAKE, replace(MISTAKE, ply=0, verdict=Verdict.CLOSE)),
)


def test_a_mistake_says_in_which_turn_what_was_better_and_what_it_cost_of_how_much() -> None:
    assert describe_mistake(GAME, MISTAKE) == (
        "Turn 2: seat 1 plays hans1, end; better: lola3, end (grave mistake, cost 23 ± 1 of 80 points). "
        "Likely continuation: lilli, end."
    )


def test_all_lines_of_a_picture_are_seen_from_one_point_of_view() -> None:
    page = make_page(REVIEW, GAME)
    assert page.count("<polyline") == 2 * len(REVIEW.curves)
    for view in ("What everybody knew", "All cards open", "What seat 0 knew", "What seat 1 knew"):
        assert f"<h3>{view}</h3>" in page
    assert find_main_curve(REVIEW).view == NOBODY
    assert find_main_curve(replace(REVIEW, curves=(REVIEW.curves[1], REVIEW.curves[3]))).view == 1


def test_a_turning_point_names_its_cause() -> None:
    assert "Turning point, a draw: action 2, seat 0, end: seat 0 from 60 % to 20 %." in make_page(REVIEW, GAME)


def test_only_what_is_explained_has_an_account() -> None:
    page = make_page(REVIEW, GAME)
    assert page.count("own decisions") == page.count("hidden cards") == page.count("too close to tell") == 1


def test_the_draws_that_favoured_somebody_most_are_told_and_small_ones_are_not() -> None:
    assert [draw.ply for draw in find_lucky_draws(REVIEW)] == [1]
    assert "Action 2, seat 0, end: +31 points for seat 1." in make_page(REVIEW, GAME)


def test_a_game_that_was_given_up_is_said_to_be() -> None:
    assert "given up" not in describe_result(REVIEW)
    assert "The game ended early there: given up, or lost on time." in describe_result(
        replace(REVIEW, is_finished=False)
    )


def test_the_page_needs_nothing_from_anywhere_else() -> None:
    for outside in ("http", "src=", "url(", "@import", "<script", "<link"):
        assert outside not in make_page(REVIEW, GAME)
