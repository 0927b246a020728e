"""The example bot of the docs, as a stranger runs it: a process of its own that knows only the protocol."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.conftest import Meet
from tests.server.people import Json, Line, Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
BOT = Path(__file__).parents[2] / "docs" / "example_bot.py"


class RunningBot:
    def __init__(self, url: str, token: str, *table: str) -> None:
        command = [sys.executable, str(BOT), url, token, *table]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait(self) -> tuple[int, str, str]:
        """Its exit code, and what it said."""
        said, complained = self.process.communicate(timeout=120)
        return self.process.returncode, said, complained


@contextmanager
def bot_of(visitor: Visitor, *table: str) -> Iterator[RunningBot]:
    """A bot that plays for somebody."""
    bot = RunningBot(visitor.url, visitor.post("/api/me/token")["token"], *table)
    try:
        yield bot
    finally:
        bot.process.kill()
        bot.process.communicate()


def test_the_bot_is_short() -> None:
    assert len(BOT.read_text().splitlines()) < 60


@pytest.mark.parametrize("game", ["poule", "reeperbahn"])
def test_the_bot_plays_a_whole_game_against_a_house_player(server: RunningServer, meet: Meet, game: str) -> None:
    owner = meet(server, "Botho")
    table = owner.set_up(game, ["me", "apprentice"], options={"rounds": 1} if game == "poule" else {})["id"]
    line = owner.sit_live(table)
    with bot_of(owner, table) as bot:
        line.until(1)
        line.send("start")
        line.close()
        code, said, complained = bot.wait()
    assert (code, complained) == (0, "")
    outcome = json.loads(said)
    assert outcome["reason"] == "finished"
    assert outcome["seats"] == [0]
    assert owner.get(f"/api/tables/{table}/record")["outcome"]["winners"] == outcome["winners"]


def test_the_bot_plays_against_a_person_and_comes_back_when_the_line_breaks(server: RunningServer, meet: Meet) -> None:
    anna, owner, rng = meet(server, "Anna"), meet(server, "Botho"), random.Random(9)
    table = anna.set_up("poule", ["me", "open"], options={"rounds": 1})
    line = anna.sit_live(table["id"])
    line.next_update()
    line.ask("sit")
    with bot_of(owner, table["id"], table["invitation"]) as bot:
        line.until(2)
        line.send("start")
        play_seat(line, 0, rng, until=20)
        assert server.stop() == 0
        server.start().ready()
        end = play_seat(anna.sit_live(table["id"]), 0, rng)
        code, said, complained = bot.wait()
    assert (code, complained) == (0, "")
    assert json.loads(said) == {"seats": [1], **end["table"]["outcome"]}
    assert end["table"]["outcome"]["reason"] == "finished"


def test_the_bot_says_why_it_was_refused(server: RunningServer, meet: Meet) -> None:
    anna, owner = meet(server, "Anna"), meet(server, "Botho")
    table = anna.set_up("poule", ["me", "open"])["id"]
    with bot_of(owner, table, "guessed") as bot:
        code, _, complained = bot.wait()
    assert code == 1
    assert complained.startswith("invitation.invalid: ")


def play_seat(line: Line, seat: int, rng: random.Random, until: int = 10_000) -> Json:
    """Random legal actions of one seat until the game is over, or has come so far."""
    answered = 0
    while line.next_update()["table"]["status"] != "over" and line.update["number"] < until:
        number, view = line.update["number"], line.update["view"]
        if number > answered and view and view["to_move"] == seat:
            answered = number
            line.send("move", number=number, action=rng.choice(view["legal"]))
    return line.update
