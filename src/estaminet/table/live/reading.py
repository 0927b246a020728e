"""Reads the logs of tables a little at a time: a long one stops nobody."""

import asyncio
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Final, TypeVar

import orjson

from estaminet.table.live.log import MOST_EVENTS_SENT, Log, write_event, write_list
from estaminet.table.rules.events import Event, Kind
from estaminet.table.rules.plan import Terms
from estaminet.table.rules.play import Play
from estaminet.table.rules.state import State, apply
from estaminet.table.store.database import Store

SLICE_SECONDS: Final = 0.002
"""How long is worked before others have their turn."""
PAGE: Final = 250
"""How many events are fetched at once."""
T = TypeVar("T")


class Reader:
    """Reads logs. However many want one read, one slice of work is done in a turn of the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Lock()

    async def read(self, terms: Terms, last: int) -> tuple[State, Log]:
        """A table from its log, and its last events as they are sent; `last` is the number of the last one."""
        state, log = State.of(terms), Log()

        def take_in(event: Event) -> None:
            nonlocal state
            state = apply(state, event)
            if event.number > last - MOST_EVENTS_SENT:
                log.add(event, state.play)

        while events := await self._store.load_events(terms.id, state.number, PAGE):
            await self._work(events, take_in)
        return state, log

    async def read_earlier(self, state: State, before: int, count: int) -> orjson.Fragment:
        """So many events before a number, as they are sent."""
        before = min(before, state.number + 1)
        events = await self._store.load_events(state.terms.id, max(0, before - 1 - count), min(count, before - 1))
        plays = [Play(state.play.position.restart())] if state.play else []
        """The game after every action that was not taken back."""
        written: list[bytes] = []

        def follow(action: str) -> None:
            plays.append(plays[-1].after(state.terms.game.code(action)))

        def write(event: Event) -> None:
            if event.kind is Kind.MOVED:
                follow(event.text)
            elif event.kind is Kind.UNDONE:
                plays.pop()
            written.append(write_event(event, plays[-1] if plays else None))

        if events:
            await self._work(await self._store.load_standing(state.terms.id, before=events[0].number), follow)
            await self._work(events, write)
        return write_list(written)

    async def _work(self, items: Iterable[T], do: Callable[[T], None]) -> None:
        """Do something with every item."""
        left = iter(items)
        while True:
            async with self._turn:
                began = perf_counter()
                for item in left:
                    do(item)
                    if perf_counter() - began > SLICE_SECONDS:
                        break
                else:
                    return
            await asyncio.sleep(0)
