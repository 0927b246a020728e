"""Finished reviews: another look at the same game costs nothing."""

import zlib
from typing import Any

import orjson
from sqlalchemy import Select, and_, delete, false, func, insert, select, true, update

from estaminet.server.rules.state import Status
from estaminet.server.store.people import Connect
from estaminet.server.store.rows import FinishedGame, Place
from estaminet.server.store.schema import is_branch, reviews, tables, visits


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
