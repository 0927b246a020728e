"""The bench of the table server: its client, its counting and its table, without a server and without a clock."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from bench.harness import A_SECOND, SECONDS, CannotMeasure, Peer, Row, Task
from bench.server import history
from bench.server.__main__ import FULL, SOURCE, Numbers, quantile, rows
from bench.server.client import HungUp, Line
from bench.server.load import Answer, Rally, come_from, count_lost
from bench.server.players import Failed, Guest, HouseTable, Member, Player, Table


class Wire(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def abort(self) -> None:
        pass


def frame(text: bytes, kind: int = 0x81) -> bytes:
    size = len(text)
    head = bytes([kind, size]) if size < 126 else bytes([kind, 126]) + size.to_bytes(2)
    return head + text


def on_a_line(talk: Callable[[Line, Wire, list[bytes]], None]) -> None:
    """Have a talk over a line whose other end has just agreed."""

    async def run() -> None:
        heard: list[bytes] = []
        line, wire = Line("ws://127.0.0.1:1/live?since=0", {"Cookie": "who=me"}), Wire()
        line.on_text = heard.append
        line.connection_made(wire)
        line.data_received(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")
        talk(line, wire, heard)

    asyncio.run(run())


def test_a_line_reads_frames_however_they_are_cut() -> None:
    texts = [b"short", b"x" * 3000, b""]
    stream = b"".join(map(frame, texts))

    def talk(line: Line, _wire: Wire, heard: list[bytes]) -> None:
        for begin in range(0, len(stream), 7):
            line.data_received(stream[begin : begin + 7])
        assert heard == texts
        assert (line.received, line.received_bytes) == (3, 3005)

    on_a_line(talk)


@pytest.mark.parametrize("size", [5, 125, 126, 3000])
def test_what_a_line_sends_is_masked_as_clients_must(size: int) -> None:
    def talk(line: Line, wire: Wire, _heard: list[bytes]) -> None:
        wire.written = b""
        line.send(b"y" * size)
        long = b"" if size < 126 else size.to_bytes(2)
        assert wire.written == bytes([0x81, 0x80 | min(size, 126)]) + long + bytes(4) + b"y" * size

    on_a_line(talk)


def test_a_ping_is_answered_and_a_close_is_an_error() -> None:
    def talk(line: Line, wire: Wire, _heard: list[bytes]) -> None:
        line.data_received(frame(b"are you there", 0x89))
        assert wire.written.endswith(b"are you there")
        with pytest.raises(HungUp, match="kind 8"):
            line.data_received(frame(b"\x03\xe9going away", 0x88))

    on_a_line(talk)


def update(number: int, *events: int, legal: tuple[str, ...] = ()) -> bytes:
    listed = [{"number": event} for event in events]
    members = {"view": {"legal": legal}, "table": {"status": "playing"}, "events": listed, "number": number}
    return orjson.dumps({"type": "update", **members})


def test_a_picture_that_leaves_out_an_event_is_counted_as_lost() -> None:
    guest = Guest(0)
    guest.hear(update(2, 1, 2))
    guest.hear(update(4, 3, 4))
    guest.hear(update(4))
    assert guest.gaps == 0
    guest.hear(update(6, 6))
    assert guest.gaps == 1


def test_a_refusal_ends_the_measurement() -> None:
    with pytest.raises(Failed, match="not your turn"):
        Guest(0).hear(orjson.dumps({"type": "refusal", "sentence": "It is not your turn."}))


def test_a_state_of_the_peer_is_read() -> None:
    member = Member(1, "match-1")
    state = {"_stateID": 3, "ctx": {"currentPlayer": "1"}}
    member.hear(b"42/market," + orjson.dumps(["update", "match-1", state, []]))
    assert (member.number, member.can_move) == (3, True)
    state = {"_stateID": 4, "ctx": {"currentPlayer": "1", "gameover": {"winner": "0"}}}
    member.hear(b"42/market," + orjson.dumps(["update", "match-1", state, []]))
    assert (member.can_move, member.is_over) == (False, True)


class Puppet(Player):
    """Moves whenever it is asked to, and says so."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.number = 0
        self.sent = 0

    @property
    def can_move(self) -> bool:
        return self.number % 2 == self.seat

    def move(self) -> None:
        self.sent += 1

    def hear(self, text: bytes) -> None:
        self.see(int(text))


