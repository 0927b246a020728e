"""One table's log is damaged, one line's update cannot be written: everything else goes on as if nothing were."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.conftest import Meet
from tests.server.people import Refused
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
CLUMSY = (
    "from estaminet.server.live.session import Session\n"
    "honest = Session.update\n"
    "def update(self, watcher):\n"
    "    if self.state.seats[0].name == 'clumsy': raise RuntimeError('a fault of ours')\n"
    "    return honest(self, watcher)\n"
    "Session.update = update\n"
)


@pytest.fixture(scope="module")
def clumsy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that cannot write updates for the tables of one person."""
    with RunningServer(tmp_path_factory.mktemp("clumsy"), change=CLUMSY) as running:
        yield running


def test_a_damaged_log_hurts_nobody_else(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        anna = meet(server, "Anna")
        damaged, whole = (anna.set_up("poule", ["me", "apprentice"])["id"] for _ in range(2))
        for table in (damaged, whole):
            anna.command(table, "sit")
            anna.command(table, "start")
        server.stop()
        spoil = "UPDATE events SET text = 'castle', kind = 'moved', seat = 0 WHERE table_id = ? AND number = 2"
        server.query(spoil, damaged)
        server.start().ready()
        with pytest.raises(Refused, match=r"500.*table\.broken"):
            anna.watch(damaged)
        line = meet(server).sit_live(damaged)
        assert line.receive()["code"] == "table.broken"
        assert anna.watch(whole)["table"]["status"] == "playing"
        assert anna.post("/api/me", {"name": "Anne"}) == {"name": "Anne"}, "she can change her name"
        assert anna.watch(whole)["table"]["seats"][0]["name"] == "Anne"
        anna.delete("/api/me")
        assert meet(server).watch(whole)["table"]["outcome"]["reason"] == "left", "and leave for good"
        assert server.log().count("a table cannot be opened") == 1, "however often somebody asked"
        assert "traceback" not in server.log()


def test_a_line_whose_update_cannot_be_written_is_closed_and_not_silent(
    clumsy_server: RunningServer, meet: Meet
) -> None:
    anna, clumsy = meet(clumsy_server, "Anna"), meet(clumsy_server, "clumsy")
    line = clumsy.sit_live(clumsy.set_up("poule", ["me", "open"])["id"])
    with pytest.raises(ConnectionClosed) as closed:
        line.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1011
    assert anna.sit_live(anna.set_up("poule", ["me", "open"])["id"]).next_update()["number"] == 0
    assert "an update could not be written" in clumsy_server.log()


def test_whoever_leaves_for_good_is_forgotten(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        meet(server, "Anna").delete("/api/me")
        bert = meet(server, "Bert")
        assert server.query("SELECT name FROM people") == [("Bert",)]
        assert bert.get("/api/me") == {"name": "Bert"}


def test_one_address_brings_a_few_new_people_a_minute(tmp_path: Path, meet: Meet) -> None:
    def arrive(address: str) -> int:
        headers = {"X-Forwarded-For": address}
        return httpx.post(f"{server.url}/api/me", json={"name": "Anna"}, headers=headers).status_code

    with RunningServer(tmp_path, arrivals=3) as server:
        anna = meet(server, "Anna")
        assert [arrive("192.0.2.7") for _ in range(5)] == [200, 200, 200, 429, 429]
        assert arrive("192.0.2.8") == 200
        assert [anna.post("/api/me", {"name": f"Anna {each}"})["name"] for each in range(5)][-1] == "Anna 4"
