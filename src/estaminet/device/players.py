"""House players and reviews on a device: they think on the calling thread, one at a time."""

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any, Final, Protocol

import orjson

from estaminet.device.store import PREFIX, DeviceStore
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Learned
from estaminet.engine.position import Position
from estaminet.engine.record import Record, write_line
from estaminet.players.hints import Hint, find_hint
from estaminet.players.levels import find_strength
from estaminet.review.model import FORMAT
from estaminet.review.replay import Effort
from estaminet.review.steps import review_in_steps
from estaminet.server.errors import Refusal
from estaminet.server.live.history import Progress, write_progress
from estaminet.server.live.question import ADVICE, UNDO_SECONDS, Accounts, Question


class GameLoader(Protocol):
    """The parts of the house that are loaded on demand."""

    async def load(self, game: str) -> None:
        """Load a game's compiled functions."""

    async def load_weights(self, game: str, players: int) -> None:
        """Load the network of a game with so many players, if it has one."""


class DevicePlayers:
    """Plays and advises."""

    def __init__(self, kit: GameLoader) -> None:
        self.accounts = Accounts()
        self._kit = kit

    async def choose(self, question: Question) -> int:
        """The code of a house player's action."""
        game, players = question.game, question.players
        if isinstance(find_strength(game, players, question.level), Learned):
            await self._kit.load_weights(game.name, players)
        await asyncio.sleep(UNDO_SECONDS if question.is_undoable else 0)  # other requests are answered first
        return question.seat_player().choose(game, players, question.known, question.seat)

    async def advise(self, person: str, position: Position, seat: int) -> Hint:  # noqa: ARG002  # there is one person
        """Advice for a seat."""
        await self._kit.load_weights(position.game.name, position.players)
        return find_hint(position, seat, ADVICE)


# Reviews: one at a time, in steps, so that a game goes on beside them


EFFORT: Final = Effort(threads=1)


class DeviceReviews:
    """The reviews of this device."""

    def __init__(self, store: DeviceStore, kit: GameLoader) -> None:
        self._store, self._kit = store, kit
        self._working: dict[str, Progress] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    async def ask(self, record: Record, *, result: Sequence[float] | None = None, table_id: str = "") -> str:
        """Request the review of a game; returns its progress key."""
        line = write_line({"record": record.to_data(), "result": result}).encode()
        key = PREFIX + hashlib.sha256(line).hexdigest()
        if table_id:
            await self._store.put(f"review-of/{table_id}", key)
        if key not in self._working and not await self._find(key):
            self._working[key] = Progress()
            task = asyncio.create_task(self._make(key, record, result))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return key

    async def look(self, key: str) -> bytes:
        """The progress of a review, as sent."""
        progress = self._working.get(key)
        if progress is None:
            review = await self._find(key)
            if review is None:
                raise Refusal("review.none", "There is no such review: ask for it again.")
            progress = Progress(1, 1, orjson.dumps(review))
        return write_progress(key, progress)

    async def find_of_table(self, table_id: str) -> dict[str, Any] | None:
        """The finished review of a table's game, if there is one."""
        key = await self._store.get(f"review-of/{table_id}")
        return await self._find(key) if key else None

    async def forget(self, table_id: str) -> None:
        """Delete the review of a table's game."""
        key = await self._store.get(f"review-of/{table_id}")
        if key:
            await self._store.put(f"review/{key}", None)
            await self._store.put(f"review-of/{table_id}", None)

    async def _find(self, key: str) -> dict[str, Any] | None:
        review: dict[str, Any] | None = await self._store.get(f"review/{key}")
        return review if review and review["format"] == FORMAT else None

    async def _make(self, key: str, record: Record, result: Sequence[float] | None) -> None:
        try:
            async with self._turn:
                game = record.start.game
                await self._kit.load_weights(game.name, record.start.players)
                review, was_quick = b"", None
                for found in review_in_steps(record, effort=EFFORT, result=result, is_patient=False):
                    if found.is_complete or found.is_quick != was_quick:
                        review = orjson.dumps(found.to_data())
                    if found.is_complete:
                        await self._store.put(f"review/{key}", found.to_data())
                    self._working[key] = Progress(found.done, found.total, review)
                    was_quick = found.is_quick
                    await asyncio.sleep(0)  # other requests come in between
        except EstaminetError as error:
            self._working[key] = self._working[key]._replace(refusal=error)
        else:
            del self._working[key]
