"""A client of boardgame.io's server: its messages, in the frames of Socket.IO over one WebSocket."""

import asyncio
from typing import Any, Final

import orjson

from bench.serving.line import Line
from bench.serving.players import Failed, Player, Table, choose

NAMESPACE: Final = b"/market,"
PLACES: Final = [str(place) for place in range(64)]
OPEN, PING, PONG, CONNECT, EVENT = b"0", b"2", b"3", b"40", b"42"


class Member(Player):
    """A player of a match."""

    def __init__(self, seat: int, match: str) -> None:
        super().__init__(seat)
        self._match = match
        self._to_move: str | None = None
        self.is_connected = asyncio.Event()

    @property
    def can_move(self) -> bool:
        return not self.is_over and self._to_move == str(self.seat)

    def move(self) -> None:
        details = {"type": "play", "args": [int(choose(PLACES))], "playerID": str(self.seat), "credentials": None}
        self.emit("update", {"type": "MAKE_MOVE", "payload": details}, self.number, self._match, str(self.seat))

    def sync(self) -> None:
        """Join the match; the first who does makes it."""
        self.emit("sync", self._match, str(self.seat), None, 2)

    def emit(self, *event: object) -> None:
        self.line.send(EVENT + NAMESPACE + orjson.dumps(event))

    def hear(self, text: bytes) -> None:
        if text.startswith(EVENT + NAMESPACE):
            self._hear_event(orjson.loads(text[len(EVENT + NAMESPACE) :]))
        elif text == PING:
            self.line.send(PONG)
        elif text.startswith(CONNECT + NAMESPACE):
            self.is_connected.set()
        elif not text.startswith(OPEN):
            raise Failed(f"unexpected: {text[:80].decode(errors='replace')}")

    def _hear_event(self, event: list[Any]) -> None:
        match event:
            case ["update", _, state, *_]:
                self._see_state(state)
            case ["sync", _, {"state": state}]:
                self._see_state(state)
            case ["matchData", *_]:
                pass
            case _:
                raise Failed(f"unexpected event {event[0]}")

    def _see_state(self, state: dict[str, Any]) -> None:
        number = state["_stateID"]
        if self.number >= 0 and number > self.number + 1:
            self.gaps += 1
        self.is_over = "gameover" in state["ctx"]
        self._to_move = state["ctx"]["currentPlayer"]
        self.see(number)


async def seat_two(url: str, *, name: int) -> Table:
    """Two players at a new match."""
    members = (Member(0, f"match-{name}"), Member(1, f"match-{name}"))
    address = f"{url.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
    for member in members:
        member.line = await Line.open(address, {}, member.hear)
        member.line.send(CONNECT + NAMESPACE)
        await member.is_connected.wait()
        member.sync()
        await member.until(0)
    return Table(members)
