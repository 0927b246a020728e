"""Finished reviews. A game that is looked back on once more costs nothing."""

import zlib

from sqlalchemy import delete, insert, select

from estaminet.table.store.people import Connect
from estaminet.table.store.schema import reviews


class Shelf:
    """The part of the database that keeps reviews."""

    def __init__(self, begin: Connect, connect: Connect) -> None:
        self._begin, self._connect = begin, connect

    async def find(self, key: str) -> bytes | None:
        """A review as JSON, if there is one."""
        async with self._connect() as connection:
            data = await connection.scalar(select(reviews.c.data).where(reviews.c.key == key))
        return None if data is None else zlib.decompress(data)

    async def put(self, key: str, review: bytes, now: int) -> None:
        """Keep a review, in the place of an older one."""
        async with self._begin() as connection:
            await connection.execute(delete(reviews).where(reviews.c.key == key))
            await connection.execute(insert(reviews), {"key": key, "data": zlib.compress(review), "created": now})
