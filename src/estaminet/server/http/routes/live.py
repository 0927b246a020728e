"""The live line of a table: commands come in, updates go out, over one WebSocket."""

import asyncio
import logging
from contextlib import ExitStack
from functools import partial
from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Query, WebSocket
from picows import WSCloseCode

from estaminet.engine.errors import EstaminetError
from estaminet.server.errors import Refusal, retry_after
from estaminet.server.http.access import Server, TableId, address_of
from estaminet.server.http.line import Line
from estaminet.server.http.messages import pointed, said
from estaminet.server.live.messages import RefusalMessage, refuse
from estaminet.server.live.session import Session
from estaminet.server.live.together import Pointing
from estaminet.server.live.updates import Watcher
from estaminet.server.operation import CONNECTIONS, REFUSALS
from estaminet.server.rules.commands import Look, LookAt, Message, Move, PointAt, Remark, Say, WatchSeat, read_message
from estaminet.server.store.people import Person

router: Final = APIRouter()
CROWDED_SECONDS: Final = 30
OFTEN: Final = Move, LookAt
"""Messages that come too often to look up who sends them."""
log = logging.getLogger(__name__)


@router.websocket("/api/tables/{table_id}/live")
async def live(
    websocket: WebSocket,
    table_id: TableId,
    since: Annotated[int, Query(ge=0)] = 0,
    *,
    changes: bool = False,
    drawing: bool = False,
    screen: bool = False,
    talk: bool = False,
) -> None:
    """One connection, until either side hangs up. The request ends once it is open, and frees its memory."""
    server: Server = websocket.app.state.server
    line: Line = websocket.scope["line"]
    key = address_of(websocket)
    await websocket.accept()
    with ExitStack() as held:
        try:
            # First, so that a client with too many connections is refused at little cost.
            held.enter_context(server.lines_by_address.hold(key))
            dismissals = server.lobby.tables.dismissals
            person = await server.recognize(websocket)
            if person:
                held.enter_context(server.lines_by_person.hold(person.id))
                key = person.id
            session = await server.lobby.tables.session(table_id)
            while (
                person and dismissals != server.lobby.tables.dismissals
            ):  # it may have been this person, in this moment
                dismissals = server.lobby.tables.dismissals
                person = await server.identities.refresh_person(person)
            await server.contests.require_open(session.state, person.id if person else "")
            watcher = Watcher(
                person.id if person else None,
                device=person.device if person else "",
                since=min(since, session.state.number),
                wants_changes=changes,
                wants_drawing=drawing,
                is_screen=screen,
            )
            if person and not screen:
                watcher.see = partial(show_pointing, line, watcher, person.id)
                if talk:
                    watcher.hear = partial(pass_on, line, watcher, person.id)
            check_crowd(server, session, watcher)
        except EstaminetError as error:
            REFUSALS.labels(error.code).inc()
            send(line, refuse(error))
            line.close(WSCloseCode.TRY_AGAIN_LATER if retry_after(error) else WSCloseCode.POLICY_VIOLATION)
        else:
            line.go_on(partial(attend, line, server, session, watcher, person, key, held.pop_all()))


def check_crowd(server: Server, session: Session, watcher: Watcher) -> None:
    """Refuse one more spectator if there are too many; people with a seat always get in."""
    most = server.settings.watchers
    has_seat = bool(session.state.seats_of(watcher.person)) and not watcher.is_screen
    if most and not has_seat and session.count_spectators() >= most:
        raise Refusal("table.crowded", "Too many people watch this table: try again later.", seconds=CROWDED_SECONDS)


async def attend(
    line: Line, server: Server, session: Session, watcher: Watcher, person: Person | None, key: str, held: ExitStack
) -> None:
    """Send and listen, while the line is open."""
    watcher.tell = partial(send_update, line, session, watcher)
    session.enter(watcher)
    watcher.notify()
    try:
        with held, CONNECTIONS.track_inprogress():
            await listen(line, server, session, watcher, person, key)
    finally:
        watcher.tell = watcher.hear = watcher.see = None
        session.leave(watcher)


def send_update(line: Line, session: Session, watcher: Watcher) -> None:
    """Send an update. A slow line skips some, and is right again with the next."""
    if not line.has_room(watcher.notify):
        return
    try:
        update = session.update(watcher)
    except Exception:
        log.exception("an update could not be written")
        line.close(WSCloseCode.INTERNAL_ERROR)  # a silent line is worse than none
        return
    if watcher.is_dismissed:
        send(line, refuse(Refusal("person.unknown", "You are no longer known on this device.")))
        line.close(WSCloseCode.POLICY_VIOLATION)
    else:
        line.send(update)


def pass_on(line: Line, watcher: Watcher, reader: str, remark: Remark) -> None:
    """Send a remark. A slow line misses it, and can ask for it later."""
    if line.has_room(watcher.notify):
        line.send(orjson.dumps(said(remark, reader)))


def show_pointing(line: Line, watcher: Watcher, reader: str, pointing: Pointing) -> None:
    """Send a piece that somebody points at. A slow line misses it."""
    if line.has_room(watcher.notify):
        line.send(orjson.dumps(pointed(pointing, reader)))


async def listen(
    line: Line, server: Server, session: Session, watcher: Watcher, person: Person | None, key: str
) -> None:
    """Carry out incoming messages, one after the other; `key` is the one they count against."""
    while (text := await line.receive()) is not None:
        if watcher.is_dismissed:  # the line is being closed
            continue
        reference = None
        try:
            server.by_person.take(key)
            message = read_message(text)
            reference = message.id
            if person and not isinstance(message, OFTEN):  # that needs a seat, and a person who left has none
                person = await server.identities.refresh_person(person)
            await carry_out(message, server, session, watcher, person)
        except EstaminetError as error:
            REFUSALS.labels(error.code).inc()
            if watcher.is_dismissed:
                continue
            send(line, refuse(error, reference))
            if seconds := retry_after(error):
                await asyncio.sleep(seconds)  # a flood waits, and the line with it


async def carry_out(
    message: Message, server: Server, session: Session, watcher: Watcher, person: Person | None
) -> None:
    if person is None:
        raise Refusal("person.unknown", "You can watch. To sit down, say your name first.")
    if isinstance(message, WatchSeat):
        if message.seat is not None and message.seat not in session.state.seats_of(person.id):
            raise Refusal("seat.foreign", f"Seat {message.seat} is not yours.")
        watcher.watched_seat = message.seat
    elif isinstance(message, Say):
        server.words.take(person.id)
        await server.lobby.say(session, person.id, message.phrase or "", message.text)
    elif isinstance(message, PointAt):
        server.pointings.take(person.id)
        session.looking.point(watcher, message.target)
    elif isinstance(message, Look):
        session.looking.carry_out(watcher, message)
    else:
        await session.command(person.id, person.name, message)
    if message.id is not None:
        watcher.answers.append(message.id)
    elif isinstance(message, LookAt | PointAt):
        return  # many of them come, and the sender knows
    watcher.notify()


def send(line: Line, message: RefusalMessage) -> None:
    line.send(orjson.dumps(message))
