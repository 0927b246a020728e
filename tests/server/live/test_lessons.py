"""A first lesson comes whole, as its learner sees it; then the learner goes on at a table with that very game."""

import pytest

import estaminet
from estaminet.engine.game import Lesson
from tests.server.conftest import Meet
from tests.server.people import Refused, Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
LEARNED = ["poule", "reeperbahn", "nuit"]


def lesson_of(game: str) -> Lesson:
    lesson = estaminet.game(game).lesson
    assert lesson is not None
    return lesson


def go_on(person: Visitor, game: str) -> str:
    table: str = person.post(f"/api/tables/lessons/{game}")["id"]
    return table


@pytest.mark.parametrize("game", LEARNED)
def test_a_lesson_comes_whole_with_what_is_legal_wherever_the_learner_acts(
    game: str, server: RunningServer, meet: Meet
) -> None:
    lesson, sent = lesson_of(game), meet(server, "Anna").get(f"/api/games/{game}/lesson")
    assert [frame["action"] for frame in sent["frames"]] == ["", *lesson.actions]
    assert [(step["at"], step["key"]) for step in sent["steps"]] == list(lesson.steps)
    for frame, wanted in zip(sent["frames"], lesson.actions, strict=False):
        view = frame["view"]
        assert view["seat"] == sent["seat"] == lesson.seat
        assert (wanted in view["legal"]) == (view["to_move"] == lesson.seat)


def test_nobody_has_to_be_known_to_learn(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    anna.http.cookies.clear()
    assert anna.get("/api/games/poule/lesson")["game"] == "poule"


def test_a_lesson_is_packed_for_whoever_can_unpack_it(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    plain, packed = (
        anna.http.get("/api/games/nuit/lesson", headers={"Accept-Encoding": encoding})
        for encoding in ("identity", "gzip")
    )
    assert plain.json() == packed.json()
    assert int(packed.headers["content-length"]) < 10_000 < int(plain.headers["content-length"])


@pytest.mark.parametrize("game", LEARNED)
def test_whoever_has_learned_goes_on_with_that_very_game(game: str, server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = go_on(anna, game)
    line = anna.sit_live(table)
    while line.update.get("view") is None or not line.update["view"]["legal"]:
        line.next_update()
    moves = [event["text"] for event in anna.watch(table)["events"] if event["kind"] == "moved"]
    assert moves[: len(lesson_of(game).actions)] == list(lesson_of(game).actions)
    assert line.update["you"]["seats"] == [lesson_of(game).seat]
    line.send("move", number=line.update["number"], action=line.update["view"]["legal"][0])
    line.next_update()


def test_the_record_of_a_game_from_a_lesson_claims_no_fair_deal(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = go_on(anna, "reeperbahn")
    assert anna.command(table, "resign")["table"]["proof"] is None
    assert "fairness" not in anna.get(f"/api/tables/{table}/record")


def test_a_rematch_after_a_lesson_has_a_drawn_deal(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = go_on(anna, "reeperbahn")
    anna.command(table, "resign")
    rematch = anna.post(f"/api/tables/{table}/rematch")["id"]
    anna.command(rematch, "sit")
    anna.command(rematch, "start")
    anna.command(rematch, "resign")
    assert anna.get(f"/api/tables/{rematch}/record")["fairness"]


@pytest.mark.parametrize("way", ["get /api/games/nothing/lesson", "post /api/tables/lessons/nothing"])
def test_a_game_that_is_not_there_has_no_lesson(way: str, server: RunningServer, meet: Meet) -> None:
    method, path = way.split()
    with pytest.raises(Refused) as refused:
        getattr(meet(server, "Anna"), method)(path)
    assert refused.value.status == 404
