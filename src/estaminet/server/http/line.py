"""A WebSocket: messages in and out, every frame counted.

It opens as in ASGI, so that the guard sees it first; from then on the route talks to the line itself. Frames are
picows', which is compiled and reports each one, also pings and fragments.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Final

from picows import WSAutoPingStrategy, WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # picows does not describe it
from starlette.types import ASGIApp, Message, Scope
from uvicorn.server import ServerState

from estaminet.server.http.limits import Limit
from estaminet.server.operation import REFUSALS

MOST_BYTES: Final = 16 * 1024
"""The longest message."""
MOST_WAITING: Final = 8
"""Messages that may wait to be carried out before reading stops."""
BUFFER_BYTES: Final = 2048
PING_SECONDS: Final = 20
CLOSING_SECONDS: Final = 5
"""Seconds for the other side to answer the goodbye."""
HANDSHAKE: Final = (b"sec-websocket-key", b"sec-websocket-version")


log = logging.getLogger(__name__)
frames_log = logging.LoggerAdapter(logging.getLogger(f"{__name__}.frames"))
"""The log of picows: a client's faults are worth no line, and no address gets into it."""
frames_log.logger.addFilter(lambda record: bool(record.exc_info))


class LineProtocol(WSProtocol):  # type: ignore[misc]
    """Passes a line its bytes before they are parsed, and its end."""

    def __init__(self, line: "Line") -> None:
        options = (True, None, True, PING_SECONDS, PING_SECONDS, WSAutoPingStrategy.PING_WHEN_IDLE, False, MOST_BYTES)
        super().__init__(None, None, False, lambda _request: line, frames_log, *options, None, BUFFER_BYTES)
        self._line = line

    def buffer_updated(self, count: int) -> None:
        if self._line.admit(count):
            super().buffer_updated(count)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._line.lose()


