"""`estaminet serve` runs the server; `estaminet doctor` finds what is wrong with its settings, and how to fix it."""

import asyncio
import gc
import io
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlsplit

import typer
from rich.markup import escape

from estaminet.cli.output import say
from estaminet.cli.settings import settings_command
from estaminet.games import REGISTRY
from estaminet.server.errors import Refusal

if TYPE_CHECKING:
    from estaminet.server.settings import Settings
    from estaminet.server.store.database import Store
if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf
if TYPE_CHECKING:
    from estaminet.server.settings import Settings

USUAL_PORT: Final = 8000
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  # only on request


@settings_command
def serve(
    settings: "Settings",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in your browser.")] = False,
) -> None:
    """Run the table server: tables for people and house players, over HTTP and WebSocket.

    [dim]estaminet serve --browser --lan[/]

    [dim]estaminet serve --host 0.0.0.0 --database postgresql://me@localhost/estaminet[/]
    """
    gc.disable()  # loaded modules stay: searching them for garbage takes a tenth of the start
    import uvicorn

    from estaminet.server.http.app import create_app
    from estaminet.server.http.intake import limit_intake
    from estaminet.server.operation import set_up_logs
    from estaminet.server.reminders.dispatcher import check_settings
    from estaminet.server.settings import OWN_DEVICE
    from estaminet.server.store.database import Store

    lan, processes = settings.lan, settings.processes
    url = settings.url.rstrip("/")
    host = EVERYWHERE if lan and settings.host == OWN_DEVICE else settings.host
    check_settings(settings)
    store = Store(settings.database_url, REGISTRY)
    if processes > 1:
        check_processes(store)
    usual = find_port(host) if browser else USUAL_PORT
    listener = listen(host, usual if settings.port is None else settings.port)
    number = listener.getsockname()[1]
    address = f"http://{OWN_DEVICE if host == EVERYWHERE else host}:{number}"
    addresses = (url,) if url else find_addresses(host, number)
    set_up_logs(settings.log)
    worker = None
    thinking = settings.thinking
    if processes > 1:
        from estaminet.server.http.door import ServerBehindDoor, keep_door

        gc.freeze()  # everything loaded by now is shared by all processes
        worker = keep_door(listener, processes, settings.request_seconds)
        thinking = thinking or max(2, (os.cpu_count() or 1) // processes)
    process = worker.id if worker else ""
    found = {"url": url or address, "addresses": addresses, "thinking": thinking, "process": process}
    settings = settings.model_copy(update=found)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again once everything is closed
    config = uvicorn.Config(
        create_app(settings, store),
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.proxies,
        http=limit_intake(settings),
        ws="none",
        timeout_graceful_shutdown=5,
    )

    def invite() -> None:
        if browser or sys.stdout.isatty():  # a service writes nothing but its log
            say(f"The house is open at {address} (Ctrl-C closes it).")
        if lan:
            say(draw_invitation(addresses))
        if browser and has_screen():
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)  # closing may take a while

    async def open_house() -> None:
        """Bring the database up to date before the server opens; a typed error if that fails."""
        try:
            await store.open(is_serving=True)
            gc.freeze()
            gc.enable()
            is_first = worker is None or worker.is_first
            if is_first:
                invite()
            server = ServerBehindDoor(config, worker.channel) if worker else uvicorn.Server(config)
            # Behind a proxy people come to another address.
            is_announced = is_first and lan and addresses and not url
            async with announced(addresses[0], print_name) if is_announced else nullcontext():
                await server.serve(sockets=[] if worker else [listener])
        finally:
            await store.close()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(open_house())


def check_processes(store: "Store") -> None:
    """Check that several processes can share this database on this system."""
    if not store.is_postgres:
        raise Refusal(
            "server.processes", "SQLite is for one process: several need PostgreSQL, --database postgresql://..."
        )
    if not hasattr(os, "fork"):
        raise Refusal(
            "server.processes",
            "On this system a house has one process: start several, each with its own port and --url.",
        )


def find_addresses(host: str, port: int) -> tuple[str, ...]:
    """The addresses of this device for others on the same network."""
    if host in ("localhost", "::1") or host.startswith("127."):
        return ()
    if host not in (EVERYWHERE, "::", ""):
        return (f"http://{f'[{host}]' if ':' in host else host}:{port}",)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this asks which way a packet would take
        except OSError:
            return ()
        return (f"http://{probe.getsockname()[0]}:{port}",)


