"""Games at tables, for tests that need one going."""

import random

from tests.server.conftest import Meet
from tests.server.people import Json, Line
from tests.server.servers import RunningServer


def seat_two(server: RunningServer, meet: Meet, game: str = "poule", **plan: object) -> tuple[str, list[Line]]:
    """A started game between two people; of poule a short one."""
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    table = anna.set_up(game, ["me", "open"], options={"rounds": 1} if game == "poule" else {}, **plan)
    anna.command(table["id"], "sit", salt="annas-salt")
    bert.command(table["id"], "sit", invitation=table["invitation"], salt="berts-salt")
    anna.command(table["id"], "start")
    lines = [anna.sit_live(table["id"]), bert.sit_live(table["id"])]
    for line in lines:
        line.until(3)
    return table["id"], lines


def play_on(lines: list[Line], rng: random.Random, moves: int = 10_000) -> Json:
    """Random legal actions until the game is over; the last update of the first line."""
    number = max(line.update["number"] for line in lines)
    while moves and lines[0].until(number)["table"]["status"] == "playing":
        mover = lines[lines[0].update["view"]["to_move"]]
        update = mover.until(number)
        mover.send("move", number=number, action=rng.choice(update["view"]["legal"]))
        number += 1
        moves -= 1
        for line in lines:
            line.until(number)
    return lines[0].update
