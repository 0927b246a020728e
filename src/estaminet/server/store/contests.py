"""Contests: people's challenges, everybody's tries, and the house's own games."""

from typing import Final

import orjson
from sqlalchemy import ColumnElement, Executable, and_, func, insert, literal, select, update

from estaminet.contests import Result
from estaminet.server.errors import Refusal
from estaminet.server.rules.state import Status
from estaminet.server.store.people import Connect, People
from estaminet.server.store.rows import Challenge, HouseGame, TableSummary, Try
from estaminet.server.store.schema import challenges, house_games, tables, tries

MOST_LISTED: Final = 2000
"""Players of a deal who are compared: the latest to finish."""


class ContestStore:
    """The contests in the database."""

    def __init__(
        self, begin: Connect, connect: Connect, people: People, add_try: Executable, add_game: Executable
    ) -> None:
        """`add_try` and `add_game` write a row unless there is one with its key, and return what they wrote."""
        self._begin, self._connect, self._people = begin, connect, people
        self._add_try, self._add_game = add_try, add_game

    async def add(self, challenge: Challenge, owner: str, now: int) -> None:
        """Add a challenge; ``person.unknown`` if its author has left for good."""
        row = {
            "id": challenge.id,
            "plan": orjson.dumps(challenge.plan).decode(),
            "author": challenge.author,
            "seed": challenge.seed,
            "owner": owner,
            "created": now,
        }
        async with self._begin() as connection:
            if not await self._people.hold(connection, [owner]):
                raise Refusal("person.unknown", "You have left: say your name again.")
            await connection.execute(insert(challenges), row)

    async def find(self, challenge_id: str) -> Challenge | None:
        columns = challenges.c
        wanted = select(columns.id, columns.plan, columns.author, columns.seed).where(columns.id == challenge_id)
        async with self._connect() as connection:
            row = (await connection.execute(wanted)).first()
        return Challenge(row.id, orjson.loads(row.plan), row.author, bytes(row.seed)) if row else None

    # Who plays

    async def enter(self, key: str, person: str, table_id: str, mark: str, now: int) -> bool:
        """Enter somebody's try at a deal; False if there is one already."""
        row = {"contest": key, "person": person, "table_id": table_id, "mark": mark, "at": now}
        async with self._begin() as connection:
            if not await self._people.hold(connection, [person]):
                raise Refusal("person.unknown", "You have left: say your name again.")
            return (await connection.execute(self._add_try, {**row, "is_listed": False})).first() is not None

    async def find_try(self, key: str, person: str) -> Try | None:
        """Somebody's try at a deal."""
        return next(iter(await self._list(and_(tries.c.contest == key, tries.c.person == person), 1)), None)

    async def list_tries(self, key: str) -> list[Try]:
        """All finished tries at a deal."""
        return await self._list(and_(tries.c.contest == key, tables.c.status == Status.OVER), MOST_LISTED)

    async def count(self, keys: list[str]) -> dict[str, int]:
        """The number of finished tries at each of these deals."""
        wanted = (
            select(tries.c.contest, func.count(literal(1)).label("number"))
            .join(tables, tables.c.id == tries.c.table_id)
            .where(tries.c.contest.in_(keys), tables.c.status == Status.OVER)
            .group_by(tries.c.contest)
        )
        async with self._connect() as connection:
            return {row.contest: row.number for row in await connection.execute(wanted)}

    async def show_name(self, keys: list[str], person: str, *, is_listed: bool) -> None:
        """Show or hide somebody's name in the lists of these deals."""
        is_theirs = tries.c.contest.in_(keys), tries.c.person == person
        async with self._begin() as connection:
            await connection.execute(update(tries).where(*is_theirs).values(is_listed=is_listed))

    async def _list(self, is_wanted: ColumnElement[bool], limit: int) -> list[Try]:
        columns = tables.c
        wanted = (
            select(
                tries.c.person, tries.c.mark, tries.c.is_listed,
                columns.id, columns.status, columns.summary, columns.touched, columns.owner,
            )
            .join(tables, columns.id == tries.c.table_id)
            .where(is_wanted)
            .order_by(columns.touched.desc())
            .limit(limit)
        )  # fmt: skip
        async with self._connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            Try(
                row.person,
                TableSummary(row.id, row.status, orjson.loads(row.summary), row.touched, row.owner),
                row.mark,
                is_listed=bool(row.is_listed),
            )
            for row in rows
        ]

    # The house's games

    async def add_house_game(self, key: str, number: int, game: HouseGame, now: int) -> None:
        """Add a game of `king`."""
        row = {
            "contest": key,
            "number": number,
            "actions": orjson.dumps(game.actions).decode(),
            "share": game.result.share,
            "lead": game.result.lead,
            "created": now,
        }
        async with self._begin() as connection:
            await connection.execute(self._add_game, row)

    async def list_house_games(self, key: str) -> dict[int, HouseGame]:
        """The games of `king`, by their numbers."""
        columns = house_games.c
        wanted = select(columns.number, columns.actions, columns.share, columns.lead).where(columns.contest == key)
        async with self._connect() as connection:
            rows = (await connection.execute(wanted.order_by(columns.number))).all()
        return {
            number: HouseGame(tuple(orjson.loads(actions)), Result(share, lead))
            for number, actions, share, lead in rows
        }