def draw_invitation(addresses: Sequence[str]) -> str:
    """The address for phones on the same network, to type or scan."""
    if not addresses:
        return "This device seems to be in no network: phones cannot find it."
    import segno

    drawing = io.StringIO()
    segno.make(addresses[0], error="l", micro=False).terminal(drawing, compact=True)
    return f"Phones on the same network: {addresses[0]}\n{drawing.getvalue()}"


def print_name(address: str) -> None:
    """Print the name, which is easier to type than an address of numbers."""
    say(f"Or by name, on most of them: {address}")


def find_port(host: str) -> int:
    """The default port, or any other if it is taken."""
    try:
        with listen(host, USUAL_PORT):
            return USUAL_PORT
    except Refusal:
        return 0


def has_screen() -> bool:
    """Whether a browser has a window; one in the terminal would take it away from the server."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in names)


def listen(host: str, port: int) -> socket.socket:
    """The listening socket."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise Refusal(
            "server.address", f"Cannot listen on {host}:{port}: {(error.strerror or '').partition(' (')[0]}."
        ) from error


# The name of the house in its own network, over multicast DNS: easier to type than an address


KIND: Final = "_http._tcp.local."
MOST_HOUSES: Final = 20
"""In one network."""
ANSWER_MILLISECONDS: Final = 3000
"""Time for a house to defend its name: it repeats itself only after a second."""
log = logging.getLogger(__name__)


@asynccontextmanager
async def announced(address: str, say: Callable[[str], None]) -> AsyncIterator[None]:
    """Give the address a name in the network while this lasts, and pass it on as soon as it is known.

    Nothing waits for it, and nothing fails without it: a line of the log then says why.
    """
    if find_spec("zeroconf") is None:
        log.info("the house has no name in the network: pip install 'estaminet[lan]' adds what that needs")
        yield
        return
    task = asyncio.create_task(announce(address, say))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def announce(address: str, say: Callable[[str], None]) -> None:
    """Announce an address until this is cancelled, then withdraw it."""
    from zeroconf import Error, ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

    place = urlsplit(address)
    host = place.hostname or ""
    try:
        packed = socket.inet_aton(host)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0))  # fails if the address is another device's
        network = AsyncZeroconf(interfaces=[host])
    except OSError as error:
        log.info("the house has no name in the network: %s", error)
        return
    try:
        name = await find_name(network)
        server = f"{name}.local"
        service = ServiceInfo(
            KIND, f"{name}.{KIND}", port=place.port, addresses=[packed], server=f"{server}.", properties={"path": "/"}
        )
        await (await network.async_register_service(service, allow_name_change=True))
        say(f"{place.scheme}://{server}:{place.port}")
        await asyncio.Event().wait()
    except (OSError, Error) as error:
        log.info("the house has no name in the network: %s", error)
    finally:
        await network.async_unregister_all_services()
        await network.async_close()


async def find_name(network: "AsyncZeroconf") -> str:
    """The first name that no house in the network has."""
    from zeroconf import AddressResolver, NonUniqueNameException  # type: ignore[attr-defined]  # not in its __all__

    for number in range(1, MOST_HOUSES + 1):
        name = "estaminet" if number == 1 else f"estaminet-{number}"
        if not await AddressResolver(f"{name}.local.").async_request(network.zeroconf, ANSWER_MILLISECONDS):
            return name
    raise NonUniqueNameException("all names are taken")


# What is wrong with a set-up


COLOURS = {"ok": "green", "warn": "yellow", "bad": "red"}


@settings_command
def doctor(settings: "Settings") -> None:
    """Check a server's set-up and say what is wrong with it. The exit status is 1 if something is bad.

    Run it with the server's options or environment. It changes nothing.

    [dim]estaminet doctor --database sqlite:////var/lib/estaminet/estaminet.db --url https://play.example.org[/]
    """
    from estaminet.server.doctor import Severity, examine

    findings = asyncio.run(examine(settings))
    for finding in findings:
        sign = f"[{COLOURS[finding.severity]}]{finding.severity:<4}[/]"
        say(f"{sign}  {escape(finding.about)}: {escape(finding.sentence)}")
        if finding.remedy:
            say(f"      {escape(finding.remedy)}")
    if any(finding.severity is Severity.BAD for finding in findings):
        raise typer.Exit(1)
