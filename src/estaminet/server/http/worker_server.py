"""A server behind the door: it listens nowhere, and serves the connections that it is handed."""

import asyncio
import socket
from contextlib import suppress

import uvicorn


class ServerBehindDoor(uvicorn.Server):
    """Ends by itself when the door is gone."""

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
        """One byte comes with every connection."""
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
