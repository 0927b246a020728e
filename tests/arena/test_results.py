"""Results by hand: shares, intervals over deals, seats, times; and the same tables and pictures for the same games."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from estaminet.arena.intervals import Estimate
from estaminet.arena.match import Luck
from estaminet.arena.report import (
    draw_results,
    duration,
    headline,
    list_details,
    list_entrants,
    list_notes,
    list_seats,
    list_without_luck,
    number,
    to_csv,
    to_markdown,
)
from estaminet.arena.results import Results, summarize
from tests.arena.tables import outcomes_of, plan_of

PAIR = plan_of("king", "random")
# The king wins both games of the first deal, one of the second, and both of the third.
WINNERS = [["king"], ["king"], ["king"], ["random"], ["king"], ["king"]]


# What the draws gave the king in each of these games.
GAINED = [0.2, 0.2, 0.1, -0.5, 0.3, 0.1]


@pytest.fixture
def results() -> Results:
    return summarize(PAIR, outcomes_of(PAIR, WINNERS))


@pytest.fixture
def lucky() -> Results:
    """In rotation 0 the king has seat 0, in rotation 1 seat 1."""
    outcomes = []
    for outcome, gained in zip(outcomes_of(PAIR, WINNERS), GAINED, strict=True):
        shares = [gained, -gained] if outcome.seating.rotation == 0 else [-gained, gained]
        outcomes.append(replace(outcome, luck=Luck(outcome.seating, shares, 0.25)))
    return summarize(PAIR, outcomes, has_luck=True)


def test_the_share_is_over_seats_and_its_interval_over_deals(results: Results) -> None:
    king, chance = results.rows
    assert (king.entrant, king.places, king.games, king.shares_by_deal) == ("king", 1, 6, [1.0, 0.5, 1.0])
    assert king.share.mean == pytest.approx(5 / 6)
    # Three deals: 4.303 standard errors of 0.5 / 3, and no share is above 1.
    assert king.share.low == pytest.approx(5 / 6 - 4.3027 / 6, abs=1e-3)
    assert king.share.high == 1
    assert king.times_chance == pytest.approx(5 / 3)
    assert king.score.mean == pytest.approx(50 / 6)
    assert chance.share.mean == pytest.approx(1 / 6)


def test_times_are_for_one_decision(results: Results) -> None:
    assert [(row.mean_thinking, row.longest_thinking) for row in results.rows] == [(0.5, 1.5)] * 2


def test_seats_are_judged_whoever_sits_there(results: Results) -> None:
    """In rotation 0 the king has seat 0, in rotation 1 seat 1."""
    assert [seat.mean for seat in results.seats] == pytest.approx([4 / 6, 2 / 6])


def test_an_entrant_with_several_places_is_one_row_for_each_seat_taken() -> None:
    plan = plan_of("king", "random", "random")
    results = summarize(plan, outcomes_of(plan, [["king"], ["random"], ["random"]]))
    king, chance = sorted(results.rows, key=lambda row: row.entrant)
    assert (king.places, chance.places, chance.games) == (1, 2, 3)
    assert (king.share, chance.share) == (Estimate(1 / 3), Estimate(1 / 3))
    assert results.chance == pytest.approx(1 / 3)


def test_a_deal_that_is_not_complete_does_not_count() -> None:
    whole = summarize(PAIR, outcomes_of(PAIR, WINNERS[:4]))
    assert summarize(PAIR, outcomes_of(PAIR, WINNERS[:5])) == whole
    assert summarize(PAIR, outcomes_of(PAIR, WINNERS[:1])).rows == []


def test_data_are_json_with_settings(results: Results) -> None:
    data = json.loads(json.dumps(results.as_data()))
    assert (data["settings"]["players"], data["games"], data["deals"]) == (["king", "random"], 6, 3)
    assert data["entrants"][0]["rating"].keys() == {"mu", "sigma", "ordinal"}
    assert data["entrants"][0]["share"]["mean"] == pytest.approx(5 / 6)


def test_the_tables_say_it_in_words(results: Results) -> None:
    assert headline(results) == "poule: 6 games, 3 deals from every seat, seed 1. Chance is 50.0 %."
    assert list_entrants(results).rows[0][:5] == ["king", "6", "83.3 %", "11.6 % to 100.0 %", "1.67"]
    assert list_details(results).rows[0][0::3] == ["king", "500 ms"]
    assert list_seats(results).rows[0][:2] == ["seat 0", "66.7 %"]


def test_one_deal_has_a_dash_for_its_interval() -> None:
    results = summarize(PAIR, outcomes_of(PAIR, WINNERS[:2]))
    assert list_entrants(results).rows[0][3] == "–"
    assert "1 deal from every seat" in headline(results)


def test_options_that_are_not_the_usual_ones_are_named() -> None:
    plan = plan_of("king", "random")
    changed = summarize(type(plan)(plan.game, plan.entrants, 1, {"rounds": 1, "tiles": "secret", "wizard": True}), [])
    assert headline(changed).startswith("poule, rounds 1, wizard true: ")


def test_the_markdown_has_all_tables_and_the_picture(results: Results) -> None:
    text = to_markdown(results)
    assert "| king | 6 | 83.3 % |" in text
    assert "| seat 1 | 33.3 % |" in text
    assert "(results.svg)" in text


def test_luck_is_taken_from_every_game_before_the_mean_of_a_deal(lucky: Results) -> None:
    king = lucky.rows[0]
    rest = king.without_luck
    assert rest
    assert rest.shares_by_deal == pytest.approx([0.8, 0.7, 0.8])
    assert rest.luck == pytest.approx(0.4 / 6)
    assert (rest.share.mean, king.share.mean) == pytest.approx((2.3 / 3, 2.5 / 3))
    # The observations 1, 1/2, 1 spread five times as much.
    assert rest.narrower == pytest.approx(0.8)
    assert rest.share.half_width == pytest.approx(4.3027 * 0.1 / 3, abs=1e-3)


def test_the_tables_show_both(lucky: Results) -> None:
    assert list_without_luck(lucky).rows[0] == ["king", "+6.7 %", "76.7 %", "62.3 % to 91.0 %", "80 %"]
    assert list_notes(lucky) == ["Finding the luck of a game took 250 ms."]
    assert "| king | +6.7 % | 76.7 % |" in to_markdown(lucky)
    assert json.loads(json.dumps(lucky.as_data()))["entrants"][0]["without_luck"]["luck"] == pytest.approx(0.4 / 6)


def test_without_luck_nothing_is_said_of_it(results: Results) -> None:
    assert (list_without_luck(results).rows, list_notes(results)) == ([], [])
    assert "without luck" not in to_markdown(results)


def test_the_csv_has_all_numbers_and_empty_cells(results: Results, lucky: Results) -> None:
    plain, rest = (next(csv.DictReader(to_csv(each).splitlines())) for each in (results, lucky))
    assert plain.keys() == rest.keys()
    assert (plain["player"], plain["share_without_luck"]) == ("king", "")
    assert float(plain["share"]) == pytest.approx(5 / 6)
    assert float(rest["share_without_luck"]) == pytest.approx(2.3 / 3)


def test_games_that_were_stopped_say_so_and_have_intervals_that_hold() -> None:
    outcomes = outcomes_of(PAIR, WINNERS * 20)
    student = summarize(PAIR, outcomes)
    stopped = summarize(PAIR, outcomes, aim=0.15, is_stopped=True)
    assert "Stopped when every interval reached 15 % or less to each side." in list_notes(stopped)[0]
    assert "All games were played before" in list_notes(replace(stopped, is_stopped=False))[0]
    assert stopped.rows[0].share.half_width > 1.2 * student.rows[0].share.half_width
    assert stopped.seats[0].half_width > 1.2 * student.seats[0].half_width
    assert stopped.rows[0].score == Estimate(student.rows[0].score.mean)


@pytest.mark.parametrize(
    ("seconds", "text"), [(2.0, "2 s"), (0.0123, "12.3 ms"), (4.56e-6, "4.56 µs"), (0.9999e-3, "1e+03 µs")]
)
def test_durations_are_readable(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_large_numbers_have_no_decimals() -> None:
    assert [number(value) for value in (1.234, -99.999, 263.4)] == ["1.23", "-100.00", "263"]


def test_a_picture_shows_both(tmp_path: Path, results: Results, lucky: Results) -> None:
    sizes = []
    for each in (results, lucky):
        draw_results(each, tmp_path)
        sizes.append((tmp_path / "results.svg").read_text(encoding="utf-8").count("<use "))
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize("games", [2, 6])
def test_the_same_results_give_the_same_pictures(tmp_path: Path, games: int) -> None:
    pictures = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        draw_results(summarize(PAIR, outcomes_of(PAIR, WINNERS[:games])), folder)
        pictures.append([(folder / name).read_bytes() for name in ("results.png", "results.svg")])
    assert pictures[0] == pictures[1]
    assert pictures[0][0].startswith(b"\x89PNG")
    assert b"<dc:date>" not in pictures[0][1]
