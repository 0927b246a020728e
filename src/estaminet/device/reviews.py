"""Reviews on a device: one at a time, a step at a time, so that a game goes on beside them."""

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from estaminet.device.players import GameLoader
from estaminet.device.store import PREFIX, DeviceStore
from estaminet.engine.errors import EstaminetError
from estaminet.engine.record import Record, write_line
from estaminet.review.model import FORMAT
from estaminet.review.steps import review_in_steps
from estaminet.review.valuation import Effort
from estaminet.server.errors import Refusal

EFFORT: Final = Effort(threads=1)


@dataclass
class Progress:
    """The progress of a review."""

    done: int = 0
    total: int = 0
    review: dict[str, Any] | None = None
    refusal: EstaminetError | None = None


class DeviceReviews:
    """All that is looked back on here."""

    def __init__(self, store: DeviceStore, kit: GameLoader) -> None:
        self._store, self._kit = store, kit
        self._working: dict[str, Progress] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    async def ask(self, record: Record, *, result: Sequence[float] | None = None, table_id: str = "") -> str:
        """Have a game looked at; the key by which to ask how far it is."""
        line = write_line({"record": record.to_data(), "result": result}).encode()
        key = PREFIX + hashlib.sha256(line).hexdigest()
        if table_id:
            await self._store.put(f"review-of/{table_id}", key)
        if key not in self._working and not await self._find(key):
            progress = self._working[key] = Progress()
            task = asyncio.create_task(self._make(key, progress, record, result))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return key

    async def look(self, key: str) -> dict[str, Any]:
        """How far a review is, as it is sent."""
        progress = self._working.get(key)
        if progress is None:
            review = await self._find(key)
            if review is None:
                raise Refusal("review.none", "There is no such review: ask for it again.")
            progress = Progress(1, 1, review)
        if progress.refusal:
            raise progress.refusal
        return {
            "key": key,
            "done": progress.done,
            "total": progress.total,
            "is_done": 0 < progress.total == progress.done,
            "review": progress.review,
        }

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

    async def _make(self, key: str, progress: Progress, record: Record, result: Sequence[float] | None) -> None:
        try:
            async with self._turn:
                game = record.start.game
                await self._kit.load_weights(game.name, record.start.players)
                was_quick: bool | None = None
                for found in review_in_steps(record, effort=EFFORT, result=result, is_patient=False):
                    if found.is_complete or found.is_quick != was_quick:
                        progress.review = found.to_data()
                    if found.is_complete:
                        await self._store.put(f"review/{key}", progress.review)
                    progress.done, progress.total, was_quick = found.done, found.total, found.is_quick
                    await asyncio.sleep(0)  # whatever else is asked comes in between
        except EstaminetError as error:
            progress.refusal = error
        else:
            del self._working[key]
