"""A server's data as files: `estaminet backup` and `restore` for all of it, `export` and `import` for tables."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from estaminet.cli.output import errors, open_output, say, with_progress
from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.record import read_lines
from estaminet.extras import require_server
from estaminet.games import REGISTRY

if TYPE_CHECKING:
    from estaminet.server.store.database import Store

T = TypeVar("T")
Database = Annotated[
    str,
    typer.Option(
        envvar="ESTAMINET_DATABASE", help="sqlite:///FILE or postgresql://...; SQLite in your data folder if left out."
    ),
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="Output file.")],
    database: Database = "",
) -> None:
    """Write everything that a server stores to one file, while it runs: people and their keys, tables, logs, reviews.

    The file is an SQLite database, whatever the server uses, and restores into either kind. It holds every secret.

    [dim]estaminet backup estaminet-backup.db[/]
    """
    require_server()
    from estaminet.server.store.backup import back_up

    counts = asyncio.run(_with_store(database, lambda store: back_up(store, file)))
    say(f"{describe(counts)} are in {file}.", errors)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A backup file.")],
    database: Database = "",
    replace: Annotated[bool, typer.Option("--replace", help="Discard the present content of the database.")] = False,
) -> None:
    """Restore a server's database from a backup: people keep their identity, and every game goes on.

    Stop the server first. A database that already has people or tables is left alone without --replace.

    [dim]estaminet restore estaminet-backup.db --database postgresql://me@localhost/estaminet[/]
    """
    require_server()
    from estaminet.server.store.backup import restore as fill

    counts = asyncio.run(_with_store(database, lambda store: fill(store, file, replace=replace)))
    say(f"{describe(counts)} are restored.", errors)


def describe(counts: dict[str, int]) -> str:
    return f"{counts['people']} people, {counts['tables']} tables and {counts['events']} events"


def export_tables(
    out: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="Output file, as JSON Lines.")],
    database: Database = "",
    finished: Annotated[bool, typer.Option("--finished", help="Only finished games.")] = False,
    older_than: Annotated[
        float, typer.Option(min=0, metavar="DAYS", help="Only tables without an event for so long, such as 700.")
    ] = 0,
    records: Annotated[
        bool, typer.Option("--records", help="Write the records of finished games, for replay and verify.")
    ] = False,
) -> None:
    """Export tables of a server to a file. It holds the secrets of games in progress: keep it private.

    A damaged table is named and left out, and the exit status is 1.

    [dim]estaminet export tables.jsonl[/]

    [dim]estaminet export old-games.jsonl --records --older-than 700[/]
    """
    require_server()
    from estaminet.server.live.clock import now
    from estaminet.server.live.records import write_record
    from estaminet.server.rules.plan import DAY
    from estaminet.server.store.backup import DamagedTable, write_table
    from estaminet.server.store.backup import export_tables as export

    damaged = 0
    form = (lambda state, *_: write_record(state)) if records else write_table
    unused_since = now() - int(older_than * DAY) if older_than else None

    async def write(store: "Store") -> int:
        nonlocal damaged
        await store.open()
        count = 0
        with open_output(out, is_private=True) as file:
            lines = export(store, finished_only=finished or records, unused_since=unused_since, write=form)
            async for line in lines:
                if isinstance(line, DamagedTable):
                    errors.print(f"{line.table_id}: {line.sentence}", highlight=False, markup=False)
                    damaged += 1
                else:
                    file.write(line.decode() + "\n")
                    count += 1
        return count

    count = asyncio.run(_with_store(database, write))
    errors.print(f"{count} tables are in {out}.", highlight=False)
    if damaged:
        errors.print(f"{damaged} could not be read.", highlight=False)
        raise typer.Exit(1)


def import_tables(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="An exported file.")],
    database: Database = "",
) -> None:
    """Import tables from a file. Every event is checked; tables that already exist are left alone.

    [dim]estaminet import tables.jsonl --database postgresql://me@localhost/estaminet[/]
    """
    require_server()
    from estaminet.server.store.backup import import_table

    lines = list(read_lines(file))

    async def read(store: "Store") -> int:
        await store.open()
        added = 0
        for number, line in with_progress(lines, "tables", len(lines)):
            try:
                added += await import_table(store, line)
            except EstaminetError as error:
                raise BadRecord(f"Line {number}: {error.sentence}", rule=error.rule) from error
        return added

    added = asyncio.run(_with_store(database, read))
    errors.print(f"{added} tables added, {len(lines) - added} were there already.", highlight=False)


async def _with_store(database: str, work: "Callable[[Store], Awaitable[T]]") -> T:
    from estaminet.server.settings import default_url
    from estaminet.server.store.database import Store

    store = Store(database or default_url(), REGISTRY)
    try:
        return await work(store)
    finally:
        await store.close()