def test_a_move_counts_when_both_clients_have_seen_it_and_only_then_the_next_is_sent() -> None:
    async def run() -> None:
        first, second = Puppet(0), Puppet(1)
        table = Table((first, second))
        rally = Rally([table], [])
        assert (first.sent, second.sent) == (1, 0)
        first.see(1)
        first.see(1)
        assert (rally.moves, second.sent) == (0, 0)
        second.see(1)
        assert (rally.moves, second.sent) == (1, 1)
        assert count_lost([table]) == 2  # both still wait for the second move
        with pytest.raises(Failed, match="number 7"):
            first.see(7)

    asyncio.run(run())


def test_a_rally_that_runs_out_of_tables_ends_and_counts_what_it_has() -> None:
    async def run() -> None:
        first, second = Puppet(0), Puppet(1)
        rally = Rally([Table((first, second))], [])
        first.is_over = second.is_over = True
        first.see(1)
        second.see(1)
        await rally.play(None)
        assert (rally.moves, rally.is_on, second.sent) == (1, False, 0)

    asyncio.run(run())


def test_everybody_who_watches_is_counted_as_lost_if_they_miss_something() -> None:
    table = Table((Puppet(0), Puppet(1)))
    table.clients.append(Puppet(2))
    assert count_lost([table]) == 0
    table.clients[2].gaps = 1
    assert count_lost([table]) == 1


class Diner(Player):
    """Sits with a house player: it is their turn whenever a message says so."""

    can_move = True
    sent = 0

    def move(self) -> None:
        self.sent += 1

    def hear(self, text: bytes) -> None:
        number, turn = text.split()
        self.can_move = turn == b"mine"
        self.see(int(number))


def test_moves_of_the_house_count_and_a_person_moves_when_it_is_their_turn_again() -> None:
    async def run() -> None:
        diner = Diner(0)
        diner.number = 2
        table = HouseTable((diner,))
        rally = Rally([table], [])
        assert diner.sent == 1
        diner.hear(b"2 mine")  # somebody came to watch
        diner.hear(b"3 theirs")
        diner.hear(b"4 theirs")
        assert (rally.moves, diner.sent, table.is_settled) == (0, 1, False)
        diner.hear(b"5 mine")
        assert (rally.moves, diner.sent) == (3, 2)
        rally.is_on = False
        diner.hear(b"6 theirs")
        diner.is_over = True
        diner.hear(b"7 theirs")
        assert (rally.moves, count_lost([table])) == (5, 0)

    asyncio.run(run())


def test_clients_have_addresses_of_their_own() -> None:
    assert [come_from(number)["X-Forwarded-For"] for number in (0, 257)] == ["10.0.0.0", "10.0.1.1"]


def test_quantiles() -> None:
    numbers = [float(number) for number in range(100, 0, -1)]
    assert [quantile(numbers, share) for share in (0.5, 0.99, 1.0)] == [51, 100, 100]
    with pytest.raises(CannotMeasure):
        quantile([], 0.5)


def test_ours_and_theirs_meet_in_a_row_and_what_failed_is_said() -> None:
    numbers = Numbers()
    numbers.add("moves", 5000)
    numbers.add("tiny", 2000)
    with numbers.noting("padded"):
        raise CannotMeasure("there is no Node.js")
    tiny, padded, *_ = made = list(rows("0.50.2", FULL, numbers))
    assert (tiny.ratio, tiny.verdict) == (2.5, "ok")
    assert (padded.verdict, padded.peer_trouble) == ("not measured", "there is no Node.js")
    assert {row.verdict for row in made if row.asked} == {"ok", "not measured"}


