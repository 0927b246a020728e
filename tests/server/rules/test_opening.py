"""What is kept of how a game began."""

import json

from estaminet.server.rules.plan import Opening
from estaminet.server.rules.results import is_own_game


def test_an_opening_is_read_as_it_was_stored() -> None:
    opening = Opening("contest", 1, {"deck": [1, 0]}, ("a", "b"), "daily-2026-11-19-poule", is_practice=True)
    assert Opening.read(json.loads(json.dumps(opening.to_data()))) == opening


def test_a_lesson_that_was_stored_before_there_were_openings_is_still_read() -> None:
    stored = {
        "players": 2,
        "options": {},
        "deal": {"deck": [1, 0]},
        "actions": ["a"],
        "lesson": {"seat": 1, "steps": [[0, "hello"]]},
    }
    assert Opening.read(stored) == Opening("lesson", 1, {"deck": [1, 0]}, ("a",))


def test_a_lesson_and_a_branch_are_nobodys_own_game() -> None:
    begun_by_others: list[dict[str, object]] = [{"is_lesson": True}, {"opening": "lesson"}, {"opening": "branch"}]
    own: list[dict[str, object]] = [{}, {"opening": None}, {"opening": "contest"}]
    assert not any(map(is_own_game, begun_by_others))
    assert all(map(is_own_game, own))
