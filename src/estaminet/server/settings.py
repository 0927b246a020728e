"""The settings of a server: `estaminet serve` has an option and a variable for every field of `Options`."""

import ast
from functools import cache
from ipaddress import IPv4Network, IPv6Network
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

import platformdirs
from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DATABASE_FILE: Final = "estaminet.db"
OWN_DEVICE: Final = "127.0.0.1"
PREFIX: Final = "ESTAMINET_"

Count = Annotated[int, Field(ge=0)]
Amount = Annotated[float, Field(ge=0)]
Secret = Annotated[str, Field(repr=False)]
Seconds = Annotated[float, Field(ge=0.1)]


Network = IPv4Network | IPv6Network


def split_hosts(hosts: object) -> object:
    return tuple(each.strip() for each in hosts.split(",") if each.strip()) if isinstance(hosts, str) else hosts


class Options(BaseSettings):
    """Defaults suit one person who plays with friends. The text below a field is its help, and its row in the docs."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid")

    host: str = OWN_DEVICE
    """Address to listen on."""
    port: Annotated[int, Field(ge=0, le=65535)] | None = None
    """Port to listen on, 8000 if left out; 0 for any that is free."""
    database: str = ""
    """sqlite:///FILE or postgresql://user:password@host/name; SQLite in your data folder if left out."""
    url: str = ""
    """Where people reach the server from outside, with the path if it is below one; with https://, cookies need TLS."""
    names: Annotated[tuple[str, ...], NoDecode, BeforeValidator(split_hosts)] = ()
    """Names under which people reach the server besides that in --url, comma-separated: games.lan,nas.example.org."""
    proxies: str = OWN_DEVICE
    """Addresses of the proxies that are trusted to name the client's address."""
    metrics_from: Annotated[tuple[Network, ...], NoDecode, BeforeValidator(split_hosts)] = ()
    """Addresses and networks besides this machine that may read /metrics, comma-separated."""
    lan: bool = False
    """Let in phones on the same network, and show a code for them to scan."""
    log: Literal["debug", "info", "warning", "error"] = "info"
    """The least important messages that are logged."""
    processes: Annotated[int, Field(ge=1, le=64)] = 1
    """Processes that share the work; more than one needs PostgreSQL."""
    heartbeat: Seconds = 2
    """Seconds between two heartbeats of processes that share a database."""
    thinking: Count = 0
    """House players that think at once, all but one for one address; 0 for one a core, and two at least."""
    pace: Amount = 1
    """How long house players take to answer, as a multiple of the usual time; 0 for at once."""

    waiting_days: Amount = 2
    """Days until a table at which no game has begun is removed; 0 for never."""
    playing_days: Amount = 90
    """Days without a move until a game ends; 0 for never."""
    finished_days: Amount = 730
    """Days that a table is kept after its game has ended; 0 for ever."""
    review_days: Amount = 365
    """Days that a review is kept; 0 for ever."""
    people_days: Amount = 90
    """Days without a visit until somebody who has no table is forgotten; 0 for never."""
    device_days: Amount = 400
    """Days without a visit until a browser or a bot is forgotten; 0 for never."""
    reminder_days: Amount = 365
    """Days without a visit until the addresses for somebody's reminders are forgotten; 0 for never."""
    contest_days: Amount = 100
    """Days that challenges, and how the house played the deals of contests, are kept; 0 for ever."""

    rate: Amount = 20
    """Messages a second of one person, and ten times as many of one address; 0 for no limit."""
    arrivals: Amount = 30
    """New people a minute from one address; 0 for no limit."""
    renames: Amount = 30
    """New names an hour of one person; 0 for no limit."""
    words: Amount = 20
    """Words a minute of one person to others at a table; 0 for no limit."""
    open_tables: Count = 20
    """Unfinished tables of one person; 0 for no limit."""
    tables: Amount = 120
    """New tables an hour from one address, and half as many of one person; 0 for no limit."""
    lines: Count = 12
    """Live connections of one person at a time; 0 for no limit."""
    address_lines: Count = 256
    """Live connections from one address at a time; 0 for no limit."""
    connections: Amount = 240
    """New live connections a minute from one address; 0 for no limit."""
    watchers: Count = 200
    """Live connections of spectators to one table; 0 for no limit."""
    hints: Count = 32
    """Hints in work or waiting, a quarter of them for one address; 0 for no limit."""
    records: Count = 32
    """Records being read, replayed or verified, or waiting; 0 for no limit."""
    reviews: Count = 2
    """Reviews made at once, on up to two cores each, all but one for one address; 0 for no reviews."""
    reviews_waiting: Count = 16
    """Reviews in work or waiting, a quarter of them for one address; 0 for no limit."""
    house_games: Count = 24
    """Games that king plays of each deal of a contest, for people to compare with; 0 for none."""
    request_seconds: Seconds = 10
    """Seconds that a request may take to arrive in full before it is cut off."""

    smtp: Secret = ""
    """Mail server for reminders: smtp://user:password@host:587, or smtps://..."""
    mail_from: str = ""
    """Sender address of mail; push services also get it as the operator's contact."""
    ntfy: str = ""
    """An ntfy server for reminders; people give a topic."""
    webhook: Secret = ""
    """An address that gets reminders as JSON by POST; people give a name that you recognise."""
    webhook_template: str = ""
    """The JSON body; {topic}, {title}, {text}, {game}, {link} and {stop} are filled in."""
    push_hosts: Annotated[tuple[str, ...], NoDecode, BeforeValidator(split_hosts)] = ()
    """Push services besides those of Chrome, Edge, Firefox and Safari: host, host:port or .domain, comma-separated."""
    grace: Amount = 60
    """Seconds that a game waits before a reminder."""
    rounds: Seconds = 15
    """Seconds between two searches for people to remind."""
    confirmations: Amount = 3
    """Confirmation messages a day to one address, or for one person; 0 for no limit."""


class Settings(Options):
    """The options, and values that a process finds out by itself."""

    addresses: tuple[str, ...] = ()
    """Addresses for other devices, for invitations that are sent from the server's own machine."""
    process: str = ""
    """The name of this process among those that share a database; drawn if empty."""
    idle_seconds: float = 60
    """After so many seconds a table that nobody watches leaves the memory; its log stays."""

    @property
    def database_url(self) -> str:
        return self.database or default_url()

    @property
    def base(self) -> str:
        """The path of the house on its site: empty, or ``/games``."""
        return urlsplit(self.url).path.rstrip("/")

    @property
    def is_secure(self) -> bool:
        """Whether cookies must travel encrypted."""
        return self.url.startswith("https://")


def default_url() -> str:
    """SQLite in the user's data folder."""
    folder = platformdirs.user_data_path("estaminet")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / DATABASE_FILE}"


@cache
def describe_options() -> dict[str, str]:
    """The text below every option. Pydantic can find it, too, but looks through all modules for this one."""
    module = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    found = {}
    for options in module.body:
        if isinstance(options, ast.ClassDef) and options.name == Options.__name__:
            for pair in pairwise(options.body):
                match pair:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                        found[name] = text
    return found


def flag_of(name: str) -> str:
    """The option of the command line that sets a field."""
    return f"--{name.replace('_', '-')}"


def variable_of(name: str) -> str:
    """The environment variable that sets a field."""
    return f"{PREFIX}{name.upper()}"
