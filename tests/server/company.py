"""A table with all who may hear something of it: who plays, who watches, who comes and goes, who looks in."""

import base64
import json
import random
from collections.abc import Sequence

from tests.server.conftest import Meet
from tests.server.people import Json, Line, Refused, Visitor
from tests.server.servers import RunningServer
from tests.server.twins import Attempt


def person_of(visitor: Visitor) -> str | None:
    """The person named by the cookie."""
    token = visitor.http.cookies.get("estaminet")
    if token is None:
        return None
    payload = token.split(".")[0]
    identity: str = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))[0]
    return identity


class Company:
    """People around one table. Everybody has a live line, and now and then does something else besides."""

    def __init__(
        self, server: RunningServer, meet: Meet, game: str, names: Sequence[str], *, seed: int = 1, **plan: object
    ) -> None:
        self._server, self._meet = server, meet
        self.rng = random.Random(seed)
        self.people: dict[str, Visitor] = {}
        self.lines: dict[str, Line] = {}
        self.attempts: list[Attempt] = []
        owner = self.come(names[0])
        seats = ["me", *("open" for _ in names[1:])]
        table = owner.set_up(game, seats, substitute="apprentice", **plan)
        self.id, self.invitation = table["id"], table["invitation"]
        self.sitting: list[str | None] = list(names)
        """Who has each seat; None for a house player."""
        owner.command(self.id, "sit", salt=f"salt-of-{names[0].replace(' ', '-')}")
        for name in names[1:]:
            self.come(name).command(self.id, "sit", invitation=self.invitation, salt=f"salt-of-{name}")
        self.come("Walter")
        self.come("")
        for name in self.people:
            self.connect(name)
        self.number: int = owner.command(self.id, "start")["number"]

    def come(self, name: str) -> Visitor:
        """A new person; without a name if it is empty."""
        self.people[name] = self._meet(self._server, name or None)
        return self.people[name]

    def connect(self, name: str, since: int = 0) -> None:
        self.lines[name] = self.people[name].sit_live(self.id, since)

    def refuse(self, name: str, kind: str, **members: object) -> Json:
        """Ask for something that is refused; the refusal."""
        self.lines[name].send(kind, **members)
        while True:
            message = self.lines[name].receive()
            if message["type"] == "refusal":
                return message

    def drain(self, name: str) -> None:
        """Read all that was sent so far: the answer to a last question comes behind it."""
        assert self.refuse(name, "open", seat=9, id="last")["id"] == "last"

    # Play

    def play(self, moves: int = 10_000) -> None:
        """Random legal actions, with disturbances, until the game is over or there were so many."""
        for _ in range(moves):
            update = self.gather()
            if update["table"]["status"] == "over":
                return
            self.disturb(update)
            to_move = self.gather()["view"]["to_move"]
            name = self.sitting[to_move]
            if name is not None:
                line = self.lines[name]
                if not line.update["view"]["legal"]:
                    return
                line.send("move", number=self.number, action=self.rng.choice(line.update["view"]["legal"]))
            self.number += 1

    def gather(self) -> Json:
        """All clients have the last event; the update of one of them."""
        for line in self.lines.values():
            line.until(self.number)
        return next(iter(self.lines.values())).update

    def disturb(self, update: Json) -> None:
        """Sometimes somebody asks for something else, or looks in another way."""
        chance = self.rng.random()
        mover = self.sitting[update["view"]["to_move"]]
        if mover is not None and chance < 0.1:
            self.try_something_illegal(mover)
        elif mover is not None and chance < 0.13:
            self.try_undo()
        elif mover is not None and chance < 0.2:
            self.move_for(mover)
        elif chance < 0.35:
            name = self.rng.choice(list(self.people))
            self.people[name].watch(self.id, since=self.rng.choice([0, self.number // 2, self.number]))
            self.people[name].get(f"/api/tables/{self.id}/views", count=self.rng.choice([1, 5, 100]))
        elif chance < 0.42:
            name = self.rng.choice(list(self.lines))
            self.drain(name)
            self.lines[name].close()
            self.connect(name, since=self.rng.choice([0, self.number // 2, self.number]))

    def try_something_illegal(self, name: str) -> None:
        view = self.lines[name].update["view"]
        texts = [action["text"] for action in self.people[name].get(f"/api/games/{view['game']}")["actions"]]
        action = self.rng.choice([text for text in texts if text not in view["legal"]])
        refusal = self.refuse(name, "move", number=self.number, action=action)
        self.attempts.append(Attempt(self.number, view["seat"], action, refusal))

    def insist_on_undo(self) -> None:
        """Play on until something can be taken back."""
        self.gather()
        while not self.try_undo():
            self.play(1)
            self.gather()

    def try_undo(self) -> bool:
        """The last to act takes it back, or is told why not."""
        for name in dict.fromkeys(each for each in self.sitting if each is not None):
            line = self.lines[name]
            line.send("undo", number=self.number)
            message = line.receive()
            while message["type"] == "update" and message["number"] <= self.number:
                message = line.receive()
            if message["type"] == "update":
                self.number += 1
                self.gather()
                return True
            assert message["code"] == "undo.refused"
        return False

    def move_for(self, mover: str) -> None:
        """All but the player asked try to move."""
        for name in self.lines:
            if name != mover:
                code = "person.unknown" if not name else "move.turn" if name in self.sitting else "seat.foreign"
                assert self.refuse(name, "move", number=self.number, action="end")["code"] == code

    def change_places(self, seat: int, name: str) -> None:
        """Somebody leaves, a house player plays a while, somebody else takes the seat with everybody's consent."""
        before = self.sitting[seat]
        assert before is not None
        self._pass_by(seat)
        self.number = self.people[before].command(self.id, "leave", offers_seat=True)["number"]
        self.sitting[seat] = None
        self.play(2 * len(self.sitting))
        self._pass_by(seat)
        self.come(name)
        self.connect(name)
        self.people[name].command(self.id, "ask_seat", seat=seat, invitation=self.invitation)
        for other in {each for each in self.sitting if each is not None}:
            self.people[other].command(self.id, "accept_guest")
        self.number = self.people[name].command(self.id, "sit")["number"]
        self.sitting[seat] = name

    def _pass_by(self, seat: int) -> None:
        """Play on until it is the turn of another seat, and of a person."""
        while self.gather()["view"]["to_move"] == seat:
            self.play(1)

    def end(self) -> Json:
        """Everybody looks a last time; the record."""
        self.gather()
        for name in self.lines:
            self.drain(name)
        for visitor in self.people.values():
            visitor.watch(self.id)
            visitor.get(f"/api/tables/{self.id}/views", count=100)
        record: Json = self.people[""].get(f"/api/tables/{self.id}/record")
        return record

    def ask_for_the_record(self) -> None:
        """Nobody gets it before the end."""
        for visitor in self.people.values():
            try:
                visitor.get(f"/api/tables/{self.id}/record")
            except Refused as refused:
                assert refused.code == "table.unfinished"  # noqa: PT017  # what is left of the answer is searched later
            else:
                raise AssertionError("the record of a game that is not over")
