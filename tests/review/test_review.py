"""A review comes step by step, is the same every time, and refuses what cannot be reviewed."""

import json
import threading
from copy import copy
from dataclasses import replace

import pytest

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.record import Record
from estaminet.review import Review, review, review_in_steps
from tests.refusals import raises_code
from tests.review.games import CHEAP, finished, play_out

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("name", "players"), [("reeperbahn", 2), ("poule", 3), ("nuit", 3)])
def test_the_same_seed_gives_the_same_review_on_any_number_of_threads(name: str, players: int) -> None:
    record = finished(name, players)
    one = review(record, effort=CHEAP, seed=3)
    assert review(record, effort=replace(CHEAP, threads=3), seed=3) == one
    assert review(record, effort=CHEAP, seed=4).curves != one.curves


def test_the_quick_curve_comes_first_and_the_whole_last() -> None:
    first, *others = review_in_steps(finished("nuit", 3), effort=CHEAP)
    assert first.is_quick
    assert len(first.curves) == 5
    assert not first.accounts
    assert not any(curve.turning_point for curve in first.curves), "the review may find another one"
    assert [each.done for each in others] == [*range(1, first.total), first.total]
    assert [each.is_complete for each in others] == [False] * (len(others) - 1) + [True]
    assert not others[-1].is_quick


def test_whoever_stops_asking_ends_the_work() -> None:
    before = threading.active_count()
    steps = review_in_steps(finished("poule", 3), effort=CHEAP)
    next(steps)
    next(steps)
    steps.close()  # type: ignore[attr-defined]  # it is a generator
    assert threading.active_count() == before


def test_what_progress_raises_ends_the_work() -> None:
    seen: list[Review] = []

    def stop(found: Review) -> None:
        seen.append(found)
        if found.done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(finished("poule", 3), effort=CHEAP, progress=stop)
    assert [each.done for each in seen] == [0, 1, 2, 3, 4, 5]


def test_a_running_game_is_refused() -> None:
    position = estaminet.game("poule").start(2, seed=1)
    position.play("draw")
    with raises_code("game.unfinished", match="not over"):
        review(Record.of(position))


def test_a_seat_that_is_not_there_is_refused() -> None:
    with raises_code("seat.unknown", match="There is no seat 7"):
        review(finished("poule", 2), seat=7)


def test_a_game_that_cannot_redraw_is_refused() -> None:
    record = finished("poule", 2)
    game = copy(record.start.game)
    vars(game)["kernel"] = copy(game.kernel)
    game.kernel.can_redraw = False
    start = record.start.copy()
    start.game = game
    with raises_code("game.not_reviewable", match="`redraw`"):
        review(replace(record, start=start))


def test_a_game_of_somebody_else_is_reviewed_as_well() -> None:
    found = review(play_out(CONNECT_FOUR, 2, seed=1), effort=CHEAP)
    assert found.draws == ()
    assert all(account.deal == account.draws == account.place == 0 for account in found.accounts)


def test_a_review_is_plain_data() -> None:
    found = review(finished("nuit", 3), effort=CHEAP)
    data = json.loads(found.to_json())
    assert next(iter(data)) == "format"
    assert data["format"] == "estaminet-review/2"
    assert data["accounts"][1]["seat"] == 1
    assert [curve["view"] for curve in data["curves"]] == [0, 1, 2, -1, -2]
    assert data["curves"][0]["turning_point"]["ply"] in range(len(data["actions"]))
    assert data["curves"][0]["turning_point"]["cause"] in ("draw", "decision")


def test_whoever_is_not_patient_hears_something_between_the_parts_of_a_decision() -> None:
    record = finished("poule", 3)
    patient, found = (list(review_in_steps(record, effort=CHEAP, is_patient=each)) for each in (True, False))
    assert found[-1] == patient[-1]
    assert [each.done for each in found] == sorted(each.done for each in found)
    assert {each.done for each in found} == {each.done for each in patient}
    assert len(found) > 2 * len(patient)
