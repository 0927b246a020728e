"""Fair by address first, then by person: names are free, so a crowd of them gets no more than one neighbour does."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import Meet
from tests.server.people import Line, Refused, Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
ELSEWHERE = "192.0.2.66"
CROWD = 12


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with as few threads as it ever takes by itself."""
    with RunningServer(tmp_path, thinking=2, change="") as running:
        yield running
        assert "traceback" not in running.log().lower()
        assert ELSEWHERE not in running.log()


def come_from_elsewhere(visitor: Visitor) -> Visitor:
    visitor.http.headers["X-Forwarded-For"] = ELSEWHERE
    return visitor


def set_up_kings(mallory: Visitor) -> None:
    """A table where kings have long to think: three of them, one after the other."""
    table = mallory.set_up("poule", ["me", "king", "king", "king"])["id"]
    mallory.command(table, "sit")
    mallory.command(table, "start")
    while (update := mallory.watch(table))["view"]["to_move"] == 0:
        mallory.command(table, "move", number=update["number"], action=update["view"]["legal"][0])


def play_until_the_house_is_to_move(line: Line) -> None:
    while line.update["view"]["to_move"] == 0:
        line.ask("move", number=line.update["number"], action=line.update["view"]["legal"][0])


def wait_for_turn(line: Line) -> None:
    while line.update["view"]["to_move"] != 0:
        line.next_update()


def count_moves_elsewhere(server: RunningServer, table: str) -> int:
    (found,) = server.query("SELECT count(*) FROM events WHERE kind = 'moved' AND table_id != ?", table)
    return int(found[0])


def count_waiting(server: RunningServer) -> float:
    found = re.search(r"^estaminet_house_waiting (.*)$", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    assert found
    return float(found[1])


def test_a_crowd_of_names_does_not_keep_anybody_elses_apprentice_or_hint(server: RunningServer, meet: Meet) -> None:
    """With a turn for each name, the crowd would think at every table of theirs before Anna's apprentice does."""
    anna = meet(server, "Anna")
    table = anna.set_up("reeperbahn", ["me", "apprentice"])["id"]
    anna.command(table, "sit")
    anna.command(table, "start")
    line = anna.sit_live(table)
    line.next_update()
    wait_for_turn(line)
    for _ in range(CROWD):
        set_up_kings(come_from_elsewhere(meet(server, "Mallory")))
    server.wait(lambda: count_waiting(server) >= CROWD // 2, "have the crowd wait")
    before = count_moves_elsewhere(server, table)
    play_until_the_house_is_to_move(line)
    wait_for_turn(line)
    assert count_moves_elsewhere(server, table) - before < CROWD // 2
    before = count_moves_elsewhere(server, table)
    assert anna.post(f"/api/tables/{table}/advice")["suggestions"]
    assert count_moves_elsewhere(server, table) - before < CROWD // 2
    assert count_waiting(server), "the crowd still does"


def list_public(server: RunningServer, limit: int) -> list[str]:
    return [each["id"] for each in httpx.get(f"{server.url}/api/tables", params={"limit": limit}).json()]


def set_up_public(visitor: Visitor) -> str:
    table: str = visitor.set_up("poule", ["open", "open"], is_public=True)["id"]
    return table


def test_one_person_has_few_tables_in_the_public_list_and_lifts_none(server: RunningServer, meet: Meet) -> None:
    mallory = meet(server, "Mallory")
    first = set_up_public(meet(server, "Anna"))
    floods = [set_up_public(mallory) for _ in range(8)]
    assert list_public(server, 5) == [*floods[:-4:-1], first]
    second = set_up_public(meet(server, "Bert"))
    for table in floods:
        mallory.command(table, "sit")
    assert list_public(server, 5) == [second, *floods[:-4:-1], first], "ordered as they were set up"
    for table in floods:
        mallory.command(table, "leave")
    assert list_public(server, 9) == [second, *floods[:-4:-1], first], "tables that nobody has are few, too"


def test_a_crowd_of_names_at_one_address_does_not_fill_the_public_list(server: RunningServer, meet: Meet) -> None:
    first = set_up_public(meet(server, "Anna"))
    floods = [set_up_public(come_from_elsewhere(meet(server, "Mallory"))) for _ in range(10)]
    assert list_public(server, 4) == [*floods[:-4:-1], first], "as many of one address as of another, then the newest"
    assert len(list_public(server, 20)) == 11, "where there is room, all are shown"
    shown = [each["id"] for each in meet(server).get("/api/welcome")["waiting"]]
    assert first in shown


def test_one_person_does_not_take_all_new_tables_of_a_household(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path, tables=4) as server:
        anna, bert = meet(server, "Anna"), meet(server, "Bert")
        for _ in range(2):
            set_up_public(anna)
        with pytest.raises(Refused, match=r"429.*rate\.exceeded"):
            set_up_public(anna)
        for _ in range(2):
            set_up_public(bert)
        with pytest.raises(Refused, match=r"429.*rate\.exceeded"):
            set_up_public(meet(server, "Carl"))
