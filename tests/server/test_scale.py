"""Two processes on one PostgreSQL are one server. Tables have a home, events cross over, a dead process is replaced."""

import random
import re
from collections.abc import Iterator

import httpx
import pytest

from tests.server.conftest import Meet
from tests.server.games import play_on
from tests.server.pairs import OFTEN, agreed_log, knows, run_pair, wait_until
from tests.server.people import Json, Line, Refused, Visitor
from tests.server.postgres import Postgres
from tests.server.servers import RunningServer

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
PLAN = {"options": {"rounds": 1}}


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[list[RunningServer]]:
    """Two processes; whoever kills one starts it again."""
    with run_pair(tmp_path_factory.mktemp("scale"), postgres.make_database(), OFTEN) as servers:
        yield servers


def set_up_at(home: RunningServer, owner: Visitor, seats: list[str], **plan: object) -> Json:
    """A table whose home is this process: its id decides, so it may take some."""
    while True:
        table = owner.set_up("poule", seats, **{**PLAN, **plan})
        if (table["home"] or owner.url) == home.url:
            return table


def begin(table: Json, people: list[Visitor]) -> list[Line]:
    """Seat everybody and start; their live lines."""
    for number, each in enumerate(people, 1):
        each.command(table["id"], "sit", invitation=table["invitation"])
        assert each.watch(table["id"])["number"] >= number
    people[0].command(table["id"], "start")
    lines = [each.sit_live(table["id"]) for each in people]
    for line in lines:
        line.until(len(people) + 1)
    return lines


def play_with_house(lines: dict[int, Line], rng: random.Random) -> Json:
    """People on some seats, house players on the others, until the game is over; the last update."""
    number = 0
    while True:
        for line in lines.values():
            update = line.until(number)
        if update["table"]["status"] == "over":
            return update
        number = max(line.update["number"] for line in lines.values())
        mover = lines.get(update["view"]["to_move"])
        if mover is not None and mover.until(number)["view"]["legal"]:
            mover.send("move", number=number, action=rng.choice(mover.update["view"]["legal"]))
        number += 1


def measure(server: RunningServer, metric: str) -> float:
    """A number that the server keeps of itself, over all labels."""
    text = httpx.get(f"{server.url}/metrics").text
    return sum(float(value) for value in re.findall(rf"^{metric}(?:{{.*}})? (.*)$", text, re.MULTILINE))


def test_nothing_crosses_when_all_are_at_the_home_of_their_table(pair: list[RunningServer], meet: Meet) -> None:
    home, other = pair
    anna, bert = meet(home, "Anna"), meet(home, "Bert")
    table = set_up_at(home, anna, ["me", "open"])
    assert anna.get(f"/api/tables/{table['id']}/home") == {"url": ""}
    assert meet(other).get(f"/api/tables/{table['id']}/home") == {"url": home.url}
    lines = begin(table, [anna, bert])
    before = [measure(server, "estaminet_crossings_total") for server in pair]
    assert play_on(lines, random.Random(1))["table"]["status"] == "over"
    assert [measure(server, "estaminet_crossings_total") for server in pair] == before


def test_players_on_different_processes_see_every_move_of_each_other(pair: list[RunningServer], meet: Meet) -> None:
    home, other = pair
    anna, bert = meet(home, "Anna"), meet(other, "Bert")
    table = set_up_at(home, anna, ["me", "open"])
    lines = begin(table, [anna, bert])
    before = [measure(server, "estaminet_crossings_total") for server in pair]
    end = play_on(lines, random.Random(2))
    assert end["table"]["outcome"]["reason"] == "finished"
    assert lines[1].update["view"]["scores"] == end["view"]["scores"]
    assert all(measure(server, "estaminet_crossings_total") > was for server, was in zip(pair, before, strict=True))
    strangers = [meet(server) for server in pair]
    assert len(agreed_log(table["id"], strangers)) == end["number"]
    assert strangers[0].get(f"/api/tables/{table['id']}/record") == strangers[1].get(
        f"/api/tables/{table['id']}/record"
    )


