"""How long the server waits for a request to begin: a client that sends half a line and then nothing is cut off."""

import asyncio
from asyncio import TimerHandle

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


def patient_for(seconds: float) -> type[asyncio.Protocol]:
    """Uvicorn's own protocol, which waits so long for the first line and the headers of a request.

    What comes after them is for the application: bodies are seen to by the guard, WebSockets stay open.
    """

    class PatientProtocol(HttpToolsProtocol):
        _timer: TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            if self.cycle is None or self.cycle.response_complete:  # the next request on the same line begins
                self._wait()
            super().data_received(data)

        def on_headers_complete(self) -> None:
            self._stop_waiting()
            super().on_headers_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def _wait(self) -> None:
            if self._timer is None:
                self._timer = self.loop.call_later(seconds, self.transport.close)

        def _stop_waiting(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return PatientProtocol
