"""“My play” is about what somebody decided themselves: without practice, and without what a hint told them."""

import zlib
from typing import cast

import orjson
import pytest

from estaminet.review.model import FORMAT
from estaminet.server.live.history import describe_game
from estaminet.server.store.rows import FinishedGame, Place
from tests.refusals import raises_code
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
    rises = [0.5, 0.51, 0.51, 0.51, 0.51, 0.6, 0.6, 0.6, 0.6, 0.9, 0.9, 0.9]
    """What Anna could expect before each action: 9 points more after ply 4, and 30 after ply 8."""
    review = {
        "format": version,
        "accounts": [{"seat": 0, "result": 1.0, "is_explained": True, "hidden": 0.1}, {"seat": 1, "result": 0.0}],
        "decisions": [*decisions, others],
        "curves": [{"view": 0, "shares": [[each, 1 - each] for each in rises], "errors": [0.01] * len(rises)}],
        "draws": [{"ply": 8, "gained": [0.25, -0.25]}],
    }
    summary: dict[str, object] = {
        "game": "poule",
        "people": ["anna", None],
        "seats": [{"name": "Anna", "level": None}, {"name": "", "level": "host"}],
        "winners": [0],
        "scores": [12, 7],
        "reason": "finished",
        "is_practice": False,
        "decisions": [len(VERDICTS), 1],
        "hinted": [[], []],
    }
    return cast(
        "Json", describe_game(FinishedGame("t", summary | told, 5, zlib.compress(orjson.dumps(review))), "anna")
    )


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


def test_a_review_of_an_older_version_says_nothing_and_a_new_one_would() -> None:
    game = play("estaminet-review/0")
    assert (game["review"], game["can_review"]) == (None, True)
    assert play()["can_review"] is False


@pytest.mark.parametrize(
    "told",
    [{"is_practice": True}, {"hinted": [[0, 2, 4], []]}, {"winners": []}, {"decisions": [5, 0]}, {"opening": "lesson"}],
)
def test_nobody_is_offered_a_review_that_would_say_nothing_of_them(told: Json) -> None:
    assert play("estaminet-review/0", **told)["can_review"] is False


def test_the_find_is_the_decision_with_the_greatest_rise_but_for_what_was_drawn() -> None:
    assert play()["review"]["find"] == {"ply": 4, "kind": "draw", "gain": pytest.approx(0.09)}
    assert play(hinted=[[4], []])["review"]["find"] == {"ply": 8, "kind": "draw", "gain": pytest.approx(0.05)}
    assert play(hinted=[[4, 8], []])["review"]["find"] is None, "a rise of one point may be the estimate's error"


def test_the_average_loss_is_that_of_own_decisions() -> None:
    assert play()["review"]["loss"] == pytest.approx(0.06)


def test_who_the_others_were_is_told_with_their_best_score() -> None:
    seats = [{"name": name, "level": level} for name, level in (("Bert", None), ("Anna", None), ("", "king"))]
    game = play(people=["bert", "anna", None], seats=seats, scores=[9, 4, 11], hinted=[[], [], []])
    assert (game["score"], game["best_other"], game["reason"]) == (4, 11, "finished")
    bert, house = game["opponents"]
    assert (bert["name"], bert["level"], house) == ("Bert", None, {"name": "", "level": "king", "author": None})
    assert bert["author"] not in (None, "bert"), "nobody learns who somebody is"


def test_somebody_is_the_same_under_another_name_and_another_reader_cannot_tell() -> None:
    seats = [{"name": "Anna", "level": None}, {"name": "Bertram", "level": None}]
    found = [play(people=["anna", other], seats=seats)["opponents"][0]["author"] for other in ("bert", "bert", "berta")]
    assert found[0] == found[1] != found[2]
    summary: dict[str, object] = {"game": "poule", "people": ["carl", "bert"], "seats": seats, "winners": [0]}
    carls = cast("Json", describe_game(FinishedGame("t", summary, 5, None), "carl"))
    assert carls["opponents"][0]["author"] not in found


def test_a_place_among_games_is_read_as_it_was_told() -> None:
    place = Place(17, "device-a_B-9")
    assert Place.read(str(place)) == place
    for text in ("", "17", "17.", ".a", "x.a", "1.a b", "9" * 20 + ".a", "1." + "a" * 61, "１.a"):
        with raises_code("message.invalid"):
            Place.read(text)
