"""“My play” is about what somebody decided themselves: without practice, and without what a hint told them."""

import zlib
from typing import cast

import orjson
import pytest

from estaminet.review.model import FORMAT
from estaminet.server.live.history import tell_game
from estaminet.server.store.rows import FinishedGame
from tests.server.people import Json

VERDICTS = {0: "best", 2: "mistake", 4: "close", 6: "grave", 8: "best", 10: "close"}
"""Of Anna's decisions, by their plies."""


def play(version: str = FORMAT, **told: object) -> Json:
    """What Anna is told of a finished game of hers in which she had hints at some plies."""
    decisions = [
        {
            "ply": ply,
            "seat": 0,
            "verdict": verdict,
            "played": [f"draw {ply}"],
            "loss": 0.06,
            "reason": None,
            "chance": 0.5,
            "turn": ply // 2 + 1,
        }
        for ply, verdict in VERDICTS.items()
    ]
    others = {**decisions[1], "ply": 3, "seat": 1}
    review = {
        "format": version,
        "accounts": [{"seat": 0, "result": 1.0, "is_explained": True, "hidden": 0.1}, {"seat": 1, "result": 0.0}],
        "decisions": [*decisions, others],
    }
    summary: dict[str, object] = {
        "game": "poule",
        "people": ["anna", None],
        "winners": [0],
        "is_practice": False,
        "decisions": [len(VERDICTS), 1],
        "hinted": [[], []],
    }
    return cast("Json", tell_game(FinishedGame("t", summary | told, 5, zlib.compress(orjson.dumps(review))), "anna"))


def test_of_a_game_without_hints_all_decisions_count() -> None:
    game = play()
    assert (game["is_practice"], game["hinted"], game["share"]) == (False, 0, 1.0)
    assert game["review"]["decisions"] == len(VERDICTS)
    assert [mistake["ply"] for mistake in game["review"]["mistakes"]] == [2, 6]
    assert game["review"]["account"] == {"seat": 0, "result": 1.0, "is_explained": True, "hidden": 0.1}


def test_what_was_decided_with_a_hint_is_neither_a_decision_nor_a_mistake() -> None:
    game = play(hinted=[[2, 4], []])
    assert game["hinted"] == 2
    assert game["review"]["decisions"] == len(VERDICTS) - 2
    assert [mistake["ply"] for mistake in game["review"]["mistakes"]] == [6]


@pytest.mark.parametrize("told", [{"is_practice": True}, {"hinted": [[0, 2, 4], []]}])
def test_practice_and_games_with_many_hints_are_listed_and_say_nothing_of_somebody(told: Json) -> None:
    game = play(**told)
    assert game["review"] is None
    assert (game["table"], game["share"]) == ("t", 1.0)
    assert (game["is_practice"], game["hinted"]) == (told.get("is_practice", False), 3 if "hinted" in told else 0)


def test_games_from_before_hints_were_noted_count_as_they_did() -> None:
    game = play(hinted=None, decisions=None, is_practice=None)
    assert (game["is_practice"], game["hinted"]) == (False, 0)
    assert game["review"]["decisions"] == len(VERDICTS)


def test_a_review_of_an_older_version_says_nothing() -> None:
    assert play("estaminet-review/0")["review"] is None
