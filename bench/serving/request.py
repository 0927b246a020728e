"""What the load is asked to do, and what it answers: one line of JSON each way."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Request:
    """Play like this, against this server."""

    play: Literal["ping-pong", "paced"]
    """As fast as it goes, each table for itself; or a move a table now and then."""
    server: Literal["ours", "theirs"]
    urls: list[str]
    processes: dict[str, list[int]]
    """Whose use of the processor is noted, by what they do."""
    tables: int
    seconds: float
    warm_seconds: float = 2.0
    spares: int = 0
    """Tables more, for when games end."""
    crossing: bool = False
    """The two players of a table at two processes."""
    pause: float = 10.0
    """Paced: seconds from one move of a table to the next."""
    moves_before: int = 0
    """Paced: moves of each table, as fast as it goes, before anything is measured."""


@dataclass
class Answer:
    """What the load saw."""

    moves: int = 0
    """Accepted, and seen by both clients of the table."""
    seconds: float = 0.0
    updates: int = 0
    update_bytes: int = 0
    busy: dict[str, float] = field(default_factory=dict)
    """Cores in use, by what the processes do; ``load`` is this one."""
    latencies: list[float] = field(default_factory=list)
    """Paced: seconds from sending a move to the opponent's client, each."""
    lost: int = 0
    """Clients that left out an event, or ended with another number than their table."""
    late: int = 0
    """Paced: moves that were due before both clients had seen the one before."""
    memory: int = 0
    """Bytes that the server had in the end, with all clients connected."""
    trouble: str | None = None
    """Why there is no answer."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds if self.seconds else 0.0
