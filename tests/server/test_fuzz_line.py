"""Nonsense over the live line: whatever is sent, the answer is typed, the log is clean and the table is as it was."""

import json
import random
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosedError

from tests.server.conftest import Meet
from tests.server.games import seat_two
from tests.server.people import Json, Line, check_refusal
from tests.server.servers import RunningServer

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("clean_log")]
MOST_FRAME = 16 * 1024

MESSAGES: dict[str, Json] = {
    "move": {"number": 3, "action": "pass"},
    "undo": {"number": 3},
    "sit": {"seat": 0, "salt": "salt", "invitation": "x"},
    "leave": {},
    "give": {"seat": 0, "level": "host"},
    "open": {"seat": 0},
    "start": {},
    "resign": {},
    "offer_stop": {},
    "accept_stop": {},
    "decline_stop": {},
    "watch_seat": {"seat": 0},
}
NEVER: list[object] = [True, 1.5, float("nan"), float("inf"), -(10**40), [], {}, [0], {"a": "b"}, "x" * 8000, "\ud800"]
"""What no member of any message may be."""
NOT: dict[str, list[object]] = {
    "id": [0, "x" * 41],
    "type": [None, 0, "", "nothing", "Resign", "resign ", "__class__"],
    "number": [None, "3", "", -1, 3.0, 10_000_001, 10**40],
    "action": [None, 0, "x" * 101],
    "seat": ["0", -1, 10, 0.0, 10**40],
    "salt": [None, 0, "é", "a b", "a\n", "x" * 65],
    "invitation": [None, 0, "x" * 61],
    "level": [None, 0, "", "random", "god"],
}


def wrong_messages() -> Iterator[str]:
    """Every message with every member wrong in every way."""
    for kind, members in MESSAGES.items():
        message = {"type": kind, **members}
        for name in ("type", "id", *members):
            for value in (*NEVER, *NOT[name]):
                yield json.dumps({**message, name: value})
        yield json.dumps({**message, "extra": 0})
        yield json.dumps({**message, "person": "somebody"})
        yield json.dumps([message])
        yield json.dumps(message) + json.dumps(message)
        yield json.dumps(message)[:-1]
        yield f'{{"type": "{kind}", "type": "nothing"}}'
        yield f'{{"id": "a", "id": 1, "type": "{kind}"}}'


def broken_frames() -> Iterator[str | bytes]:
    """What is no message at all."""
    rng = random.Random(6)
    yield from ("", " ", "null", "true", "0", '""', "[]", "{}", "NaN", "\ufeff{}", "{'type': 'resign'}", "\x00")
    yield from ("[" * 8000, "[" * 8000 + "]" * 8000, '{"type":' * 2000, '{"type":"resign","id":' + "[" * 5000)
    yield from (b"", b"\xff\xfe", b"\x80", json.dumps({"type": "resign"}).encode("utf-16"), b"\x00" * 10_000)
    for _ in range(40):
        yield rng.randbytes(rng.randrange(1, 400))
        yield "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xE000, 0x10FFFF)))) for _ in range(99))


def test_nonsense_over_a_line_is_refused_and_the_line_stays_usable(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    line = lines[lines[0].update["view"]["to_move"]]
    before = server.events(table)
    for frame in (*wrong_messages(), *broken_frames()):
        line.socket.send(frame)
        refusal = next_refusal(line)
        assert refusal["code"] == "message.invalid", frame
    assert server.events(table) == before
    legal = line.update["view"]["legal"]
    line.send("move", number=3, action=legal[0], id="honest")
    assert line.until(4)["events"][-1]["text"] == legal[0]


def test_actions_that_there_are_not_are_refused_by_their_text(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    line = lines[lines[0].update["view"]["to_move"]]
    before = server.events(table)
    for action in ("", " ", "nothing", "\x00", "é" * 50, "'; DROP TABLE events; --", "{}", "stall", "-1", "0"):
        line.send("move", number=3, action=action, id=action[:40])
        refusal = next_refusal(line)
        assert refusal["code"] == "action.unknown", action
        assert refusal["id"] == action[:40]
    assert server.events(table) == before


def test_of_two_members_of_one_name_the_last_one_counts(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    before = server.events(table)
    lines[0].socket.send('{"type": "resign", "type": "watch_seat", "seat": 1, "seat": 0, "id": "a", "id": "b"}')
    assert lines[0].next_update()["you"]["watched_seat"] == 0
    lines[0].socket.send('{"type": "watch_seat", "seat": 0, "seat": 1, "id": "a", "id": "b"}')
    refusal = next_refusal(lines[0])
    assert (refusal["code"], refusal["id"]) == ("seat.foreign", "b")
    assert server.events(table) == before


@pytest.mark.parametrize("name", ["Dora", None])
def test_messages_of_whoever_has_no_seat_have_no_effect(server: RunningServer, meet: Meet, name: str | None) -> None:
    private = meet(server, "Anna").set_up("poule", ["me", "open"])["id"]
    playing, _ = seat_two(server, meet)
    visitor = meet(server, name)
    for table in (private, playing):
        before, line = server.events(table), visitor.sit_live(table)
        for kind, members in MESSAGES.items():
            if name and kind == "leave":
                continue  # done already
            line.send(kind, **members)
            assert next_refusal(line)["code"] in (
                ["seat.foreign", "table.foreign", "table.idle", "invitation.invalid", "move.stale", "seat.taken"]
                if name
                else ["person.unknown"]
            )
        assert server.events(table) == before


def test_a_giant_frame_ends_the_line_and_nothing_else(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    before = server.events(table)
    giants: list[str | bytes | list[str]] = [
        "x" * (MOST_FRAME + 1), b"x" * 1_000_000, ["x" * 4096] * 5, "[" * 100_000 + "]" * 100_000,
    ]  # fmt: skip
    visitor = meet(server, "Dora")
    for giant in giants:
        line = visitor.sit_live(table)
        line.next_update()
        with pytest.raises(ConnectionClosedError) as closed:
            talk(line, giant)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    assert server.events(table) == before
    lines[0].send("watch_seat")
    assert lines[0].next_update()["number"] == 3


def test_a_text_that_is_no_text_ends_the_line(server: RunningServer, meet: Meet) -> None:
    table, _ = seat_two(server, meet)
    line = meet(server, "Dora").sit_live(table)
    line.next_update()
    with pytest.raises(ConnectionClosedError) as closed:
        talk(line, b"\xff\xfe", text=True)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007


def talk(line: Line, frame: str | bytes | list[str], *, text: bool | None = None) -> None:
    """Send something and listen until the other side hangs up."""
    line.socket.send(frame, text=text)
    while True:
        line.receive()


def next_refusal(line: Line) -> Json:
    """The next refusal; updates may come before it."""
    while True:
        message = line.receive()
        if message["type"] == "refusal":
            check_refusal(message)
            return message
