"""What an operator can set."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

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
    addresses: tuple[str, ...] = ()
    """Where other devices reach it: what invitations can say when whoever invites sits at the server itself."""
    messages_a_second: float = 20
    """For one person or address, on average; 0 for no limit."""
    arrivals_a_minute: float = 30
    """New people from one address, on average; 0 for no limit."""
    renames_an_hour: float = 30
    """Of one person; 0 for no limit."""
    open_tables: int = 20
    """Tables of one person that are not over; 0 for no limit."""
    tables_an_hour: float = 120
    """New ones from one address, on average; 0 for no limit."""
    lines_a_person: int = 12
    """Live lines that one person has at a time; 0 for no limit."""
    lines_an_address: int = 256
    """Live lines from one address at a time; 0 for no limit."""
    connections_a_minute: float = 240
    """New live lines from one address, on average; as many at once as it may have. 0 for no limit."""
    watchers_a_table: int = 200
    """Live lines to one table of people without a seat there; 0 for no limit."""
    thinking_threads: int = 0
    """How many house players think at once; 0 for one a core."""
    house_pace: float = 1
    """How long house players take to answer, times what is usual; 0 for at once, which tells what they think about."""
    hints_waiting: int = 32
    """Hints that are being thought about or waited for; 0 for no limit."""
    records_waiting: int = 32
    """Records that are being read, replayed or verified, or waited for; 0 for no limit."""
    reviews: int = 1
    """How many finished games are looked back on at once, on up to two cores each; 0 for none."""
    reviews_waiting: int = 16
    """Reviews that are being made or waited for; 0 for no limit."""
    request_seconds: float = 10
    """In so many seconds a request must have arrived in full."""
    waiting_days: float = 2
    """After so many days a table at which no game has begun is cleared away."""
    playing_days: float = 90
    """After so many days without a move a game is over."""
    process: str = ""
    """The name of this process among those that share a database; drawn if empty."""
    smtp: str = field(default="", repr=False)
    """Through which mail goes out: ``smtp://user:password@host:587``; empty for no mail."""
    mail_from: str = ""
    """The address from which mail comes."""
    ntfy: str = ""
    """A ntfy server to whose topics reminders go; empty for none."""
    webhook: str = field(default="", repr=False)
    """An address to which reminders are posted as JSON; empty for none."""
    webhook_template: str = ""
    """What is posted there; empty for all there is."""
    push_hosts: tuple[str, ...] = ()
    """Push services beside those of the known browsers; with a dot before it, any host of that name."""
    grace_seconds: float = 60
    """For so many seconds a game waits for somebody before they are reminded."""
    round_seconds: float = 15
    """How often it is looked whom to remind."""
    confirmations_a_day: float = 3
    """To one address, or for one person; ten times as many from one address of the net. 0 for no limit."""
    heartbeat_seconds: float = 2
    """How often processes that share a database tell each other that they are there."""
    idle_seconds: float = 60
    """After so many seconds a table that nobody watches leaves the memory; its log stays."""

    @property
    def base(self) -> str:
        """Below which path of its site the house is: empty, or ``/games``."""
        return urlsplit(self.url).path.rstrip("/")

    @property
    def is_secure(self) -> bool:
        """Whether cookies must travel encrypted."""
        return self.url.startswith("https://")
