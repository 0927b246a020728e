"""What an operator can set."""

from dataclasses import dataclass
from typing import Final

import platformdirs

DATABASE_FILE: Final = "estaminet.db"


def default_url() -> str:
    """SQLite in the user's data folder."""
    folder = platformdirs.user_data_path("estaminet")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / DATABASE_FILE}"


@dataclass(frozen=True)
class Settings:
    """Defaults suit one person who plays with friends; `estaminet serve --help` explains each."""

    url: str = ""
    """Where people reach this process from outside: ``https://estaminet.example``. Needed behind a proxy."""
    messages_a_second: float = 20
    """For one person or address, on average; 0 for no limit."""
    arrivals_a_minute: float = 30
    """New people from one address, on average; 0 for no limit."""
    thinking_threads: int = 0
    """How many house players think at once; 0 for one a core."""
    house_pace: float = 1
    """How long house players take to answer, times what is usual; 0 for at once, which tells what they think about."""
    waiting_days: float = 2
    """After so many days a table at which no game has begun is cleared away."""
    playing_days: float = 90
    """After so many days without a move a game is over."""
    heartbeat_seconds: float = 2
    """How often processes that share a database tell each other that they are there."""
    idle_seconds: float = 60
    """After so many seconds a table that nobody watches leaves the memory; its log stays."""

    @property
    def is_secure(self) -> bool:
        """Whether cookies must travel encrypted."""
        return self.url.startswith("https://")
