"""Permissions: every cell of the tables in docs/protocol.md, played."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pydantic import TypeAdapter

from estaminet.engine.errors import EstaminetError
from estaminet.server.rules.commands import Command
from estaminet.server.rules.state import Status
from tests.server.tables import Table

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
COMMANDS: TypeAdapter[Command] = TypeAdapter(Command)
OWNER, LEFT, OFFERED, SEATED = range(4)
"""The seats: who has them, and what became of them during the game."""
PEOPLE = {"visitor": "vera", "invited": "ines", "seated": "sven", "owner": "anna", "before": "bert"}
OTHERS = ("move", "undo", "resign", "offer_stop", "accept_stop", "decline_stop", "accept_guest",
          "decline_guest", "ask_undo", "accept_undo", "decline_undo")  # fmt: skip


def sentence(kind: str, **members: object) -> Command:
    return COMMANDS.validate_python({"type": kind, **members})


def waiting(*, is_ready: bool = False, is_kept: bool = False) -> Table:
    """Anna and Sven have sat down, and a house player has the last but one.

    The other seat is empty, unless all are ready or it is kept for somebody.
    """
    table = Table("poule", ["me", "for:dora" if is_kept else "open", "apprentice", "open"])
    table.ask("anna", sentence("sit"))
    table.ask("sven", sentence("sit", seat=SEATED, invitation="come-in"))
    if is_ready:
        table.ask("bert", sentence("sit", invitation="come-in"))
    return table


def playing() -> Table:
    """Bert has left his seat, Carl has offered his; Sven has just placed a stall, and Anna is to move."""
    table = Table("poule", ["me", "open", "open", "open"])
    people = ("anna", "bert", "carl", "sven")
    for seat, person in enumerate(people):
        table.ask(person, sentence("sit", seat=seat, invitation="come-in"))
    table.ask("anna", sentence("start"))
    cells = iter(f"{column}{row}" for column in "abcdef" for row in "12345")
    while table.state.to_move != OWNER or not table.position.history:
        seat = table.state.to_move or 0
        cell = next(cells)
        action = next(text for text in table.legal if text.endswith(cell))
        table.ask(people[seat], sentence("move", number=table.state.number, action=action))
    table.ask("bert", sentence("leave"))
    table.ask("carl", sentence("leave", offers_seat=True))
    return table


def over() -> Table:
    table = playing()
    for person in ("bert", "carl"):
        table.ask(person, sentence("sit"))
    table.ask("anna", sentence("offer_stop"))
    for person in ("bert", "carl", "sven"):
        table.ask(person, sentence("accept_stop"))
    assert table.state.status is Status.OVER
    return table


def read_matrix(heading: str) -> Iterator[tuple[str, str, str]]:
    """Row, column and cell of the table that follows on a heading of the page."""
    text = PAGE.read_text().split("## Who may do what")[1].split(f"\n{heading}")[1]
    lines = re.findall(r"^\|.*\|$", text.split("\n\n")[1], re.MULTILINE)
    header, _, *rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    for label, *cells in rows:
        for column, cell in zip(header[1:], cells, strict=True):
            yield label.replace("`", ""), column, cell


def list_cells() -> list[tuple[str, str, str, str]]:
    stages = {"waiting": "Before the game", "playing": "During the game", "over": "After the game"}
    return [(stage, *cell) for stage, heading in stages.items() for cell in read_matrix(heading)]


def prepare(stage: str, row: str, column: str) -> tuple[Table, list[Command]]:
    """The table of a cell, and the messages that it is about."""
    is_ready, is_kept = row.endswith("all are ready"), row.endswith("kept for somebody")
    table = waiting(is_ready=is_ready, is_kept=is_kept) if stage == "waiting" else playing()
    if stage == "over":
        table = over()
    own = {"owner": OWNER, "seated": SEATED}.get(column, OWNER)
    invitation = "" if column == "visitor" else "come-in"
    if "somebody asks" in row:
        table.ask("dora", sentence("ask_seat", seat=OFFERED, invitation="come-in"))
    if "another offered" in row:
        table.ask("anna" if column != "owner" else "sven", sentence("offer_stop"))
    if "one's own offer" in row:
        table.ask("sven" if column == "seated" else "anna", sentence("offer_stop"))
    if "another wants it" in row:
        another = "anna" if column != "owner" else "sven"
        table.ask(another, sentence("ask_undo", number=table.state.number))
    number = table.state.number
    legal = table.legal[0] if table.state.play and table.state.status is Status.PLAYING else "draw"
    kind = row.split(",")[0].split()[0]
    members: dict[str, object] = {}
    match kind:
        case "sit" | "ask_seat":
            members = {"invitation": invitation}
            if "seat that was" in row:
                members["seat"] = LEFT if row.endswith("left") else OFFERED
        case "give" | "open":
            seats = {"an empty seat": LEFT, "a seat that is kept": LEFT,
                     "somebody's seat": SEATED if column == "owner" else OWNER,
                     "a house player's seat": 2, "a seat that was left": LEFT}  # fmt: skip
            members = {"seat": next((seat for words, seat in seats.items() if words in row), own)}
            if kind == "give":
                members["level"] = "king" if row.endswith("king") else "regular"
        case "name_branch":
            members = {"name": "The other way"}
        case "move":
            members = {"number": number, "action": legal}
        case "undo" | "ask_undo" | "accept_undo":
            members = {"number": number}
        case "anything":
            details: dict[str, dict[str, object]] = {
                "move": {"number": number, "action": "draw"},
                **{each: {"number": number} for each in ("undo", "ask_undo", "accept_undo")},
            }
            return table, [sentence(each, **details.get(each, {})) for each in OTHERS]
    return table, [sentence(kind, **members)]


@pytest.mark.parametrize(("stage", "row", "column", "cell"), list_cells())
def test_everybody_may_do_what_the_page_says_and_nothing_else(stage: str, row: str, column: str, cell: str) -> None:
    table, messages = prepare(stage, row, column)
    for message in messages:
        before = table.state
        assert answer(table, PEOPLE[column], message) == cell, message
        assert cell == "yes" or table.state is before


def answer(table: Table, person: str, message: Command) -> str:
    """Outcome of a message, in the page's words."""
    try:
        return "yes" if table.ask(person, message) else "nothing"
    except EstaminetError as error:
        return error.code


def test_every_message_is_in_the_tables() -> None:
    rows = {row.split(",")[0].split()[0] for _, row, _, _ in list_cells()}
    kinds = {get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(get_args(Command)[0])}
    assert kinds == rows - {"anything"}
