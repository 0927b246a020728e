"""A first lesson at a table: a prepared deal, house players that do as it says, and then a game like any other."""

import pytest

from tests.table.conftest import Meet
from tests.table.people import Json, Line, Refused, Visitor
from tests.table.running import RunningServer

pytestmark = pytest.mark.compiled


def begin(person: Visitor, game: str) -> str:
    table: str = person.post(f"/api/tables/lessons/{game}")["id"]
    person.command(table, "sit")
    person.command(table, "start")
    return table


def my_turn(line: Line) -> Json:
    while line.update.get("view") is None or not line.update["view"]["legal"]:
        line.next_update()
    return line.update


def follow(line: Line, steps: int) -> list[str]:
    """Do what is wanted so often; what was said then."""
    said = []
    for _ in range(steps):
        update = my_turn(line)
        lesson, ply = update["table"]["lesson"], update["view"]["ply"]
        said.append(next(step["key"] for step in reversed(lesson["steps"]) if step["at"] <= ply))
        line.send("move", number=update["number"], action=lesson["next"])
        line.next_update()
    return said


@pytest.mark.parametrize("game", ["poule", "reeperbahn", "nuit"])
def test_whoever_does_as_told_hears_every_step_and_then_plays_on(game: str, server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    line = anna.sit_live(begin(anna, game))
    keys = [step["key"] for step in my_turn(line)["table"]["lesson"]["steps"]]
    said: list[str] = []
    while my_turn(line)["table"]["lesson"]["next"]:
        said += follow(line, 1)
    assert list(dict.fromkeys(said)) == keys[:-1]
    update = my_turn(line)
    line.send("move", number=update["number"], action=update["view"]["legal"][0])
    line.next_update()


def test_whoever_does_something_else_plays_a_game_like_any_other(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    line = anna.sit_live(begin(anna, "poule"))
    update = my_turn(line)
    line.send("move", number=update["number"], action="stall I a1")
    line.next_update()
    assert my_turn(line)["table"]["lesson"]["next"] is None


def test_taking_back_leads_back_into_the_lesson(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    line = anna.sit_live(begin(anna, "poule"))
    line.send("move", number=my_turn(line)["number"], action="stall I a1")
    line.next_update()
    my_turn(line)
    line.send("undo", number=line.update["number"])
    while line.update["view"]["ply"]:
        line.next_update()
    assert line.update["table"]["lesson"]["next"] == "draw"


def test_the_record_of_a_lesson_claims_no_fair_deal(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = begin(anna, "reeperbahn")
    assert anna.command(table, "resign")["table"]["proof"] is None
    assert "fairness" not in anna.get(f"/api/tables/{table}/record")


def test_a_rematch_after_a_lesson_is_a_game_with_a_drawn_deal(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = begin(anna, "reeperbahn")
    anna.command(table, "resign")
    rematch = anna.post(f"/api/tables/{table}/rematch")["id"]
    assert anna.watch(rematch)["table"]["lesson"] is None


def test_a_lesson_goes_on_after_the_server_was_started_anew(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = begin(anna, "poule")
    follow(anna.sit_live(table), 3)
    server.stop()
    server.start()
    assert my_turn(anna.sit_live(table))["table"]["lesson"]["next"] == "draw"


def test_a_game_without_a_lesson_says_so(server: RunningServer, meet: Meet) -> None:
    with pytest.raises(Refused) as refused:
        meet(server, "Anna").post("/api/tables/lessons/nothing")
    assert refused.value.status == 404
