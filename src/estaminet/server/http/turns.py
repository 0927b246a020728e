"""Who is served next, when many come at once: one begins at a time, in turn by address."""

import asyncio
from collections import deque


class Turns:
    """In one turn of the event loop one request begins: what has begun goes on in between, and so does all else.

    A flood from one address stands in line behind itself; whoever comes from elsewhere is next.
    """

    def __init__(self) -> None:
        self._is_free = True
        """Whether nobody has begun in this turn."""
        self._is_turning = False
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}
        """Who waits, by address; the address whose turn is next comes first."""

    async def take(self, address: str) -> None:
        """Wait until it is one's turn: at once, unless many come at the same time."""
        loop = asyncio.get_running_loop()
        if not self._is_turning:
            self._is_turning = True
            loop.call_soon(self._turn)
        if self._is_free and not self._lines:
            self._is_free = False
            return
        turn = loop.create_future()
        self._lines.setdefault(address, deque()).append(turn)
        await turn

    def _turn(self) -> None:
        self._is_free = True
        while self._is_free and self._lines:
            address = next(iter(self._lines))
            line = self._lines.pop(address)
            turn = line.popleft()
            if line:
                self._lines[address] = line
            if not turn.cancelled():
                turn.set_result(None)
                self._is_free = False
        self._is_turning = not self._is_free
        if self._is_turning:
            asyncio.get_running_loop().call_soon(self._turn)
