"""`estaminet serve`: open the house."""

import webbrowser
from importlib.util import find_spec
from typing import Annotated

import typer

from estaminet.engine.errors import MissingExtra

DATABASE_HELP = "sqlite:///FILE or postgresql://...; SQLite in your data folder if left out."


def require_server() -> None:
    """Check that the server's packages are there; the error says how to get them."""
    missing = [name for name in ("fastapi", "uvicorn", "sqlalchemy", "orjson") if find_spec(name) is None]
    if missing:
        raise MissingExtra(f"The server needs {' and '.join(missing)}: pip install 'estaminet[server]' adds it.")


def serve(
    host: Annotated[str, typer.Option(envvar="ESTAMINET_HOST", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="ESTAMINET_PORT", min=0, max=65535, help="Port to listen on.")] = 8000,
    database: Annotated[str, typer.Option(envvar="ESTAMINET_DATABASE", help=DATABASE_HELP)] = "",
    url: Annotated[
        str, typer.Option(envvar="ESTAMINET_URL", help="Where people reach this process, behind a proxy.")
    ] = "",
    rate: Annotated[
        float, typer.Option(envvar="ESTAMINET_RATE", min=0, help="Messages a second of one person; 0 for no limit.")
    ] = 20,
    thinking: Annotated[
        int, typer.Option(envvar="ESTAMINET_THINKING", min=0, help="House players that think at once; 0: one a core.")
    ] = 0,
    waiting_days: Annotated[
        float, typer.Option(envvar="ESTAMINET_WAITING_DAYS", min=0, help="Days until an unused table is cleared away.")
    ] = 2,
    playing_days: Annotated[
        float, typer.Option(envvar="ESTAMINET_PLAYING_DAYS", min=0, help="Days without a move until a game is over.")
    ] = 90,
    proxies: Annotated[
        str, typer.Option(envvar="ESTAMINET_PROXIES", help="Addresses of proxies whose word on addresses counts.")
    ] = "127.0.0.1",
    log: Annotated[str, typer.Option(envvar="ESTAMINET_LOG", help="debug, info, warning or error.")] = "info",
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in your browser.")] = False,
) -> None:
    """Open the house: tables for people and house players, over HTTP and WebSocket.

    [dim]estaminet serve --browser[/]

    [dim]estaminet serve --host 0.0.0.0 --database postgresql://me@localhost/estaminet[/]
    """
    require_server()
    import uvicorn

    from estaminet.table.app import create_app
    from estaminet.table.logs import set_up_logs
    from estaminet.table.settings import Settings
    from estaminet.table.store import default_url

    set_up_logs(log)
    settings = Settings(
        database=database or default_url(),
        url=url or f"http://{host}:{port}",
        messages_a_second=rate,
        thinking_threads=thinking,
        waiting_days=waiting_days,
        playing_days=playing_days,
    )
    if browser:
        webbrowser.open(f"http://{host}:{port}")
    uvicorn.run(
        create_app(settings),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=proxies,
        ws="websockets-sansio",
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )
