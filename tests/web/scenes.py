"""Tables at which everything is known: the same deal and the same moves in every run, so that pages can be compared."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tests.server.people import Json, Visitor
from tests.server.servers import RunningServer

NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil")
PLAYERS = {"poule": 3, "reeperbahn": 2, "nuit": 3}
SHORT = {"cash"}
"""Actions that bring the end too near."""
SEED = 11
DEAL = bytes(range(32))
"""Written over what the server has drawn, before anybody sits down."""


class Scene(NamedTuple):
    """A table and its people, by seat."""

    table: str
    people: list[Visitor]

    @property
    def path(self) -> str:
        return f"/t/{self.table}"

    def move(self, rng: random.Random, seen: Json | None = None) -> Json | None:
        """One move of whoever is to move, of any kind with the same chance; what they see then, None if it was over.

        With what somebody has just seen nobody needs to look again.
        """
        update = seen or self.people[0].watch(self.table)
        seat, number = update["view"]["to_move"], update["number"]
        if seat is None:
            return None
        if not update["view"]["legal"]:  # somebody else saw this
            update = self.people[seat].watch(self.table, since=number)
        legal = sorted(update["view"]["legal"])  # so that the order in which a game lists them does not matter
        kind = rng.choice(sorted({action.split()[0] for action in legal} - SHORT) or ["cash"])
        action = rng.choice([action for action in legal if action.split()[0] == kind])
        after: Json = self.people[seat].command(self.table, "move", number=number, action=action)
        return after

    def play(self, rng: random.Random, moves: int) -> None:
        """So many moves, and on until it is Anna's turn; or to the end of the game, if that comes first."""
        update = self.people[0].watch(self.table)
        while moves > 0 or update["view"]["to_move"] not in (0, None):
            moves -= 1
            after = self.move(rng, update)
            if after is None:
                return
            update = after


@contextmanager
def wait_at_a_table(
    house: RunningServer, game: str, players: int | None = None, deal: bytes = DEAL, **plan: object
) -> Iterator[Scene]:
    """Anna has set a table and sat down; the other seats are empty."""
    people = [Visitor(house.url, name) for name in NAMES[: players or PLAYERS[game]]]
    try:
        made = people[0].set_up(game, ["me", *["open"] * (len(people) - 1)], **plan)
        house.query("UPDATE tables SET seed = ? WHERE id = ?", deal, made["id"])
        people[0].command(made["id"], "sit", salt="annas-salt")
        yield Scene(made["id"], people)
    finally:
        for person in people:
            person.close()


@contextmanager
def play_against_the_house(
    house: RunningServer, game: str, players: int | None = None, level: str = "apprentice"
) -> Iterator[Scene]:
    """Anna's first move of a game as short as can be, against apprentices who answer at once."""
    anna = Visitor(house.url, NAMES[0])
    options = {"rounds": 1} if game == "poule" else {}
    try:
        table = anna.set_up(game, ["me", *[level] * ((players or PLAYERS[game]) - 1)], options=options)["id"]
        anna.command(table, "sit", salt="annas-salt")
        anna.command(table, "start")
        yield Scene(table, [anna])
    finally:
        anna.close()


@contextmanager
def play_at_a_table(
    house: RunningServer, game: str, moves: int, players: int | None = None, deal: bytes = DEAL, **plan: object
) -> Iterator[Scene]:
    """A game after so many moves, and on until it is Anna's turn; or to its end, if that comes first."""
    with wait_at_a_table(house, game, players, deal, **plan) as scene:
        anna, *others = scene.people
        invitation = anna.watch(scene.table)["you"]["invitation"]
        for number, person in enumerate(others, 1):
            person.command(scene.table, "sit", seat=number, salt=f"salt-{number}", invitation=invitation)
        anna.command(scene.table, "start")
        scene.play(random.Random(SEED), moves)
        yield scene
