# ruff: noqa: S311  # a benchmark needs no secret numbers
"""Two clients at a table, as the load sees them: what number they have, whether they may move, what they send."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from bench.serving.line import Line

RANDOM: Final = random.Random(1)


class Failed(Exception):
    """What a client saw that a server must not do."""


class Player(ABC):
    """One client: reads what comes in, in the language of its server."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.number = -1
        """Of the last update."""
        self.is_over = False
        self.gaps = 0
        """How often an update left out something that had happened since the one before."""
        self.line: Line
        self.news: Callable[[], None] = lambda: None
        """Called after each update."""
        self._awaited: tuple[int, asyncio.Future[None]] | None = None

    @property
    @abstractmethod
    def can_move(self) -> bool:
        """Whether it is this client's turn, as its last update says."""

    @abstractmethod
    def move(self) -> None:
        """Send a random legal move."""

    @abstractmethod
    def hear(self, text: bytes) -> None:
        """Read a message; `see` what it shows."""

    def see(self, number: int) -> None:
        """An update has come in."""
        self.number = number
        if self._awaited and number >= self._awaited[0]:
            self._awaited[1].set_result(None)
            self._awaited = None
        self.news()

    async def until(self, number: int) -> None:
        """Wait for an update of this number, or a later one."""
        if self.number < number:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._awaited = (number, future)
            await future


class Table:
    """Two players, and the number that both must have before the next move is sent."""

    def __init__(self, players: tuple[Player, Player]) -> None:
        self.players = players
        self.awaited = max(player.number for player in players)
        self.settled = self.awaited
        """The last number that both have been seen to have."""
        self.moves = 0
        """How many were sent."""

    @property
    def is_settled(self) -> bool:
        """Whether both have seen the last move."""
        first, second = self.players
        return first.number >= self.awaited and second.number >= self.awaited

    @property
    def is_over(self) -> bool:
        return self.players[0].is_over

    def move(self) -> Player:
        """Have who is to move send a random legal move; who has to hear of it."""
        mover, opponent = self.players if self.players[0].can_move else self.players[::-1]
        if not mover.can_move:
            raise Failed(f"nobody can move at number {self.awaited}")
        self.awaited += 1
        self.moves += 1
        mover.move()
        return opponent

    def watch(self, news: Callable[["Table", Player], None]) -> None:
        """Be told of every update."""
        for player in self.players:
            player.news = lambda player=player: news(self, player)  # type: ignore[misc]  # a default binds the loop's

    def close(self) -> None:
        for player in self.players:
            player.news = lambda: None
            player.line.close()


def choose(choices: list[str]) -> str:
    return RANDOM.choice(choices)
