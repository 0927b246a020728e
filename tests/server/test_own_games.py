"""All finished games of somebody, page by page and as one file: theirs, each once, and nobody else's."""

import json
from pathlib import Path

import httpx
import pytest

from estaminet.engine.fairness import verify
from estaminet.engine.record import parse_line
from estaminet.games import REGISTRY
from tests.server.conftest import Meet
from tests.server.people import Json, Refused, Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled


def finish(anna: Visitor, bert: Visitor | None = None, game: str = "reeperbahn") -> str:
    """A game that Anna gives up after a few moves."""
    table = anna.set_up(game, ["me", "open" if bert else "apprentice"])
    anna.command(table["id"], "sit")
    if bert:
        bert.command(table["id"], "sit", invitation=table["invitation"])
    anna.command(table["id"], "start")
    anna.command(table["id"], "resign")
    found: str = table["id"]
    return found


def read_pages(visitor: Visitor, limit: int) -> list[Json]:
    """Every page, the latest games first."""
    pages = [visitor.get("/api/me/play", limit=limit)]
    while pages[-1]["next"]:
        pages.append(visitor.get("/api/me/play", limit=limit, before=pages[-1]["next"]))
    return pages


def read_lines(visitor: Visitor, **query: object) -> list[Json]:
    answer = visitor.http.get("/api/me/records", params={name: str(value) for name, value in query.items()})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/jsonl")
    return [json.loads(line) for line in answer.text.splitlines()]


def test_pages_have_every_game_once_the_latest_first(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    tables = [finish(anna, bert) for _ in range(5)]
    # Two that ended in the same moment are still told apart.
    for table in tables[:3]:
        server.query("UPDATE tables SET touched = 1000 WHERE id = ?", table)
    pages = read_pages(anna, 2)
    assert [len(page["games"]) for page in pages] == [2, 2, 1]
    assert {page["total"] for page in pages} == {5}
    told = [game["table"] for page in pages for game in page["games"]]
    assert sorted(told) == sorted(tables)
    assert told[:2] == [tables[4], tables[3]]
    game = pages[0]["games"][0]
    assert [each["name"] for each in game["opponents"]] == ["Bert"]
    assert (game["reason"], game["share"]) == ("resigned", 0.0)


def test_several_seats_are_no_game_of_ones_own_and_count_as_looked_at(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("reeperbahn", ["me", "local:Emil"])
    anna.command(table["id"], "sit")
    anna.command(table["id"], "start")
    anna.command(table["id"], "resign", seat=0)
    page = anna.get("/api/me/play")
    assert (page["games"], page["looked_at"], page["total"], page["next"]) == ([], 1, 1, None)
    assert [line["yours"] for line in read_lines(anna)] == [[0, 1]]


@pytest.mark.parametrize(
    "query", [{"limit": 0}, {"limit": 201}, {"limit": "x"}, {"before": "x"}, {"before": "a" * 999}]
)
def test_no_page_is_larger_and_no_place_made_up(server: RunningServer, meet: Meet, query: Json) -> None:
    with pytest.raises(Refused, match=r"message\.invalid"):
        meet(server, "Anna").get("/api/me/play", **query)


def test_a_place_of_somebody_else_shows_ones_own_games_alone(server: RunningServer, meet: Meet) -> None:
    anna, carl = meet(server, "Anna"), meet(server, "Carl")
    finish(anna)
    last = finish(anna)
    (own,) = [finish(carl)]
    place = f"{anna.get('/api/me/play')['games'][0]['touched'] + 10**9}.{last}"
    assert [game["table"] for game in carl.get("/api/me/play", before=place)["games"]] == [own]


def test_a_file_has_every_record_with_whose_it_was(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    tables = [finish(anna, bert, "poule"), finish(anna, game="poule")]
    lines = read_lines(anna)
    assert [line["table"] for line in lines] == tables[::-1]
    assert [line["yours"] for line in lines] == [[0], [0]]
    assert lines[1]["names"] == ["Anna", "Bert"]
    assert [line["table"] for line in read_lines(bert)] == tables[:1]
    assert read_lines(bert)[0]["yours"] == [1]
    for line in lines:  # each is a record like any other
        assert verify(parse_line(json.dumps(line).encode()), REGISTRY.find).game == "poule"
        record = anna.get(f"/api/tables/{line['table']}/record")
        assert record == {name: value for name, value in line.items() if name not in ("table", "ended", "yours")}


def test_a_file_is_read_on_after_its_last_line(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    tables = [finish(anna) for _ in range(5)]
    found: list[str] = []
    before = ""
    for count in (2, 2, 1):
        lines = read_lines(anna, limit=2, **({"before": before} if before else {}))
        assert len(lines) == count
        found += [line["table"] for line in lines]
        before = f"{lines[-1]['ended']}.{lines[-1]['table']}"
    assert found == tables[::-1]
    assert read_lines(anna, before=before) == []


def test_a_damaged_table_is_left_out_of_the_file_and_none_stays_in_memory(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        anna = meet(server, "Anna")
        tables = [finish(anna) for _ in range(3)]
        server.stop()
        server.query("UPDATE tables SET terms = '{}' WHERE id = ?", tables[1])
        server.start()
        assert [line["table"] for line in read_lines(anna)] == [tables[2], tables[0]]
        metrics = httpx.get(f"{server.url}/metrics").text
        assert "estaminet_sessions 0.0" in metrics


@pytest.mark.usefixtures("clean_log")
def test_whoever_hangs_up_may_ask_again(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    tables = [finish(anna) for _ in range(3)]
    for _ in range(5):
        with anna.http.stream("GET", "/api/me/records", timeout=60) as broken:
            assert broken.status_code in (200, 429), "429 as long as the server has not noticed"
    server.wait(lambda: anna.http.get("/api/me/records").status_code == 200, "let go of what was held")
    assert [line["table"] for line in read_lines(anna)] == tables[::-1]


@pytest.mark.parametrize("path", ["/api/me/play", "/api/me/records"])
def test_nobody_is_told_who_is_not_known_and_no_bot_is(server: RunningServer, meet: Meet, path: str) -> None:
    anna = meet(server, "Anna")
    finish(anna)
    with pytest.raises(Refused, match=r"person\.unknown"):
        meet(server).get(path)
    token = anna.post("/api/me/token")["token"]
    with pytest.raises(Refused, match=r"person\.bot"):
        meet(server, token=token).get(path)
    anna.delete("/api/me")
    with pytest.raises(Refused, match=r"person\.unknown"):
        anna.get(path)
