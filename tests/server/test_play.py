"""Whole games at a table, over real sockets: from setting it up to the record."""

import random

import pytest

import estaminet
from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.people import Refused
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled


def test_two_people_play_a_game_to_its_end_and_the_record_proves_the_deal(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    end = play_on(lines, random.Random(1))
    assert end["table"]["outcome"]["reason"] == "finished"
    visitor = meet(server)
    record = visitor.get(f"/api/tables/{table}/record")
    assert record["fairness"]["commitment"] == end["table"]["commitment"]
    assert record["fairness"]["salts"] == ["annas-salt", "berts-salt"]
    assert visitor.post("/api/verify", record)["is_finished"]
    assert (
        estaminet.read_record(visitor.http.get(f"/api/tables/{table}/record").text).replay().winners()
        == record["winners"]
    )


def test_house_players_play_by_themselves(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("nuit", ["regular", "regular", "me"])["id"]
    anna.command(table, "sit")
    line = anna.sit_live(table)
    line.until(1)
    line.send("start")
    rng = random.Random(2)
    while line.next_update()["table"]["status"] != "over":
        view = line.update["view"]
        if view and view["to_move"] == 2:
            line.send("move", number=line.update["number"], action=rng.choice(view["legal"]))
    assert line.update["table"]["outcome"]["reason"] == "finished"


def test_a_stale_move_is_refused_and_a_repeated_one_is_recognised(server: RunningServer, meet: Meet) -> None:
    _, lines = seat_two(server, meet)
    mover = lines[lines[0].update["view"]["to_move"]]
    action, number = mover.update["view"]["legal"][0], mover.update["number"]
    mover.ask("move", number=number, action=action)
    mover.send("move", number=number, action=action)
    assert mover.next_update()["number"] == number + 1
    with pytest.raises(Refused, match=r"move\.stale"):
        mover.ask(
            "move",
            number=number,
            action=mover.update["view"]["legal"][0] if mover.update["view"]["legal"] else "pass",
        )