class Line(WSListener):
    """One connection, until either side hangs up."""

    def __init__(
        self,
        transport: asyncio.Transport,
        headers: Mapping[bytes, bytes],
        state: ServerState,
        spend: Callable[[int], float],
        on_lost: Callable[[], None],
    ) -> None:
        """`spend` counts bytes, and gives the seconds for which nothing more may come."""
        self._transport, self._headers, self._state = transport, headers, state
        self._spend, self._on_lost = spend, on_lost
        self._loop = asyncio.get_running_loop()
        self._socket: WSTransport | None = None
        self._answer: Message = {}
        self._inbox: deque[bytes] = deque()
        self._parts = bytearray()
        """A message that comes in fragments."""
        self._is_text = self._is_fragmented = False
        self._is_paused = self._is_closing = self._is_lost = False
        self._reader: asyncio.Future[None] | None = None
        self._is_full = False
        self._on_room: Callable[[], None] | None = None
        self._limits: tuple[tuple[Limit, str], ...] = ()
        self._service: Callable[[], Awaitable[None]] | None = None

    def limit(self, *limits: tuple[Limit, str]) -> None:
        """Count frames of every kind from now on; too many end the line."""
        self._limits = limits

    # For the application

    async def receive(self) -> bytes | None:
        """The next message; None once the other side has hung up. A client must read our answers to be heard."""
        while self._is_full or not self._inbox:
            if self._is_lost or (self._is_closing and not self._inbox):
                return None
            self._reader = self._loop.create_future()
            await self._reader
        message = self._inbox.popleft()
        if self._is_paused and not self._inbox:
            self._is_paused = False
            self._transport.resume_reading()
        return message

    def has_room(self, then: Callable[[], None]) -> bool:
        """Whether the other side reads as fast as we write; if not, `go_on` is called once it does."""
        if not self._is_full:
            return True
        self._on_room = then
        return False

    def send(self, text: bytes) -> None:
        """Send a message, if the line still stands."""
        if self._socket is not None and not self._is_closing and not self._is_lost:
            self._socket.send(WSMsgType.TEXT, text)

    def close(self, code: WSCloseCode, reason: str = "") -> None:
        """Say goodbye; a client that does not answer is cut off."""
        if self._socket is None or self._is_closing or self._is_lost:
            return
        self._end()
        self._socket.send_close(code, reason.encode())
        self._loop.call_later(CLOSING_SECONDS, self._transport.abort)

    def shutdown(self) -> None:
        """The server stops."""
        self.close(WSCloseCode.SERVICE_RESTART)
        self._transport.close()

    def go_on(self, service: Callable[[], Awaitable[None]]) -> None:
        """Set what runs once the opening request has ended; the line ends with it."""
        self._service = service

    # How it opens

    def open(self, app: ASGIApp, scope: Scope) -> None:
        """Call the application; nothing more is read until it has accepted."""
        self._transport.pause_reading()
        self._state.connections.add(self)  # type: ignore[arg-type]  # the server asks them to shut down, no more
        task = self._loop.create_task(self._run(app, scope))
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    async def _run(self, app: ASGIApp, scope: Scope) -> None:
        try:
            await app({**scope, "line": self}, self._receive_opening, self._send_opening)
            if self._service is not None:
                await self._service()
        except Exception:  # a fault of ours: for the log, never for the client
            log.exception("a line failed")
            self.close(WSCloseCode.INTERNAL_ERROR)
        if not self._is_closing:
            self._transport.close()

    async def _receive_opening(self) -> Message:
        return {"type": "websocket.connect"}

    async def _send_opening(self, message: Message) -> None:
        kind = message["type"]
        if kind == "websocket.accept":
            self._shake_hands()
        elif kind == "websocket.http.response.start":
            self._answer = message
        elif kind == "websocket.http.response.body":
            self._refuse(self._answer["status"], self._answer["headers"], message["body"])
        elif self._socket is None:  # closed before it was accepted
            self._refuse(HTTPStatus.FORBIDDEN, [], b"")
        else:
            self.close(WSCloseCode(message.get("code", WSCloseCode.OK)), message.get("reason") or "")

    def _shake_hands(self) -> None:
        given = b"".join(b"%s: %s\r\n" % (name, self._headers.get(name, b"")) for name in HANDSHAKE)
        head = b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + given + b"\r\n"
        if len(head) >= BUFFER_BYTES or self._transport.is_closing():
            self._refuse(HTTPStatus.BAD_REQUEST, [], b"")
            return
        protocol = LineProtocol(self)
        protocol.connection_made(self._transport)
        self._transport.set_protocol(protocol)
        protocol.get_buffer(len(head))[: len(head)] = head
        WSProtocol.buffer_updated(protocol, len(head))
        if self._socket is not None:
            self._transport.resume_reading()

    def _refuse(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        """Answer as HTTP does, instead of a line."""
        self._end()
        lines = [b"HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase.encode())]
        lines += [name + b": " + value for name, value in (*headers, (b"connection", b"close"))]
        if not headers:
            lines.append(b"content-length: 0")
        self._transport.write(b"\r\n".join((*lines, b"", body)))
        self._transport.close()

    # For picows

    def admit(self, count: int) -> bool:
        """Count bytes before they are parsed; whether they are."""
        if self._is_lost or (self._socket is not None and self._socket.is_close_frame_sent and not self._is_closing):
            return False  # picows has refused what came before, and hangs up in a moment
        if self._spend(count):
            self._cut_off()
            return False
        return True

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._socket = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if self._is_lost or not self._count():
            return
        kind = frame.msg_type
        if kind == WSMsgType.CLOSE:
            self._hang_up(transport)
        elif self._is_closing:
            return
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(WSCloseCode.PROTOCOL_ERROR)
        elif kind == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif kind != WSMsgType.PONG:
            self._take(frame)

    def _take(self, frame: WSFrame) -> None:
        """A message, or a part of one."""
        if (frame.msg_type == WSMsgType.CONTINUATION) != self._is_fragmented:
            self.close(WSCloseCode.PROTOCOL_ERROR)
            return
        if not self._is_fragmented:
            self._is_text = frame.msg_type == WSMsgType.TEXT
        message = frame.get_payload_as_bytes()
        if self._is_fragmented or not frame.fin:
            self._parts += message
            self._is_fragmented = not frame.fin
            if len(self._parts) > MOST_BYTES:
                self.close(WSCloseCode.MESSAGE_TOO_BIG)
                return
            if self._is_fragmented:
                return
            message = bytes(self._parts)
            self._parts.clear()
        if self._is_text and not is_text(message):
            self.close(WSCloseCode.INVALID_TEXT)
            return
        self._inbox.append(message)
        if len(self._inbox) >= MOST_WAITING and not self._is_paused:
            self._is_paused = True
            self._transport.pause_reading()
        self._wake_reader()

    def _count(self) -> bool:
        if any(limit.spend(key, 1) for limit, key in self._limits):
            self._cut_off()
            return False
        return True

    def _cut_off(self) -> None:
        REFUSALS.labels("rate.exceeded").inc()
        self.close(WSCloseCode.POLICY_VIOLATION, "rate.exceeded")
        self._is_lost = True
        self._transport.close()

    def _hang_up(self, transport: WSTransport) -> None:
        if not self._is_closing:
            self._end()
            transport.send_close(WSCloseCode.OK)
        transport.disconnect()

    def _end(self) -> None:
        self._is_closing = True
        self._wake_reader()
        if self._is_paused:  # so that the other side's goodbye is heard
            self._is_paused = False
            self._transport.resume_reading()

    def lose(self) -> None:
        """The connection is gone."""
        self._is_lost = True
        self._state.connections.discard(self)
        self._on_lost()
        self._wake_reader()
        self._on_room = None

    def _wake_reader(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._is_full = False
        self._wake_reader()
        then, self._on_room = self._on_room, None
        if then is not None:
            then()


def is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True
