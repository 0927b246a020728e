"""Failures between people and a server: crashes, broken lines, messages twice, late, or out of order."""

import asyncio
import json
import random
from typing import Literal

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.people import Json, Visitor
from tests.server.servers import RunningServer

Moment = Literal["move", "thought"]
"""When a server is killed: with somebody's move on its way, or while a house player thinks."""
HARMLESS = {"move.stale", "table.idle"}
"""Possible answers to an old message."""
CUT, DOUBLED, DELAYED, CHANGED = 0.06, 0.25, 0.25, 0.5
"""How often a line is cut after a move, a move sent twice, old ones sent again, another one chosen after a cut."""


class Killer:
    """Kills a server at moments drawn from a seed, and starts it again."""

    def __init__(self, server: RunningServer, rng: random.Random, moments: list[Moment], spacing: int) -> None:
        self._server, self._rng, self._moments, self._spacing = server, rng, moments, spacing
        self._left = spacing
        self._fell = asyncio.Event()
        self.kills = 0

    def notice(self, moment: Moment) -> None:
        """Something happens that could be disturbed."""
        if moment == "move":
            self._left -= 1
        if self._left <= 0 and self._moments and moment == self._moments[0] and not self._fell.is_set():
            self._moments.pop(0)
            self._left = self._rng.randint(self._spacing // 2, self._spacing * 3 // 2)
            # From at once to after the answer: the move is on its way, being written, written, or told.
            asyncio.get_running_loop().call_later(self._rng.choice([0, 0.002, 0.005, 0.01]), self._strike)

    def _strike(self) -> None:
        self._server.kill()
        self.kills += 1
        self._fell.set()

    async def revive(self) -> None:
        """Start the server again whenever it was killed, until it is cancelled."""
        while True:
            await self._fell.wait()
            await asyncio.to_thread(self._server.start)
            self._fell.clear()


class Stubborn:
    """Somebody who plays on until the game is over, whatever happens, and notes everything."""

    def __init__(self, visitor: Visitor, table: str, killer: Killer, rng: random.Random) -> None:
        self._address = visitor.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        self._cookie = visitor.cookie
        self._killer, self._rng = killer, rng
        self.table = table
        self.update: Json = {}
        self.events: dict[int, Json] = {}
        """Every event that it was told of."""
        self.sent: list[tuple[int, str]] = []
        """Every move that it wanted: the number that it answers, and the action."""
        self.acknowledged: dict[int, str] = {}
        """The moves of its own that it saw in a update, by their event numbers."""
        self.refusals = 0
        self.connections = 0

    @property
    def is_over(self) -> bool:
        return bool(self.update) and self.update["table"]["status"] == "over"

    async def play(self) -> None:
        while not self.is_over:
            since = self._rng.choice([0, len(self.events)])
            headers = {"Cookie": self._cookie}
            try:
                async with connect(
                    f"{self._address}?since={since}", additional_headers=headers, compression=None, max_size=None,
                    ping_interval=None, proxy=None, close_timeout=1,
                ) as line:  # fmt: skip
                    self.connections += 1
                    await self._talk(line)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.05)  # until the server is back; the test as a whole has a deadline

    async def _talk(self, line: ClientConnection) -> None:
        answered = -1
        async for text in line:
            message = json.loads(text)
            if message["type"] == "refusal":
                assert message["code"] in HARMLESS, message
                self.refusals += 1
                continue
            self._take_in(message)
            if self.is_over:
                return
            view = message["view"]
            if message["table"]["seats"][view["to_move"]]["level"]:
                self._killer.notice("thought")
            if view["to_move"] not in message["you"]["seats"] or message["number"] == answered:
                continue
            answered = message["number"]
            for each in self._choose(answered, view["legal"]):
                await line.send(json.dumps({"type": "move", "number": each[0], "action": each[1]}))
            self._killer.notice("move")
            if self._rng.random() < CUT:
                line.transport.abort()

    def _choose(self, number: int, legal: list[str]) -> list[tuple[int, str]]:
        """A move, perhaps the one whose answer got lost, among doubles and old ones in any order."""
        move = (number, self._rng.choice(legal))
        if self.sent and self.sent[-1][0] == number and self._rng.random() > CHANGED:
            move = self.sent[-1]
        messages = [move]
        if self._rng.random() < DOUBLED:
            messages.append(move)
        if self.sent and self._rng.random() < DELAYED:
            messages += self._rng.choices(self.sent, k=2)
        self.sent.append(move)
        self._rng.shuffle(messages)
        return messages

    def _take_in(self, update: Json) -> None:
        """What was told once is never told differently, and no update leaves out an event."""
        for event in update["events"]:
            assert self.events.setdefault(event["number"], event) == event
            if (event["number"] - 1, event["text"]) in self.sent and event["seat"] in update["you"]["seats"]:
                self.acknowledged[event["number"]] = event["text"]
        assert update["number"] == len(self.events)
        self.update = update
