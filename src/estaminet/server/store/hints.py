"""Which hints people had: kept beside the logs of tables, for as long as the table and the person are there."""

from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import Insert
from sqlalchemy.ext.asyncio import AsyncConnection

from estaminet.server.rules.hints import HintNote
from estaminet.server.store.people import Connect, People
from estaminet.server.store.schema import hints

OF_TABLE: Final = (
    select(hints.c.person, hints.c.ply, hints.c.actions)
    .where(hints.c.table_id == bindparam("table"))
    .order_by(hints.c.person, hints.c.ply)
)


class HintStore:
    """The part of the database that knows of hints."""

    def __init__(self, begin: Connect, connect: Connect, people: People, put: Insert) -> None:
        """`put` writes a row, in the place of one with the same key."""
        self._begin, self._connect, self._people, self._put = begin, connect, people, put

    async def note(self, table_id: str, hint: HintNote) -> None:
        """Keep that somebody had a hint; whoever has left for good is not remembered."""
        async with self._begin() as connection:
            if await self._people.hold(connection, [hint.person]):
                await connection.execute(self._put, {"table_id": table_id, **hint._asdict()})

    async def list_of(self, table_id: str) -> list[HintNote]:
        """The hints that people had at a table."""
        async with self._connect() as connection:
            return await read_hints(connection, table_id)


async def read_hints(connection: AsyncConnection, table_id: str) -> list[HintNote]:
    """The hints that people had at a table, as this transaction sees them."""
    return [HintNote(*row) for row in await connection.execute(OF_TABLE, {"table": table_id})]
