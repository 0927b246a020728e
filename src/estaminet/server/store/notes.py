"""Notes beside the logs of tables: hints, talk, and reviews of finished games."""

import zlib
from typing import Any, Final

import orjson
from sqlalchemy import Executable, Select, and_, bindparam, delete, false, func, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from estaminet.server.errors import Refusal
from estaminet.server.rules.commands import Remark
from estaminet.server.rules.results import HintNote
from estaminet.server.rules.state import Status
from estaminet.server.store.people import Connect, People
from estaminet.server.store.rows import FinishedGame, Place
from estaminet.server.store.schema import hints, is_branch, remarks, reviews, tables, visits

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


# What people said


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


# Reviews


class ReviewStore:
    """The reviews in the database."""

    def __init__(self, begin: Connect, connect: Connect) -> None:
        self._begin, self._connect = begin, connect

    async def find(self, key: str) -> bytes | None:
        """A review as JSON, if there is one."""
        async with self._connect() as connection:
            data = await connection.scalar(select(reviews.c.data).where(reviews.c.key == key))
        return None if data is None else zlib.decompress(data)

    async def put(self, key: str, review: bytes, now: int) -> None:
        """Store a review, replacing an older one."""
        async with self._begin() as connection:
            await connection.execute(delete(reviews).where(reviews.c.key == key))
            await connection.execute(insert(reviews), {"key": key, "data": zlib.compress(review), "created": now})

    async def note(self, table_id: str, key: str) -> None:
        """Note the key of the review of a table's game."""
        async with self._connect() as connection:
            if await connection.scalar(select(tables.c.review).where(tables.c.id == table_id)) == key:
                return  # another look writes nothing
        async with self._begin() as connection:
            await connection.execute(update(tables).where(tables.c.id == table_id).values(review=key))

    async def find_of_table(self, table_id: str) -> bytes | None:
        """The review of a table's game as JSON, if there is one."""
        wanted = select(reviews.c.data).join(tables, tables.c.review == reviews.c.key).where(tables.c.id == table_id)
        async with self._connect() as connection:
            data = await connection.scalar(wanted)
        return None if data is None else zlib.decompress(data)

    async def list_of(
        self, person: str, limit: int, before: Place | None = None, *, with_reviews: bool = True
    ) -> list[FinishedGame]:
        """Some of somebody's finished games, the latest first, or those before a place."""
        page = _finished(person, tables.c.id, tables.c.touched)
        if before:
            is_earlier = tables.c.touched == before.touched, tables.c.id < before.table
            page = page.where((tables.c.touched < before.touched) | and_(*is_earlier))
        # Sorted without the large columns: few of a thousand games are returned at once.
        chosen = page.order_by(tables.c.touched.desc(), tables.c.id.desc()).limit(limit).subquery()
        wanted = (
            select(tables.c.id, tables.c.summary, tables.c.touched, reviews.c.data)
            .join(chosen, chosen.c.id == tables.c.id)
            .outerjoin(reviews, (reviews.c.key == tables.c.review) & (true() if with_reviews else false()))
            .order_by(tables.c.touched.desc(), tables.c.id.desc())
        )
        async with self._connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [FinishedGame(row.id, orjson.loads(row.summary), row.touched, row.data) for row in rows]

    async def count_of(self, person: str) -> int:
        """The number of somebody's finished games."""
        async with self._connect() as connection:
            return await connection.scalar(_finished(person, func.count())) or 0


def _finished(person: str, *columns: Any) -> Select[Any]:  # noqa: ANN401  # whatever is wanted
    is_theirs = visits.c.person == person, tables.c.status == Status.OVER, ~is_branch
    return select(*columns).select_from(tables).join(visits, visits.c.table_id == tables.c.id).where(*is_theirs)
