"""The hints that people had, stored beside the logs of tables as long as table and person exist."""

from typing import Final

from sqlalchemy import Executable, bindparam, select
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
    """The hints in the database."""

    def __init__(self, begin: Connect, connect: Connect, people: People, put: Executable) -> None:
        """`put` writes a row, replacing one for the same decision that showed less."""
        self._begin, self._connect, self._people, self._put = begin, connect, people, put

    async def note(self, table_id: str, hint: HintNote) -> None:
        """Note a hint; people who have left for good are not remembered."""
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
