"""One address, several processes: a door that sends each connection to the home of its table.

It looks at how the first request of a connection begins, without taking anything away, and hands the connection itself
to a process: nothing passes through the door after that, and the client's address stays. What comes later over the same
connection is served where it is, which is right, and at worst a detour. A process that dies is started again.
"""

import asyncio
import itertools
import logging
import os
import re
import secrets
import selectors
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Final, NamedTuple

import uvicorn

from estaminet.server.live.peers import rank_homes

BACKLOG: Final = 2048
"""Connections that may wait for the door to open, as with a single server."""
MOST_PEEKED: Final = 2048
MOST_SILENT: Final = 256
"""Connections that may wait at the door for their first byte; beyond that the oldest goes to any process."""
LONGEST_PAUSE: Final = 30.0
"""Seconds before a process that dies again and again is started again."""
CLOSING_SECONDS: Final = 12.0
"""Seconds for all processes to close: the server's own limit for requests, and time for the database."""
TABLE: Final = re.compile(rb"[A-Z]+ \S*?/(?:api/tables|t)/([\w-]{1,40})[/? ]", re.ASCII)
CHOSEN: Final = re.compile(rb"GET \S*?/(?:healthz|metrics)\?process=(\d{1,3}) ")
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD) if sys.platform != "win32" else ()
log = logging.getLogger(__name__)


class WorkerHandle(NamedTuple):
    """The handle of a process behind the door."""

    id: str
    """Its name among all that share the database. A restarted process keeps it, and so its tables."""
    channel: socket.socket
    """The channel for incoming connections, and for the message that it is ready."""
    is_first: bool
    """Whether the house has just opened."""


@dataclass
class Worker:
    """A process behind the door, as the door sees it."""

    id: str = field(default_factory=lambda: secrets.token_hex(8))
    pid: int = 0
    """0 if it does not run."""
    channel: socket.socket | None = None
    is_ready: bool = False
    due: float = float("inf")
    """The time of its next start, as `monotonic` counts."""
    started: float = 0.0
    deaths: int = 0
    """Its deaths in a row."""


def keep_door(listener: socket.socket, processes: int, header_timeout: float) -> WorkerHandle:
    """Start the processes and send people to them. Returns in each process; the door ends with the program."""
    return Door(listener, processes, header_timeout).keep()


