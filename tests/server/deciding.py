"""Tables without a server at which people have sat down, and what they ask."""

from estaminet.server.rules.commands import (
    AskSeat,
    Command,
    Move,
    Sit,
    Start,
)
from tests.refusals import raises_code
from tests.server.tables import Table

GUESTS = ("anna", "bert", "carl", "dora")


def sit(seat: int | None = None, salt: str = "", invitation: str = "come-in") -> Sit:
    return Sit(type="sit", seat=seat, salt=salt, invitation=invitation)


def ask_for(seat: int) -> AskSeat:
    return AskSeat(type="ask_seat", seat=seat, invitation="come-in")


def started(game: str = "poule", people: int = 2, **plan: object) -> Table:
    """A table of people, with a game going on."""
    table = Table(game, ["me", *["open"] * (people - 1)], **plan)
    for person in GUESTS[:people]:
        table.ask(person, sit())
    table.ask("anna", Start(type="start"))
    return table


def mover(table: Table) -> str:
    seat = table.state.to_move
    assert seat is not None
    return GUESTS[seat]


def move(table: Table, person: str | None = None, action: str | None = None) -> None:
    table.ask(person or mover(table), Move(type="move", number=table.state.number, action=action or table.legal[0]))


def refused(table: Table, person: str, command: Command, code: str) -> None:
    """The command gets this code, and nothing changes."""
    before, events = table.state, list(table.events)
    with raises_code(code):
        table.ask(person, command)
    assert table.state is before
    assert table.events == events
