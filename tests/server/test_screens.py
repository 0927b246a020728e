"""A big screen at a table: everybody in the room looks at it, so it is shown what a spectator sees."""

import pytest

from tests.server.conftest import Meet
from tests.server.people import Line, Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled


def presence(line: Line, **wanted: object) -> None:
    """Read on until these are said to be here."""
    while not line.update or any(line.update["presence"][name] != value for name, value in wanted.items()):
        line.next_update()


def gather(server: RunningServer, meet: Meet, seats: list[str], **plan: object) -> tuple[str, list[Visitor]]:
    """A table that a screen set up, and its people, who have sat down."""
    screen = meet(server, "Screen")
    made = screen.set_up("reeperbahn", seats, has_screen=True, **plan)
    people = [meet(server, name) for name, seat in zip(("Anna", "Bert"), seats, strict=True) if seat == "open"]
    for person in people:
        person.command(made["id"], "sit", invitation=made["invitation"])
    return made["id"], [screen, *people]


def test_a_screen_shows_no_hand_whoever_it_belongs_to(server: RunningServer, meet: Meet) -> None:
    table, (screen, anna, _) = gather(server, meet, ["open", "open"])
    screen.command(table, "start")
    for person in (screen, anna):
        line = person.sit_live(table, screen=True)
        update = line.next_update()
        assert update["you"]["seats"] == update["you"]["may_sit"] == []
        assert update["you"]["watched_seat"] is update["view"]["seat"] is update["view"]["board"]["hand"] is None
        assert update["view"]["legal"] == []
        assert update["you"]["can_undo"] is False
        assert update["you"]["invitation"]
    line.send("watch_seat", seat=0, id="look")
    while "look" not in line.next_update().get("answers", []):
        pass
    assert line.update["view"]["board"]["hand"] is None


def test_a_screen_of_somebody_without_a_seat_invites_nobody(server: RunningServer, meet: Meet) -> None:
    table, _ = gather(server, meet, ["open", "open"])
    for visitor in (meet(server, "Carl"), meet(server)):
        assert visitor.sit_live(table, screen=True).next_update()["you"]["invitation"] is None


def test_the_phones_hear_of_a_screen_and_whoever_only_has_a_screen_there_is_away(
    server: RunningServer, meet: Meet
) -> None:
    table, (screen, anna, bert) = gather(server, meet, ["open", "open"])
    phone = anna.sit_live(table)
    presence(phone, seats=[0], watching=0, screens=0)
    bert.sit_live(table, screen=True)
    presence(phone, seats=[0], watching=0, screens=1)
    screen.sit_live(table, screen=True).close()
    meet(server).sit_live(table)
    presence(phone, seats=[0], watching=1, screens=1)


def test_a_stranger_brings_no_screen_to_a_public_table(server: RunningServer, meet: Meet) -> None:
    table, (screen, anna, _) = gather(server, meet, ["open", "open"], is_public=True)
    phone = anna.sit_live(table)
    meet(server).sit_live(table, screen=True)
    presence(phone, watching=1, screens=0)
    screen.sit_live(table, screen=True)
    presence(phone, watching=1, screens=1)


def test_the_screen_invites_to_the_next_game_too_and_whoever_sits_first_may_begin(
    server: RunningServer, meet: Meet
) -> None:
    table, (screen, anna, bert) = gather(server, meet, ["open", "open"])
    anna.command(table, "start")
    anna.command(table, "resign")
    bert.post(f"/api/tables/{table}/rematch")
    table = screen.watch(table)["table"]["rematch"]
    assert screen.watch(table)["you"]["is_owner"]
    assert screen.watch(table)["you"]["invitation"]
    for person in (anna, bert):
        person.command(table, "sit")
    assert [person.watch(table)["you"]["is_owner"] for person in (anna, bert)] == [False, True]
    seen = anna.watch(table)["table"]
    assert seen["seats"][seen["owner"]]["name"] == "Bert"
    bert.command(table, "start")
