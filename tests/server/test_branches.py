"""What if: a game that is over goes another way, for whoever tries it; nothing is learned of one that goes on."""

import random

import pytest

import estaminet
from estaminet.server.live.branches import plan_seats
from estaminet.server.rules.plan import HouseSeat
from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.people import Json, Refused, Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.usefixtures("clean_log")


def finished(server: RunningServer, meet: Meet) -> tuple[str, Visitor, Visitor]:
    """A game that is over, and the two people who have played it."""
    table, lines = seat_two(server, meet)
    play_on(lines, random.Random(3))
    return table, lines[0].visitor, lines[1].visitor


def branch(visitor: Visitor, **plan: object) -> str:
    table: str = visitor.post("/api/branches", {"at": 10, "level": "guest", **plan})["id"]
    return table


def play_to_end(visitor: Visitor, table: str) -> Json:
    """Take the last of what is possible until the game is over."""
    line = visitor.sit_live(table, changes=False)
    update = line.next_update()
    while update["table"]["status"] == "playing":
        if update["view"]["to_move"] in update["you"]["seats"]:
            line.send("move", number=update["number"], action=update["view"]["legal"][-1])
        update = line.next_update()
    return update


def refused(work: object, *arguments: object, **plan: object) -> str:
    with pytest.raises(Refused) as info:
        work(*arguments, **plan)  # type: ignore[operator]  # a function
    return info.value.code


def test_whoever_is_to_act_acts_otherwise_and_the_house_plays_the_others(server: RunningServer, meet: Meet) -> None:
    table, anna, _bert = finished(server, meet)
    record = anna.get(f"/api/tables/{table}/record")
    other = branch(anna, table=table)
    update = anna.watch(other)
    mover = estaminet.game("poule").start(2, options=record["options"], deal=record["deal"]).to_move
    assert update["table"]["opening"] == {
        "kind": "branch", "source": table, "actions": 10, "is_imagined": False, "title": ""
    }  # fmt: skip
    (seat,) = update["you"]["seats"]
    assert mover is not None
    assert (update["view"]["ply"], update["view"]["to_move"]) == (10, seat)
    assert update["table"]["seats"][1 - seat]["level"] == "guest"
    assert update["table"]["is_practice"]
    end = play_to_end(anna, other)
    again = anna.get(f"/api/tables/{other}/record")
    assert (again["actions"][:10], again["deal"]) == (record["actions"][:10], record["deal"])
    assert end["table"]["outcome"]["reason"] == "finished"
    assert "fairness" not in again


def test_hidden_cards_are_imagined_from_what_the_seat_has_seen(server: RunningServer, meet: Meet) -> None:
    table, anna, _bert = finished(server, meet)
    other = branch(anna, table=table, worlds="imagined", at=4)
    (seat,) = anna.watch(other)["you"]["seats"]
    anna.command(other, "resign")
    records = [anna.get(f"/api/tables/{each}/record") for each in (table, other)]
    assert records[0]["deal"] != records[1]["deal"]
    seen = []
    for record in records:
        position = estaminet.game("poule").start(2, options=record["options"], deal=record["deal"])
        for action in records[0]["actions"][:4]:
            position.play(action)
        seen.append(position.known_to(seat).tobytes())
    assert seen[0] == seen[1]


def test_a_branch_has_branches_and_a_name_and_the_record_keeps_them(server: RunningServer, meet: Meet) -> None:
    table, anna, bert = finished(server, meet)
    first = branch(anna, table=table)
    anna.command(first, "name_branch", name="  a  bold\u202e start ")
    play_to_end(anna, first)
    second = branch(anna, table=first, at=14)
    play_to_end(anna, second)
    third = branch(anna, table=table, at=0, worlds="imagined")
    tree = anna.get("/api/branches", source=second)
    assert [(each["id"], each["source"], each["at"]) for each in tree if each["id"] != third] == [
        (first, table, 10), (second, first, 14)
    ]  # fmt: skip
    assert {each["id"]: each["title"] for each in tree}[first] == "a bold start"
    assert {each["id"]: each["status"] for each in tree}[third] == "playing"
    record = anna.http.get(f"/api/tables/{table}/record?variations=true").text
    (variation,) = estaminet.read_record(record).variations
    estaminet.read_record(record).replay()
    assert (variation.name, variation.at, variation.variations[0].at) == ("a bold start", 10, 14)
    # What somebody tries is theirs alone.
    assert bert.get("/api/branches", source=table) == []
    assert "variations" not in bert.get(f"/api/tables/{table}/record", variations=True)
    assert refused(bert.command, first, "name_branch", name="mine") == "branch.foreign"
    assert refused(anna.command, table, "name_branch", name="no branch") == "branch.foreign"
    assert refused(anna.command, first, "name_branch", name="x" * 61) == "name.invalid"


