"""`estaminet backup` and `estaminet restore`: a whole server as a file, and back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from estaminet.cli.archive import Database
from estaminet.cli.output import errors
from estaminet.extras import require_server
from estaminet.games import REGISTRY

if TYPE_CHECKING:
    from estaminet.server.store.database import Store


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="Where to write.")],
    database: Database = "",
) -> None:
    """Write all that a server keeps to one file, while it runs: people and their keys, tables, logs, reviews.

    It is a SQLite database, whatever the server's is, and can be restored into either kind. It holds every secret.

    [dim]estaminet backup estaminet-backup.db[/]
    """
    require_server()
    from estaminet.server.store.backup import back_up

    counts = asyncio.run(_with_store(database, lambda store: back_up(store, file)))
    errors.print(f"{describe(counts)} are in {file}.", highlight=False, soft_wrap=True)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A backup.")],
    database: Database = "",
    replace: Annotated[bool, typer.Option("--replace", help="Give up what is in the database.")] = False,
) -> None:
    """Have a server's database hold what a backup does: everybody is who they were, every game goes on.

    Stop the server first. A database with people or tables in it is left alone, unless you say --replace.

    [dim]estaminet restore estaminet-backup.db --database postgresql://me@localhost/estaminet[/]
    """
    require_server()
    from estaminet.server.store.backup import restore as fill

    counts = asyncio.run(_with_store(database, lambda store: fill(store, file, replace=replace)))
    errors.print(f"{describe(counts)} are restored.", highlight=False, soft_wrap=True)


def describe(counts: dict[str, int]) -> str:
    return f"{counts['people']} people, {counts['tables']} tables and {counts['events']} events"


async def _with_store(database: str, work: "Callable[[Store], Awaitable[dict[str, int]]]") -> dict[str, int]:
    from estaminet.server.settings import default_url
    from estaminet.server.store.database import Store

    store = Store(database or default_url(), REGISTRY)
    try:
        return await work(store)
    finally:
        await store.close()
