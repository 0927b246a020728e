"""Reads the logs of tables a little at a time: a long one holds nobody up."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Final, TypeVar

import orjson

from estaminet.server.live.updates import (
    MOST_EVENTS_SENT,
    Log,
    Views,
    Watcher,
    find_watched_seat,
    write_event,
    write_once,
)
from estaminet.server.rules.apply import replay_event
from estaminet.server.rules.events import Event, EventKind, actions_undone
from estaminet.server.rules.plan import Terms
from estaminet.server.rules.play import Play
from estaminet.server.rules.state import State
from estaminet.server.store.rows import TableStore

SLICE_SECONDS: Final = 0.002
"""Seconds of work before others have their turn."""
MOST_EVENTS_ASKED: Final = 200
MOST_VIEWS_ASKED: Final = 100
PAGE: Final = 250
"""How many events are fetched at once."""
T = TypeVar("T")


class LogReader:
    """Reads logs, one slice in each turn of the event loop, however many are wanted."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._turn = asyncio.Lock()

    async def read(self, terms: Terms, last: int) -> tuple[State, Log]:
        """A table from its log, and its last events as they are sent; `last` is the number of the last one."""
        state, log = State.of(terms), Log()

        def take_in(event: Event) -> None:
            nonlocal state
            state = replay_event(state, event)
            log.add(event, state.play, is_sent=event.number > last - MOST_EVENTS_SENT)

        while events := await self._store.load_events(terms.id, state.number, PAGE):
            await self._work(events, take_in)
        return state, log

    async def read_earlier(self, state: State, log: Log, before: int, count: int) -> bytes:
        """So many events before a number, as they are sent."""
        before = min(before, state.number + 1)
        first = max(1, before - count)
        mark, codes = log.mark_before(first)
        events = await self._store.load_events(state.terms.id, mark, before - 1 - mark)
        plays = [Play(state.play.position.restart())] if state.play else []
        """The game after each of its actions."""
        written: list[orjson.Fragment] = []

        def follow(code: int) -> None:
            plays.append(plays[-1].after(code))

        def tell(event: Event) -> None:
            if event.kind is EventKind.MOVED:
                follow(state.terms.game.code(event.text))
            elif event.kind is EventKind.UNDONE:
                del plays[-actions_undone(event) :]
            if event.number >= first:
                written.append(write_event(event, plays[-1] if plays else None))

        await self._work(codes, follow)
        await self._work(events, tell)
        return orjson.dumps(written)

    async def read_views(self, state: State, person: str | None, count: int, *, with_drawing: bool = False) -> bytes:
        """So many positions of the game, the present one last, each as somebody saw it then: a message."""
        play = state.play
        if play is None:
            return orjson.dumps({"number": state.number, "views": []})
        seat = find_watched_seat(state, Watcher(person), state.seats_of(person))
        history = play.position.history
        start = max(0, len(history) + 1 - count)
        position, views = play.position.restart(), Views()
        plays: list[Play] = []
        written: list[orjson.Fragment] = []

        def tell(each: Play) -> None:
            plays[:] = [each]
            drawing = each.position.render(seat) if with_drawing else None
            written.append(write_once(views.write(each, seat, drawing=drawing)))

        await self._work(history[:start], position.follow)
        tell(Play(position))
        await self._work(history[start:], lambda code: tell(plays[0].after(code)))
        return orjson.dumps({"number": state.number, "views": written})

    async def _work(self, items: Iterable[T], do: Callable[[T], None]) -> None:
        """Do something with every item."""
        left = iter(items)
        is_done = False
        while not is_done:
            async with self._turn:
                is_done = _work_a_while(left, do)
                await asyncio.sleep(0)  # the next in this line begins when others have had their turn


def _work_a_while(items: Iterator[T], do: Callable[[T], None]) -> bool:
    """Work for one slice; whether that was all."""
    began = perf_counter()
    for item in items:
        do(item)
        if perf_counter() - began > SLICE_SECONDS:
            return False
    return True
