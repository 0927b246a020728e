"""Reviews of finished games: few at a time, each in a low-priority process of its own.

A review goes on as long as somebody waits for it, and is stored when it is done.
"""

import asyncio
import hashlib
import logging
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import orjson

from estaminet.engine.errors import EstaminetError
from estaminet.engine.record import Record, write_line
from estaminet.review.model import FORMAT
from estaminet.server.errors import Refusal, StoreUnreachable
from estaminet.server.live.clock import now
from estaminet.server.live.history import Progress
from estaminet.server.live.house import FairSlots, has_room
from estaminet.server.live.question import Account
from estaminet.server.store.notes import ReviewStore

MOST_OF_ONE: Final = 2
"""Reviews that one person may wait for; strangers of one address count as one person."""
BUSY_SECONDS: Final = 30
UNSEEN_SECONDS: Final = 60.0
"""Seconds without a look after which nobody wants it any more."""
LONGEST_LINE: Final = 16 * 1024 * 1024
log = logging.getLogger(__name__)


class _ReviewJob:
    """A review that is being made."""

    def __init__(self, payer: Account) -> None:
        self.payer = payer
        self.progress = Progress()
        self.seen = time.monotonic()
        self.task: asyncio.Task[None]

    @property
    def is_wanted(self) -> bool:
        return time.monotonic() - self.seen < UNSEEN_SECONDS


class Reviews:
    """The reviews of this server."""

    def __init__(self, store: ReviewStore, at_once: int, most: int) -> None:
        """With `at_once` 0 there are none; with `most` 0 any number may wait."""
        self._store, self._at_once, self._most = store, at_once, most
        self._slots = FairSlots(max(at_once, 1))
        self._working: dict[str, _ReviewJob] = {}

    async def ask(
        self, record: Record, payer: Account, *, result: Sequence[float] | None = None, table_id: str = ""
    ) -> str:
        """Begin the review of a game, unless it was begun already; the key to ask for it.

        A game that ended early comes with everybody's share as its `result`.
        """
        line = write_line({"record": record.to_data(), "result": result}).encode()
        key = hashlib.sha256(line).hexdigest()  # the same for the same game
        if table_id:
            with suppress(StoreUnreachable):  # the review is made all the same
                await self._store.note(table_id, key)
        if key in self._working or await self._find(key) or key in self._working:
            return key
        if not self._at_once:
            raise Refusal("review.none", "This server makes no reviews.")
        self._check(payer)
        work = self._working[key] = _ReviewJob(payer)
        work.task = asyncio.create_task(self._make(key, work, line))
        return key

    def _check(self, payer: Account) -> None:
        """Whether one more can wait."""
        waiting = Counter(work.payer for work in self._working.values() if not work.progress.is_done)
        if waiting[payer] >= MOST_OF_ONE:
            raise Refusal(
                "rate.exceeded",
                "You are waiting for other reviews already: ask for one at a time.",
                seconds=BUSY_SECONDS,
            )
        if not has_room(waiting, payer, MOST_OF_ONE, self._most):
            raise Refusal(
                "house.busy", "Too many people want a review right now: try again later.", seconds=BUSY_SECONDS
            )

    async def look(self, key: str) -> Progress:
        """The progress of a review; ``review.none`` if nobody has asked for it, or it was given up."""
        work = self._working.get(key)
        if work:
            work.seen = time.monotonic()
            return work.progress
        review = await self._find(key)
        if review is None:
            raise Refusal("review.none", "There is no such review: ask for it again.")
        return Progress(1, 1, review)

    async def close(self) -> None:
        """Give up what is not done."""
        tasks = [work.task for work in self._working.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _find(self, key: str) -> bytes | None:
        review = await self._store.find(key)
        return review if review and orjson.loads(review)["format"] == FORMAT else None

    async def _make(self, key: str, work: _ReviewJob, line: bytes) -> None:
        try:
            async with self._slots.hold(work.payer):
                if work.is_wanted:
                    await self._run(work, line)
            if work.progress.is_done and work.progress.review:
                await self._store.put(key, work.progress.review, now())
            elif work.progress.refusal:
                await asyncio.sleep(UNSEEN_SECONDS)  # the person who asked learns why
        except EstaminetError:
            log.warning("a review could not be kept")
        except Exception:
            log.exception("a review could not be made")
        finally:
            del self._working[key]

    async def _run(self, work: _ReviewJob, line: bytes) -> None:
        """Let a process make it, and read its output."""
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-P", "-m", "estaminet.review", str(min(2, os.cpu_count() or 1))]
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE)
        assert process.stdin  # noqa: S101  # for the types: both pipes were asked for
        assert process.stdout  # noqa: S101
        try:
            process.stdin.write(line + b"\n")
            process.stdin.close()
            while work.is_wanted and (said := await process.stdout.readline()):
                work.progress = await take_in(work.progress, orjson.loads(said), process.stdout)
                if work.progress.is_done:
                    break  # it is kept at once: the process may take a while to end
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def take_in(progress: Progress, said: dict[str, object], lines: asyncio.StreamReader) -> Progress:
    """The progress after a line of output; if that announces a review, the review is the next line."""
    if "code" in said:
        return progress._replace(refusal=Refusal("review.none", str(said["sentence"])))
    review = (await lines.readline()).rstrip() if said["has_review"] else progress.review
    return Progress(int(str(said["done"])), int(str(said["total"])), review)