def test_a_row_without_a_peer_has_no_numbers_of_one() -> None:
    numbers = Numbers()
    numbers.add("idle", 2e8)
    assert [row.theirs for row in rows("0.50.2", FULL, numbers) if row.peer is None] == [[]] * 15


def test_limits_say_who_was_busy() -> None:
    answer = Answer(moves=100, seconds=2, updates=200, update_bytes=800_000, used={"server": 1.96, "load": 0.62})
    counters = {"estaminet_commits_total": 5.0, "estaminet_events_total": 100.0}
    words = "cores busy: server 0.98, load 0.31; 4.0 kB an update; 2.00 updates a move; 20.0 events a commit"
    assert answer.describe(counters) == words


def test_a_move_costs_what_the_server_used_wherever_the_system_says_that() -> None:
    answer = Answer(moves=2000, seconds=1, used={"server": 0.8, "its loop": 0.6})
    assert (answer.cost(), answer.cost("its loop")) == (0.0004, 0.0003)
    numbers = Numbers()
    numbers.add_rate("moves", answer)
    numbers.add_rate("tiny", Answer(moves=10, seconds=1))
    assert numbers == {"moves": [2000], "moves cpu": [0.0004], "tiny": [10]}


def measured(moves: float, cost: float, tiny: float) -> list[Row]:
    peer = Peer("boardgame.io", Task("peers", "tiny"))
    return [
        Row("moves", "poule", A_SECOND, Task("ours", "moves"), peer, ours=[moves], theirs=[tiny]),
        Row("time", "poule", SECONDS, Task("ours", "moves cpu"), ours=[cost]),
        Row("start", "answers", SECONDS, Task("ours", "answers")),
    ]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    file = tmp_path / "history.jsonl"
    monkeypatch.setattr(history, "HISTORY", file)
    return file


def keep(rows: list[Row], *, quick: bool = False) -> list[str]:
    _processor, *lines = history.keep(rows, quick=quick, load=0.25)
    return lines


def test_a_run_is_a_line_of_the_history(kept: Path) -> None:
    assert keep(measured(2000, 4e-4, 3000)) == ["nothing of this was measured before"]
    keep(measured(2500, 3e-4, 3000))
    first, second = map(json.loads, kept.read_text().splitlines())
    assert first["numbers"] == {"moves": 2000, "tiny": 3000, "moves cpu": 4e-4}
    assert second["numbers"]["moves"] == 2500
    assert {"date", "commit", "processor", "cores", "python", "load"} < set(first)


def test_numbers_are_compared_with_the_last_time_on_the_same_processor(kept: Path) -> None:
    keep(measured(2000, 4e-4, 3000))
    keep(measured(9999, 9e-4, 9999), quick=True)
    elsewhere = json.loads(kept.read_text().splitlines()[0]) | {"processor": "Z80", "numbers": {"moves": 1}}
    part = json.loads(kept.read_text().splitlines()[0]) | {
        "date": "2030-01-02T",
        "commit": "abc",
        "numbers": {"tiny": 1500},
    }
    with kept.open("a") as file:
        print(json.dumps(elsewhere), json.dumps(part), sep="\n", file=file)
    moves, tiny, cost = keep(measured(3000, 2e-4, 3000))
    assert (moves[:34], moves[-7:]) == ("moves: 3.00 k/s, before 2.00 k/s (", ": 1.50×")
    assert tiny == "tiny: 3.00 k/s, before 1.50 k/s (2030-01-02, abc): 2.00×"
    assert (cost[:35], cost[-7:]) == ("moves cpu: 200 µs, before 400 µs (2", ": 2.00×")


def test_the_lock_pins_every_package_and_names_no_host() -> None:
    packages = json.loads((SOURCE / "package-lock.json").read_text())["packages"]
    assert all("integrity" in package and "resolved" not in package for name, package in packages.items() if name)