def test_the_home_alone_thinks_for_a_house_player_and_each_turn_is_played_once(
    pair: list[RunningServer], meet: Meet
) -> None:
    home, other = pair
    anna, bert = meet(other, "Anna"), meet(other, "Bert")
    table = set_up_at(home, anna, ["me", "host", "open"])
    before = [measure(server, "estaminet_house_seconds_count") for server in pair]
    first, last = begin(table, [anna, bert])
    play_with_house({0: first, 2: last}, random.Random(3))
    moves = [event for event in agreed_log(table["id"], [meet(server) for server in pair]) if event["kind"] == "moved"]
    record = anna.get(f"/api/tables/{table['id']}/record")
    assert record["actions"] == [event["text"] for event in moves]
    assert anna.post("/api/verify", record)["is_finished"]
    thought = sum(event["seat"] == 1 for event in moves)
    assert thought > 5
    after = [measure(server, "estaminet_house_seconds_count") for server in pair]
    assert after[0] - before[0] >= thought
    assert after[1] == before[1]


def test_a_database_that_goes_away_for_a_moment_costs_typed_errors_and_nothing_else(
    pair: list[RunningServer], meet: Meet, postgres: Postgres
) -> None:
    home, other = pair
    anna = meet(other, "Anna")
    table = set_up_at(home, anna, ["me", "host", "host"])
    (line,) = begin(table, [anna])
    while line.update["view"]["to_move"] != 0:
        line.next_update()
    number, action = line.update["number"], line.update["view"]["legal"][0]
    postgres.stop()
    try:
        line.send("move", number=number, action=action)
        refusal = line.receive()
        assert refusal["code"] == "server.store"
        with pytest.raises(Refused) as refused:
            anna.post("/api/me", {"name": "Annabel"})
        assert (refused.value.status, refused.value.code) == (503, "server.store")
        with pytest.raises(Refused) as refused:
            anna.command(table["id"], "move", number=number, action=action)
        assert (refused.value.status, refused.value.code) == (503, "server.store")
        assert all(httpx.get(f"{server.url}/healthz").json()["status"] == "down" for server in pair)
        watching = meet(home).sit_live(table["id"])
        assert watching.receive()["number"] == number
        watching.close()
    finally:
        postgres.start()
    for server in pair:
        server.ready()
    move_when_possible(line, number, action)
    play_with_house({0: line}, random.Random(4))
    log = agreed_log(table["id"], [meet(server) for server in pair])
    assert [event["text"] for event in log if event["number"] == number + 1] == [action]


def move_when_possible(line: Line, number: int, action: str) -> None:
    """Again and again until the server has its database back."""
    while line.update["number"] == number:
        line.send("move", number=number, action=action)
        message = line.receive()
        assert message["type"] == "update" or message["code"] == "server.store", message


def test_a_process_that_dies_hands_its_tables_over(pair: list[RunningServer], meet: Meet) -> None:
    home, other = pair
    anna, bert = meet(other, "Anna"), meet(other, "Bert")
    on_time = set_up_at(home, anna, ["me", "open"], clock={"kind": "game", "seconds": 10}, at_zero="loss")
    slow = begin(on_time, [anna, bert])[0]
    with_house = set_up_at(home, anna, ["me", "host", "open"])
    first, last = begin(with_house, [anna, bert])
    unwatched = set_up_at(home, anna, ["me", "host"])
    (line,) = begin(unwatched, [anna])
    while line.update["view"]["to_move"] != 0:
        line.next_update()
    line.close()
    home.kill()
    moved = anna.command(unwatched["id"], "move", number=line.update["number"], action=line.update["view"]["legal"][0])
    assert moved["view"]["to_move"] == 1
    wait_until(lambda: anna.get(f"/api/tables/{with_house['id']}/home") == {"url": ""})
    play_with_house({0: first, 2: last}, random.Random(5))
    wait_until(lambda: anna.watch(unwatched["id"])["number"] > moved["number"])
    while slow.update["table"]["status"] == "playing":
        slow.next_update()
    loser = slow.update["view"]["to_move"]
    assert slow.update["table"]["outcome"] == {"reason": "time", "winners": [1 - loser]}
    assert [event["kind"] for event in anna.watch(on_time["id"])["events"]].count("flagged") == 1

    home.start().ready()
    wait_until(lambda: knows(home, other) and knows(other, home))
    table = set_up_at(home, anna, ["me", "host"])
    (line,) = begin(table, [anna])
    assert play_with_house({0: line}, random.Random(6))["table"]["outcome"]["reason"] == "finished"