def test_branches_are_in_no_list_of_games_and_go_when_they_are_not_wanted(server: RunningServer, meet: Meet) -> None:
    table, anna, bert = finished(server, meet)
    first = branch(anna, table=table)
    play_to_end(anna, first)
    second = branch(anna, table=first, at=11)
    assert [each["id"] for each in anna.get("/api/me/tables")] == [table]
    assert anna.get("/api/welcome")["mine"] == []
    assert [each["table"] for each in anna.get("/api/me/play")["games"]] == [table]
    assert refused(bert.delete, f"/api/branches/{first}") == "branch.foreign"
    assert refused(anna.delete, f"/api/branches/{table}") == "branch.foreign"
    anna.delete(f"/api/branches/{first}")
    assert anna.get("/api/branches") == []
    assert anna.watch(second)["table"]["outcome"]["reason"] == "left"


def test_nothing_is_learned_of_a_game_that_goes_on(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    play_on(lines, random.Random(3), moves=6)
    anna, carl = lines[0].visitor, meet(server, "Carl")
    for visitor in (anna, carl):
        for worlds in ("real", "imagined"):
            assert refused(branch, visitor, table=table, at=2, worlds=worlds) == "table.unfinished"
    first = branch(anna, record=record_of(20), at=3)
    assert refused(branch, anna, table=first, at=1) == "table.unfinished"
    assert refused(branch, meet(server), table=table, at=2) == "person.unknown"


def record_of(length: int, **members: object) -> Json:
    position = estaminet.game("poule").start(2, seed=4, options={"rounds": 1})
    while not position.is_over and len(position.history) < length:
        position.play(position.legal()[0])
    data = estaminet.Record.of(position).to_data() | {"names": ["Vera", "king"], "characters": [None, "odile"]}
    return {**data, **members}


def nested(depth: int) -> object:
    found: list[object] = []
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"record": record_of(1000), "at": 1000}, "record.invalid"),
        ({"record": record_of(1000), "at": len(record_of(1000)["actions"])}, "branch.none"),
        ({"record": record_of(20, actions=["pass"] * 10_000), "at": 9000}, "record.invalid"),
        ({"record": record_of(20, actions=["nonsense"] * 20)}, "record.invalid"),
        ({"record": record_of(20, deal={})}, "deal.invalid"),
        ({"record": record_of(20, game="chess")}, "game.unknown"),
        ({"record": record_of(20, variations=nested(300))}, "record.invalid"),
        ({"record": record_of(20, names=nested(300), characters={"a": 1}), "at": -1}, "message.invalid"),
        ({"record": record_of(20), "table": "x"}, "message.invalid"),
        ({}, "message.invalid"),
        ({"table": "nowhere"}, "table.unknown"),
        ({"record": record_of(20), "worlds": "true"}, "message.invalid"),
        ({"record": record_of(20), "seat": 1}, "message.invalid"),
    ],
)
def test_what_cannot_be_is_refused(server: RunningServer, meet: Meet, plan: Json, code: str) -> None:
    assert refused(branch, meet(server, "Anna"), **plan) == code


def test_a_branch_of_a_record_is_found_by_what_was_played(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    record = record_of(30, names=nested(300), characters=["odile", "odile"])
    tables = [anna.post("/api/branches", {"record": each, "at": 10})["id"] for each in (record, record_of(30))]
    tree = anna.get("/api/branches")
    assert [each["id"] for each in tree] == tables
    assert len({each["source"] for each in tree}) == 1
    assert anna.get("/api/branches", source=tree[0]["source"]) == tree
    (own,) = anna.watch(tables[1])["you"]["seats"]
    other = anna.watch(tables[1])["table"]["seats"][1 - own]
    # The house plays as it played; for a person it plays well.
    assert (other["level"], other["character"] == "odile") == (("king", True) if own == 0 else ("host", False))


def test_whoever_of_the_house_had_the_seat_sits_nowhere_else() -> None:
    members = {"names": ["Vera", "host", "host"], "characters": [None, "emil", "felix"]}
    first, own, last = plan_seats(members, 3, 1, None)
    assert isinstance(first, HouseSeat)
    assert isinstance(last, HouseSeat)
    assert (own.kind, last.character) == ("me", "felix")
    assert first.character not in {None, "emil", "felix"}


@pytest.mark.parametrize("deep", ["[", '{"variations":[{"at":0,"actions":[],"variations":'])
def test_what_lies_too_deep_is_refused(server: RunningServer, meet: Meet, deep: str) -> None:
    anna = meet(server, "Anna")
    text = '{"at": 1, "record": {"variations": ' + deep * 5000
    for body in (text, text + "1" + "".join({"[": "]", "{": "}"}.get(each, "") for each in reversed(text))):
        response = anna.http.post("/api/branches", content=body, headers={"Content-Type": "application/json"})
        assert response.status_code in (422, 413), response.text
        assert response.json()["code"] in ("message.invalid", "message.too_large", "record.invalid")
