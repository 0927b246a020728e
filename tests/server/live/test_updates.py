"""A client that asked for changes alone has the same update as one that asked for the whole, at every moment."""

import json
import random

import pytest

import estaminet
from tests.server.conftest import Meet
from tests.server.people import Line
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled


def compare(table: str, line: Line, number: int) -> None:
    """The update that was put together of changes, beside the whole one."""
    got, whole = line.until(number), line.visitor.watch(table, since=number)
    assert (got["number"], got["table"], got["you"]) == (number, whole["table"], whole["you"])
    assert got["view"] == whole["view"]


@pytest.mark.parametrize("game", estaminet.games())
def test_changes_add_up_to_the_whole_picture(server: RunningServer, meet: Meet, game: str) -> None:
    anna, rng = meet(server, "Anna"), random.Random(5)
    table = anna.set_up(game, ["me", *["apprentice"] * (estaminet.game(game).seats[0] - 1)])["id"]
    anna.command(table, "sit")
    line, watching = anna.sit_live(table), meet(server).sit_live(table)
    anna.command(table, "start")
    while line.next_update()["table"]["status"] != "over":
        update = line.update
        if not update["view"] or update["view"]["to_move"] != 0:
            continue
        for each in (line, watching):
            compare(table, each, update["number"])
        if update["you"]["can_undo"] and rng.random() < 0.2:
            line.send("undo", number=update["number"])
        else:
            line.send("move", number=update["number"], action=rng.choice(update["view"]["legal"]))
    for each in (line, watching):
        compare(table, each, line.update["number"])


def test_what_has_not_changed_is_not_sent_again(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("poule", ["me", "apprentice"])["id"]
    anna.command(table, "sit")
    lines = {changes: anna.sit_live(table, changes=changes) for changes in (True, False)}
    anna.command(table, "start")
    for line in lines.values():
        while not line.update.get("view") or line.update["view"]["to_move"] != 0:
            line.next_update()
        line.send("watch_seat", seat=0)
        line.next_update()
        update = json.loads(anna.heard[-1])
        assert ("table" in update, "pieces" in update["view"]["board"]) == ((line is lines[False]),) * 2
        assert update["view"]["legal"] == line.update["view"]["legal"]
