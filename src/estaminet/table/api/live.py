"""The live line of a table: commands come in, pictures go out, over one WebSocket."""

import asyncio
import logging
from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from estaminet.engine.errors import EstaminetError
from estaminet.table.api.access import TableId
from estaminet.table.api.server import Server
from estaminet.table.commands import MESSAGES, Message, Move, WatchSeat
from estaminet.table.errors import BadMessage, NobodyKnown, NotYourSeat, TooMany
from estaminet.table.messages import RefusalMessage
from estaminet.table.metrics import CONNECTIONS, REFUSALS
from estaminet.table.picture import Watcher
from estaminet.table.room import Room
from estaminet.table.store import Person

router: Final = APIRouter()
REFUSED: Final = 1008
FAILED: Final = 1011
log = logging.getLogger(__name__)


@router.websocket("/api/tables/{table_id}/live")
async def live(
    websocket: WebSocket, table_id: TableId, since: Annotated[int, Query(ge=0)] = 0, *, changes: bool = False
) -> None:
    """One connection, until either side hangs up."""
    server: Server = websocket.app.state.server
    await websocket.accept()
    try:
        person = await server.recognize(websocket)
        room = await server.hall.room(table_id)
    except EstaminetError as error:
        await send(websocket, refuse(error))
        await websocket.close(REFUSED)
        return
    watcher = Watcher(person.id if person else None, wants_changes=changes)
    watcher.has = min(since, room.state.number)
    telling = asyncio.create_task(tell(websocket, room, watcher))
    room.enter(watcher)
    try:
        with CONNECTIONS.track_inprogress():
            # As a task of its own it is not twenty calls deep: with every message all of them would be gone through.
            await asyncio.create_task(listen(websocket, server, room, watcher, person))
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(watcher)
        telling.cancel()


async def tell(websocket: WebSocket, room: Room, watcher: Watcher) -> None:
    """Send a picture whenever there are news. Who is slow misses some, and is right again with the next."""
    try:
        while True:
            await watcher.news.wait()
            watcher.news.clear()
            await websocket.send_text(room.picture(watcher).decode())
    except (WebSocketDisconnect, RuntimeError):
        return  # hung up: `listen` hears of it too
    except Exception:
        log.exception("a picture could not be made")
        await websocket.close(FAILED)  # a line that says nothing any more is worse than none


async def listen(websocket: WebSocket, server: Server, room: Room, watcher: Watcher, person: Person | None) -> None:
    """Carry out what comes in, one message after the other."""
    while True:
        frame = await websocket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        reference = None
        try:
            server.by_person.take(person.id if person else watcher_key(websocket))
            message = read(frame.get("text") or frame.get("bytes") or "")
            reference = message.id
            if person and not isinstance(message, Move):  # that needs a seat, and who left has none
                person = await server.identities.look_again(person)
            await carry_out(message, room, watcher, person)
        except EstaminetError as error:
            REFUSALS.labels(error.code).inc()
            await send(websocket, refuse(error, reference))
            if isinstance(error, TooMany):
                await asyncio.sleep(1)  # who floods waits, and the line with them


async def carry_out(message: Message, room: Room, watcher: Watcher, person: Person | None) -> None:
    if person is None:
        raise NobodyKnown("You can watch. To sit down, say your name first.")
    if isinstance(message, WatchSeat):
        if message.seat is not None and message.seat not in room.state.seats_of(person.id):
            raise NotYourSeat(f"Seat {message.seat} is not yours.")
        watcher.watched_seat = message.seat
    else:
        await room.command(person.id, person.name, message)
    watcher.news.set()


def read(text: str | bytes) -> Message:
    """A message of the protocol, checked."""
    try:
        return MESSAGES.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        sentence = f"This is no message of the protocol: {place[:80] or 'the whole'}: {first['msg'][:300]}."
        raise BadMessage(sentence) from None


def refuse(error: EstaminetError, reference: str | None = None) -> RefusalMessage:
    return {"type": "refusal", "code": error.code, "sentence": error.sentence, "rule": error.rule, "id": reference}


async def send(websocket: WebSocket, message: RefusalMessage) -> None:
    await websocket.send_text(orjson.dumps(message).decode())


def watcher_key(websocket: WebSocket) -> str:
    """By what somebody unknown is counted."""
    return websocket.client.host if websocket.client else ""
