"""A page's access to the house on its device: requests, and live lines to tables."""

import json
from collections.abc import Callable

import orjson

import estaminet.device.routes  # noqa: F401  # its functions answer
from estaminet.device.house import PERSON, House
from estaminet.device.paths import find_route, read_line
from estaminet.device.players import GameLoader
from estaminet.device.store import KeyValueStore
from estaminet.engine.errors import EstaminetError
from estaminet.engine.registry import Registry
from estaminet.games import REGISTRY
from estaminet.server.errors import Refusal, status_of
from estaminet.server.live.messages import refuse
from estaminet.server.live.session import Session
from estaminet.server.live.updates import Watcher
from estaminet.server.rules.commands import Look, Message, PointAt, Say, WatchSeat, read_message

Send = Callable[[int, str], None]


class Device:
    """Answers in the words of the server's protocol."""

    def __init__(self, house: House, send: Send) -> None:
        self._house, self._send = house, send
        self._lines: dict[int, tuple[Session, Watcher]] = {}

    async def answer(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        """A server's answer: a status, and a text in JSON."""
        try:
            route, arguments = find_route(method, path)
            found = await route(self._house, arguments, body)
        except EstaminetError as error:
            return status_of(error), json.dumps(refuse(error))
        return 200, (found if isinstance(found, bytes) else orjson.dumps(found)).decode()

    async def open_line(self, line: int, path: str) -> None:
        """Connect a page to a table, and send it what happens there."""
        try:
            table_id, query = read_line(path)
            session = await self._house.session(table_id)
        except EstaminetError as error:
            self._send(line, json.dumps(refuse(error)))
            return
        watcher = Watcher(
            PERSON,
            since=min(int(query.get("since", 0)), session.state.number),
            wants_changes=query.get("changes") == "true",
            wants_drawing=query.get("drawing") == "true",
        )
        watcher.tell = lambda: self._send(line, session.update(watcher).decode())
        self._lines[line] = session, watcher
        session.enter(watcher)
        watcher.notify()

    async def hear(self, line: int, text: str) -> None:
        """Carry out, or refuse, a page's message."""
        if line not in self._lines:
            return
        session, watcher = self._lines[line]
        reference = None
        try:
            message = read_message(text)
            reference = message.id
            await self._carry_out(message, session, watcher)
        except EstaminetError as error:
            self._send(line, json.dumps(refuse(error, reference)))
            return
        if reference is not None:
            watcher.answers.append(reference)
        watcher.notify()

    async def _carry_out(self, message: Message, session: Session, watcher: Watcher) -> None:
        if isinstance(message, Look | PointAt):
            raise Refusal("device.alone", "There is nobody here to look at it with you.")
        match message:
            case WatchSeat(seat=seat):
                if seat is not None and seat not in session.state.seats_of(PERSON):
                    raise Refusal("seat.foreign", f"Seat {seat} is not yours.")
                watcher.watched_seat = seat
            case Say():
                raise Refusal("talk.off", "There is nobody here to talk to.")
            case command:
                await session.command(PERSON, await self._house.find_name(), command)

    def close_line(self, line: int) -> None:
        """Disconnect a page from a table."""
        if found := self._lines.pop(line, None):
            session, watcher = found
            watcher.tell = None
            session.leave(watcher)

    def set_home(self, is_home: bool) -> None:  # noqa: FBT001  # called from JavaScript
        """Whether house players move here: only one of several pages in a browser moves them."""
        self._house.set_home(is_home=is_home)

    async def refresh(self, table_id: str) -> None:
        """Another page has written something at a table."""
        await self._house.refresh(table_id)


def open_device(keeper: KeyValueStore, kit: GameLoader, send: Send, registry: Registry = REGISTRY) -> Device:
    """The house of this device. `send` gets the number of a line, and the message for it."""
    return Device(House(keeper, kit, registry), send)
