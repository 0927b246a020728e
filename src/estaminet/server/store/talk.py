"""Talk at tables: the newest remarks, as long as table and person exist."""

from typing import Final

from sqlalchemy import delete, func, insert, select

from estaminet.server.errors import Refusal
from estaminet.server.rules.talk import Remark
from estaminet.server.store.people import Connect, People
from estaminet.server.store.schema import remarks

MOST_KEPT: Final = 100
"""Remarks that are kept of a table; older ones are removed."""


class TalkStore:
    """Talk in the database."""

    def __init__(self, begin: Connect, connect: Connect, people: People) -> None:
        self._begin, self._connect, self._people = begin, connect, people

    async def add(self, table_id: str, remark: Remark) -> Remark:
        """Add a remark, later than all before it; ``person.unknown`` if its author has left for good."""
        its_own = remarks.c.table_id == table_id
        newest = select(remarks.c.id).where(its_own).order_by(remarks.c.at.desc(), remarks.c.id).limit(MOST_KEPT)
        async with self._begin() as connection:
            if not await self._people.hold(connection, [remark.person]):
                raise Refusal("person.unknown", "You have left: say your name again.")
            last = await connection.scalar(select(func.max(remarks.c.at)).where(its_own))
            remark = remark._replace(at=max(remark.at, (last or 0) + 1))
            await connection.execute(insert(remarks), {"table_id": table_id, **remark._asdict()})
            await connection.execute(delete(remarks).where(its_own, remarks.c.id.not_in(newest)))
        return remark

    async def list_of(self, table_id: str) -> list[Remark]:
        """The remarks at a table, the oldest first."""
        wanted = (
            select(*(remarks.c[name] for name in Remark._fields))
            .where(remarks.c.table_id == table_id)
            .order_by(remarks.c.at, remarks.c.id.desc())
        )
        async with self._connect() as connection:
            return [Remark(*row) for row in await connection.execute(wanted)]
