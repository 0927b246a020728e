"""`estaminet serve`: open the house."""

import asyncio
import gc
import io
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from estaminet.cli.announcing import announcing
from estaminet.cli.output import console
from estaminet.cli.reminding import (
    Confirmations,
    Grace,
    MailFrom,
    Ntfy,
    PushHosts,
    Rounds,
    Smtp,
    Webhook,
    WebhookTemplate,
    split_hosts,
)
from estaminet.extras import require_server
from estaminet.games import REGISTRY
from estaminet.server.errors import Refusal

if TYPE_CHECKING:
    from estaminet.server.store.database import Store

USUAL_PORT: Final = 8000
OWN_DEVICE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  # only where somebody asks for it
DATABASE_HELP = "sqlite:///FILE or postgresql://...; SQLite in your data folder if left out."


def serve(
    host: Annotated[str, typer.Option(envvar="ESTAMINET_HOST", help="Address to listen on.")] = OWN_DEVICE,
    port: Annotated[
        int | None,
        typer.Option(
            envvar="ESTAMINET_PORT",
            min=0,
            max=65535,
            show_default="8000; with --browser another one if it is taken",
            help="Port to listen on; 0 for any that is free.",
        ),
    ] = None,
    database: Annotated[str, typer.Option(envvar="ESTAMINET_DATABASE", help=DATABASE_HELP)] = "",
    url: Annotated[
        str,
        typer.Option(
            envvar="ESTAMINET_URL", help="Where people reach the house, behind a proxy; with a path if it is below one."
        ),
    ] = "",
    rate: Annotated[
        float, typer.Option(envvar="ESTAMINET_RATE", min=0, help="Messages a second of one person; 0 for no limit.")
    ] = 20,
    arrivals: Annotated[
        float,
        typer.Option(envvar="ESTAMINET_ARRIVALS", min=0, help="New people a minute from one address; 0 for no limit."),
    ] = 30,
    renames: Annotated[
        float, typer.Option(envvar="ESTAMINET_RENAMES", min=0, help="New names an hour of one person; 0: no limit.")
    ] = 30,
    open_tables: Annotated[
        int,
        typer.Option(
            envvar="ESTAMINET_OPEN_TABLES", min=0, help="Tables of one person that are not over; 0: no limit."
        ),
    ] = 20,
    tables: Annotated[
        float, typer.Option(envvar="ESTAMINET_TABLES", min=0, help="New tables an hour from one address; 0: no limit.")
    ] = 120,
    lines: Annotated[
        int, typer.Option(envvar="ESTAMINET_LINES", min=0, help="Live lines of one person at a time; 0: no limit.")
    ] = 12,
    address_lines: Annotated[
        int, typer.Option(envvar="ESTAMINET_ADDRESS_LINES", min=0, help="Live lines from one address; 0: no limit.")
    ] = 256,
    connections: Annotated[
        float,
        typer.Option(
            envvar="ESTAMINET_CONNECTIONS", min=0, help="New live lines a minute from one address; 0: no limit."
        ),
    ] = 240,
    watchers: Annotated[
        int,
        typer.Option(envvar="ESTAMINET_WATCHERS", min=0, help="Live lines of spectators to one table; 0: no limit."),
    ] = 200,
    hints: Annotated[
        int, typer.Option(envvar="ESTAMINET_HINTS", min=0, help="Hints that are waited for at a time; 0: no limit.")
    ] = 32,
    records: Annotated[
        int, typer.Option(envvar="ESTAMINET_RECORDS", min=0, help="Records that are read at a time; 0: no limit.")
    ] = 32,
    reviews: Annotated[
        int, typer.Option(envvar="ESTAMINET_REVIEWS", min=0, help="Finished games looked back on at once; 0: none.")
    ] = 1,
    reviews_waiting: Annotated[
        int,
        typer.Option(envvar="ESTAMINET_REVIEWS_WAITING", min=0, help="Reviews waited for at a time; 0: no limit."),
    ] = 16,
    request_seconds: Annotated[
        float, typer.Option(envvar="ESTAMINET_REQUEST_SECONDS", min=0.1, help="Seconds in which a request must arrive.")
    ] = 10,
    thinking: Annotated[
        int, typer.Option(envvar="ESTAMINET_THINKING", min=0, help="House players that think at once; 0: one a core.")
    ] = 0,
    pace: Annotated[
        float,
        typer.Option(envvar="ESTAMINET_PACE", min=0, help="Time house players take; 2: twice the usual, 0: none."),
    ] = 1,
    waiting_days: Annotated[
        float, typer.Option(envvar="ESTAMINET_WAITING_DAYS", min=0, help="Days until an unused table is cleared away.")
    ] = 2,
    playing_days: Annotated[
        float, typer.Option(envvar="ESTAMINET_PLAYING_DAYS", min=0, help="Days without a move until a game is over.")
    ] = 90,
    processes: Annotated[
        int,
        typer.Option(envvar="ESTAMINET_PROCESSES", min=1, max=64, help="Processes that share the work, on PostgreSQL."),
    ] = 1,
    smtp: Smtp = "",
    mail_from: MailFrom = "",
    ntfy: Ntfy = "",
    webhook: Webhook = "",
    webhook_template: WebhookTemplate = "",
    push_hosts: PushHosts = "",
    grace: Grace = 60,
    rounds: Rounds = 15,
    confirmations: Confirmations = 3,
    heartbeat: Annotated[
        float,
        typer.Option(
            envvar="ESTAMINET_HEARTBEAT", min=0.1, help="Seconds between signs of life to processes beside this one."
        ),
    ] = 2,
    proxies: Annotated[
        str, typer.Option(envvar="ESTAMINET_PROXIES", help="Addresses of proxies whose word on addresses counts.")
    ] = "127.0.0.1",
    log: Annotated[
        Literal["debug", "info", "warning", "error"],
        typer.Option(envvar="ESTAMINET_LOG", help="What is worth a line of the log."),
    ] = "info",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in your browser.")] = False,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", envvar="ESTAMINET_LAN", help="Let in phones on the same network: shows a code for them to scan."
        ),
    ] = False,
) -> None:
    """Open the house: tables for people and house players, over HTTP and WebSocket.

    [dim]estaminet serve --browser --lan[/]

    [dim]estaminet serve --host 0.0.0.0 --database postgresql://me@localhost/estaminet[/]
    """
    require_server()
    gc.disable()  # what is loaded now stays: to look for garbage among it takes a tenth of the start
    import uvicorn

    from estaminet.server.http.app import create_app
    from estaminet.server.http.header_timeout import patient_for
    from estaminet.server.operation import set_up_logs
    from estaminet.server.reminders.senders import check_settings
    from estaminet.server.settings import Settings, default_url
    from estaminet.server.store.database import Store

    url = url.rstrip("/")
    if lan and host == OWN_DEVICE:
        host = EVERYWHERE
    check_settings(
        Settings(smtp=smtp, mail_from=mail_from, ntfy=ntfy, webhook=webhook, webhook_template=webhook_template)
    )
    store = Store(database or default_url(), REGISTRY)
    if processes > 1:
        check_processes(store)
    listener = listen(host, find_port(host) if port is None and browser else USUAL_PORT if port is None else port)
    number = listener.getsockname()[1]
    address = f"http://{OWN_DEVICE if host == EVERYWHERE else host}:{number}"
    addresses = (url,) if url else find_addresses(host, number)
    set_up_logs(log)
    post = None
    if processes > 1:
        from estaminet.server.http.door import keep_door
        from estaminet.server.http.worker_server import ServerBehindDoor

        gc.freeze()  # what is loaded by now is shared by all of them
        post = keep_door(listener, processes, request_seconds)
        thinking = thinking or max(1, (os.cpu_count() or 1) // processes)
    settings = Settings(
        url=url or address,
        addresses=addresses,
        messages_a_second=rate,
        arrivals_a_minute=arrivals,
        renames_an_hour=renames,
        open_tables=open_tables,
        tables_an_hour=tables,
        lines_a_person=lines,
        lines_an_address=address_lines,
        connections_a_minute=connections,
        watchers_a_table=watchers,
        hints_waiting=hints,
        records_waiting=records,
        reviews=reviews,
        reviews_waiting=reviews_waiting,
        request_seconds=request_seconds,
        thinking_threads=thinking,
        house_pace=pace,
        waiting_days=waiting_days,
        playing_days=playing_days,
        process=post.id if post else "",
        heartbeat_seconds=heartbeat,
        smtp=smtp,
        mail_from=mail_from,
        ntfy=ntfy,
        webhook=webhook,
        webhook_template=webhook_template,
        push_hosts=split_hosts(push_hosts),
        grace_seconds=grace,
        round_seconds=rounds,
        confirmations_a_day=confirmations,
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again once everything is closed
    config = uvicorn.Config(
        create_app(settings, store),
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=proxies,
        http=patient_for(request_seconds),
        ws="websockets-sansio",
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )

    def invite() -> None:
        if browser or sys.stdout.isatty():  # a service writes its log, and nothing else
            console.print(f"The house is open at {address} (Ctrl-C closes it).", highlight=False, soft_wrap=True)
        if lan:
            console.print(draw_invitation(addresses), highlight=False, soft_wrap=True)
        if browser and has_screen():
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)  # it may take its time

    async def open_house() -> None:
        """Bring the database up to date before anybody is let in; a typed error says why that cannot be."""
        try:
            await store.open(is_serving=True)
            gc.freeze()
            gc.enable()
            is_first = post is None or post.is_first
            if is_first:
                invite()
            server = ServerBehindDoor(config, post.channel) if post else uvicorn.Server(config)
            # Behind a proxy this process is not what people should come to.
            is_announced = is_first and lan and addresses and not url
            async with announcing(addresses[0], tell_name) if is_announced else nullcontext():
                await server.serve(sockets=[] if post else [listener])
        finally:
            await store.close()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(open_house())


def check_processes(store: "Store") -> None:
    """Whether several processes can share this database, on this system."""
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
    """Where other devices on the same network reach this one."""
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
    """What a phone on the same network opens, to be typed or scanned."""
    if not addresses:
        return "This device seems to be in no network: phones cannot find it."
    import segno

    drawing = io.StringIO()
    segno.make(addresses[0], error="l", micro=False).terminal(drawing, compact=True)
    return f"Phones on the same network: {addresses[0]}\n{drawing.getvalue()}"


def tell_name(address: str) -> None:
    """What is easier to type than an address of numbers."""
    console.print(f"Or by name, on most of them: {address}", highlight=False, soft_wrap=True)


def find_port(host: str) -> int:
    """The usual port, or any other if somebody has it."""
    try:
        with listen(host, USUAL_PORT):
            return USUAL_PORT
    except Refusal:
        return 0


def has_screen() -> bool:
    """Whether a browser can show itself; one in the terminal would take it away from the server."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in names)


def listen(host: str, port: int) -> socket.socket:
    """The place where people knock."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise Refusal(
            "server.address", f"Nobody can be received at {host}:{port}: {(error.strerror or '').partition(' (')[0]}."
        ) from error