class Door:
    """The process that listens. It has no threads and no event loop, so that others can be forked from it."""

    def __init__(self, listener: socket.socket, processes: int, header_timeout: float) -> None:
        self._listener, self._header_timeout = listener, header_timeout
        self._workers = [Worker() for _ in range(processes)]
        self._workers[0].due = 0  # the others begin once it is ready: errors come once
        self._turns = itertools.cycle(range(processes))
        self._selector = selectors.DefaultSelector()
        self._silent: dict[socket.socket, float] = {}
        """Silent connections, the oldest first, with the time at which each is cut off."""
        self._is_open = self._is_closing = self._is_asked_to_close = False
        self._killing = float("inf")
        """The time at which all processes that have not closed are killed."""
        self._status = 0

    def keep(self) -> WorkerHandle:
        self._listener.listen(BACKLOG)
        self._listener.setblocking(False)
        waking, woken = socket.socketpair()
        waking.setblocking(False)
        woken.setblocking(False)
        signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: setattr(self, "_is_asked_to_close", True))
        self._watch(woken, lambda: woken.recv(4096))
        while not self._is_closing or any(worker.pid for worker in self._workers):
            if self._is_asked_to_close and not self._is_closing:
                self._close()
            if self._killing <= monotonic():
                self._kill()
            for worker in self._workers:
                if worker.due <= monotonic():
                    handle = self._start(worker)
                    if handle:
                        waking.close()
                        return handle
            self._cut_off_silent()
            for key, _ in self._selector.select(self._seconds_to_wait()):
                if self._selector.get_map().get(key.fd) is key:  # not closed by an earlier one in this turn
                    key.data()
            self._reap()
        sys.exit(self._status)

    def _watch(self, what: socket.socket, act: Callable[[], object]) -> None:
        self._selector.register(what, selectors.EVENT_READ, act)

    def _seconds_to_wait(self) -> float | None:
        oldest = itertools.islice(self._silent.values(), 1)
        soonest = min(self._killing, *(worker.due for worker in self._workers), *oldest)
        return None if soonest == float("inf") else max(0.0, soonest - monotonic())

    # People

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except OSError as error:
            if not isinstance(error, BlockingIOError | ConnectionError):
                log.warning("nobody can be let in: %s", error.strerror)
                sleep(0.05)  # too many open files: they wait outside
            return
        connection.setblocking(False)
        self._silent[connection] = monotonic() + self._header_timeout
        self._watch(connection, lambda: self._look_at(connection))
        if len(self._silent) > MOST_SILENT:
            self._hand_over(next(iter(self._silent)), b"")

    def _look_at(self, connection: socket.socket) -> None:
        """Decide by the bytes that are there: a client that sends a line in pieces is served anywhere."""
        try:
            head = connection.recv(MOST_PEEKED, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            head = b""
        if head:
            self._hand_over(connection, head)
        else:
            self._let_go(connection)

    def _hand_over(self, connection: socket.socket, head: bytes) -> None:
        for worker in self._choose(head):
            try:
                if worker.channel and worker.is_ready:
                    socket.send_fds(worker.channel, [b"c"], [connection.fileno()])
                    break
            except OSError:  # it has died or is overloaded: the next one serves them as well
                continue
        self._let_go(connection)

    def _choose(self, head: bytes) -> Iterator[Worker]:
        """The requested process, or the table's home; then all others. Without either, all in turn."""
        chosen = CHOSEN.match(head)
        if chosen:
            index = int(chosen[1])
            return iter(self._workers[index - 1 : index] if index else ())
        table = TABLE.match(head)
        if table:
            by_id = {worker.id: worker for worker in self._workers}
            return (by_id[each] for each in rank_homes(by_id, table[1].decode()))
        first = next(self._turns)
        return iter(self._workers[first:] + self._workers[:first])

    def _let_go(self, connection: socket.socket) -> None:
        self._selector.unregister(connection)
        del self._silent[connection]
        connection.close()

    def _cut_off_silent(self) -> None:
        while self._silent:
            oldest = next(iter(self._silent))
            if self._silent[oldest] > monotonic():
                return
            self._let_go(oldest)

    # Processes

    def _start(self, worker: Worker) -> WorkerHandle | None:
        """Start a process; in the new process its handle."""
        ours, theirs = socket.socketpair()
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        worker.due, worker.started, worker.pid = float("inf"), monotonic(), os.fork()
        if worker.pid:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
            theirs.close()
            ours.setblocking(False)
            worker.channel = ours
            self._watch(ours, lambda: self._hear(worker))
            return None
        signal.set_wakeup_fd(-1)
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        for key in list(self._selector.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._selector.close()
        self._listener.close()
        ours.close()
        return WorkerHandle(worker.id, theirs, not self._is_open)

    def _hear(self, worker: Worker) -> None:
        """Hear from a process that it is ready, or that it has gone."""
        assert worker.channel is not None  # noqa: S101  # it is watched
        try:
            is_ready = bool(worker.channel.recv(1))
        except OSError:
            is_ready = False
        if not is_ready:
            self._forget(worker)
        elif not self._is_closing:
            worker.is_ready = True
            if not self._is_open:
                self._is_open = True
                self._watch(self._listener, self._accept)
                for other in self._workers[1:]:
                    other.due = 0

    def _forget(self, worker: Worker) -> None:
        worker.is_ready = False
        if worker.channel:
            self._selector.unregister(worker.channel)
            worker.channel.close()
            worker.channel = None

    def _reap(self) -> None:
        for worker in self._workers:
            if not worker.pid or not (found := os.waitpid(worker.pid, os.WNOHANG))[0]:
                continue
            worker.pid = 0
            self._forget(worker)
            if self._is_closing:
                continue
            if not self._is_open:  # it has logged why the house cannot open
                self._status = abs(os.waitstatus_to_exitcode(found[1])) or 1
                self._is_closing = True
                continue
            worker.deaths = 1 if monotonic() - worker.started > LONGEST_PAUSE else worker.deaths + 1
            pause = 0 if worker.deaths == 1 else min(LONGEST_PAUSE, 0.5 * 2**worker.deaths)
            worker.due = monotonic() + pause
            log.error("a process has died and is started again in %.0f seconds", pause)

    def _close(self) -> None:
        """Let nobody in any more, and ask all processes to finish."""
        self._is_closing = True
        self._killing = monotonic() + CLOSING_SECONDS
        if self._is_open:
            self._selector.unregister(self._listener)
        self._listener.close()
        for connection in list(self._silent):
            self._let_go(connection)
        for worker in self._workers:
            worker.due = float("inf")
            if worker.pid:
                os.kill(worker.pid, signal.SIGTERM)

    def _kill(self) -> None:
        self._killing = float("inf")
        for worker in self._workers:
            if worker.pid:
                os.kill(worker.pid, signal.SIGKILL)


class ServerBehindDoor(uvicorn.Server):
    """A server behind the door: it listens nowhere, serves the connections it is handed, and ends with the door."""

    def __init__(self, config: uvicorn.Config, channel: socket.socket) -> None:
        super().__init__(config)
        self._channel = channel
        self._arriving: set[asyncio.Task[object]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets or [])  # None would have it listen
        self._channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self._channel, self._take_over)
        self._channel.send(b"r")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().remove_reader(self._channel)
        await super().shutdown(sockets=sockets)

    def _take_over(self) -> None:
        """Take over connections, each of which comes with one byte."""
        try:
            said, handles, _, _ = socket.recv_fds(self._channel, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            said, handles = b"", []
        for handle in handles:
            task = asyncio.create_task(self._serve_connection(socket.socket(fileno=handle)))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)
        if not said:
            asyncio.get_running_loop().remove_reader(self._channel)
            self.should_exit = True

    async def _serve_connection(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        with suppress(OSError):  # the client has hung up meanwhile
            await asyncio.get_running_loop().connect_accepted_socket(self._make_protocol, connection)

    def _make_protocol(self) -> asyncio.Protocol:
        protocol: type[asyncio.Protocol] = self.config.http_protocol_class
        return protocol(  # type: ignore[call-arg]  # as uvicorn itself does
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
