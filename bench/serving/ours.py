"""A client of `estaminet serve`, and how two of them come to sit at a table."""

from typing import Any, Final

import orjson

from bench.serving.asking import Asking
from bench.serving.line import Line
from bench.serving.players import Failed, Player, Table, choose

GAME: Final = {"game": "poule", "seats": [{"kind": "me"}, {"kind": "open"}]}
EVENTS_BEFORE_PLAY: Final = 3
"""Two sit down, one starts."""


class Guest(Player):
    """A person at a table of ours."""

    _view: dict[str, Any] | None = None

    @property
    def can_move(self) -> bool:
        return bool(self._view and self._view["legal"])

    def move(self) -> None:
        assert self._view is not None
        self.send("move", number=self.number, action=choose(self._view["legal"]))

    def send(self, kind: str, **members: object) -> None:
        self.line.send(orjson.dumps({"type": kind, **members}))

    def hear(self, text: bytes) -> None:
        message = orjson.loads(text)
        if message["type"] != "update":
            raise Failed(f"refused: {message['sentence']}")
        events = message["events"]
        known = max(self.number, 0)
        if message["number"] > known and [event["number"] for event in events] != [
            *range(known + 1, message["number"] + 1)
        ]:
            self.gaps += 1
        self._view = message["view"]
        if "table" in message:
            self.is_over = message["table"]["status"] == "over"
        self.see(message["number"])


async def seat_two(servers: list[Asking], urls: list[str], *, name: int, crossing: bool) -> Table:
    """Two people at a new table of poule: at the table's home, or each at another process."""
    guests = (Guest(0), Guest(1))
    cookies = [(await servers[0].post("/api/me", {"name": f"Guest {name}.{seat}"}))[1] for seat in (0, 1)]
    table, _ = await servers[0].post("/api/tables", GAME, cookies[0])
    home = table["home"] or urls[0]
    for guest, cookie in zip(guests, cookies, strict=True):
        url = urls[guest.seat] if crossing else home
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table['id']}/live?since=0&changes=true"
        guest.line = await Line.open(address, {"Cookie": cookie}, guest.hear)
        await guest.until(0)
    host, other = guests
    host.send("sit", salt=f"salt-{name}")
    await host.until(1)
    other.send("sit", salt=f"pepper-{name}", invitation=table["invitation"])
    await host.until(2)
    host.send("start")
    for guest in guests:
        await guest.until(EVENTS_BEFORE_PLAY)
    return Table(guests)
