"""An installed game at a real server: every level of the house, one device for two, hints, undo, record and replay."""

import json
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from tests.server.people import Json, Line, Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled


@pytest.fixture
def anna(house: RunningServer) -> Iterator[Visitor]:
    visitor = Visitor(house.url, "Anna")
    yield visitor
    visitor.close()


def begin(visitor: Visitor, *seats: str) -> str:
    """A game that has started; its table."""
    table: str = visitor.set_up("connect_four", seats)["id"]
    visitor.command(table, "sit")
    visitor.command(table, "start")
    return table


def wait_for(line: Line, seat: int) -> Json:
    """What comes when it is the seat's turn, or when the game is over."""
    while True:
        update = line.receive()
        assert update["type"] == "update"
        if update["table"]["status"] == "over" or update["view"]["to_move"] == seat:
            return update


def move(visitor: Visitor, update: Json, action: str) -> Json:
    return visitor.command(update["table"]["id"], "move", number=update["number"], action=action)


def test_it_is_offered(anna: Visitor) -> None:
    offered = {game["name"]: game for game in anna.get("/api/games")}
    assert list(offered) == ["nuit", "poule", "reeperbahn", "connect_four"]
    game = offered["connect_four"]
    assert (game["title"], game["players"], game["options"]) == ("Connect four", [2], [])
    assert game["is_ready"]
    details = anna.get("/api/games/connect_four")
    assert details["actions"][3] == {"text": "drop d", "kind": "drop", "targets": ["column:d"]}
    assert details["log_keys"]["connect_four.drop"] == ["seat", "column"]
    assert {"name": "connect_four", "title": "Connect four", "players": [2]} in anna.get("/api/welcome")["games"]


def test_what_a_page_without_a_board_for_it_needs(anna: Visitor) -> None:
    details = anna.get("/api/games/connect_four")
    assert details["marks"] == ["X", "O"]
    assert details["sentences"]["connect_four.drop"] == "{seat} drops a disc into column {column}."
    table = begin(anna, "me", "local:Bert")
    update = move(anna, anna.get(f"/api/tables/{table}"), "drop d")
    drawings = [
        anna.get(f"/api/tables/{table}", drawing="true")["view"]["drawing"],
        first_message(anna, f"/api/tables/{table}/live?drawing=true")["view"]["drawing"],
    ]
    anna.command(table, "resign")
    record = anna.get(f"/api/tables/{table}/record")
    drawings.append(anna.post("/api/replay?drawing=true", record)["frames"][-1]["view"]["drawing"])
    assert drawings == [". . . . . . .\n" * 5 + ". . . X . . .\na b c d e f g"] * 3
    assert "drawing" not in update["view"]


def first_message(visitor: Visitor, path: str) -> Json:
    """What a live line says first."""
    with connect(visitor.url.replace("http", "ws", 1) + path, additional_headers={"Cookie": visitor.cookie}) as line:
        message: Json = json.loads(line.recv(timeout=60))
        return message


def test_its_board_is_described_to_those_who_write_a_client(anna: Visitor) -> None:
    schemas = anna.get("/api/openapi.json")["components"]["schemas"]
    boards = [each["$ref"].rpartition("/")[2] for each in schemas["ViewMessage"]["properties"]["board"]["anyOf"]]
    assert "columns" in schemas[boards[-1]]["properties"]


@pytest.mark.parametrize("level", ["apprentice", "regular", "host"])
def test_a_whole_game_against_the_house(anna: Visitor, level: str) -> None:
    table = begin(anna, "me", level)
    line = anna.sit_live(table, changes=False)
    update = wait_for(line, seat=0)
    while update["table"]["status"] == "playing":
        line.send("move", number=update["number"], action=update["view"]["legal"][-1])
        update = wait_for(line, seat=0)
    assert update["table"]["outcome"]["reason"] == "finished"
    record = anna.get(f"/api/tables/{table}/record")
    assert record["winners"] == update["table"]["outcome"]["winners"]
    assert anna.post("/api/verify", record)["is_finished"]


def test_the_king_answers(anna: Visitor) -> None:
    table = begin(anna, "me", "king")
    line = anna.sit_live(table, changes=False)
    update = wait_for(line, seat=0)
    line.send("move", number=update["number"], action="drop d")
    while len(discs(update)) < 2:
        update = wait_for(line, seat=0)
    assert sorted(discs(update)) == [0, 1]


def discs(update: Json) -> list[int]:
    """Whose they are, column by column."""
    return [seat for column in update["view"]["board"]["columns"].values() for seat in column]


def test_two_take_turns_on_one_device_and_take_a_move_back(anna: Visitor) -> None:
    table = begin(anna, "me", "local:Bert")
    update = move(anna, anna.get(f"/api/tables/{table}"), "drop d")
    assert (update["view"]["to_move"], update["you"]["can_undo"]) == (1, True)
    update = anna.command(table, "undo", number=update["number"])
    assert (update["view"]["to_move"], discs(update)) == (0, [])
    for column in "abababa":
        update = move(anna, update, f"drop {column}")
    assert update["table"]["outcome"] == {"reason": "finished", "winners": [0]}


def test_a_full_column_is_refused_with_its_rule(anna: Visitor) -> None:
    table = begin(anna, "me", "local:Bert")
    update = anna.get(f"/api/tables/{table}")
    for _ in range(6):
        update = move(anna, update, "drop c")
    line = anna.sit_live(table, changes=False)
    line.receive()
    line.send("move", number=update["number"], action="drop c")
    refusal = line.receive()
    assert (refusal["code"], refusal["rule"]) == ("action.illegal", "C2.2")
    assert refusal["sentence"] == "'drop c' is not possible: column c is full."


def test_the_house_gives_a_hint(anna: Visitor) -> None:
    table = begin(anna, "me", "apprentice")
    legal = anna.get(f"/api/tables/{table}")["view"]["legal"]
    advice = anna.post(f"/api/tables/{table}/advice")
    assert advice["suggestions"]
    assert {each["action"] for each in advice["suggestions"]} <= set(legal)
    assert sum(advice["win_shares"]) == pytest.approx(1)


def test_a_finished_game_is_replayed(anna: Visitor) -> None:
    table = begin(anna, "me", "local:Bert")
    update = anna.get(f"/api/tables/{table}")
    for column in "abababa":
        update = move(anna, update, f"drop {column}")
    frames = anna.post("/api/replay", anna.get(f"/api/tables/{table}/record"))["frames"]
    assert [frame["action"] for frame in frames] == ["", *(f"drop {column}" for column in "abababa")]
    assert [line["key"] for line in frames[-1]["lines"]] == ["connect_four.drop", "connect_four.wins"]
