"""The lines of people who look at a finished game together."""

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from estaminet.server.errors import Refusal
from estaminet.server.live.together import Pointing, Shown, Together
from estaminet.server.live.updates import Watcher
from estaminet.server.rules.commands import Look, LookAlone, LookTogether
from estaminet.server.rules.state import State

SHARED_SECONDS: Final = 0.1
"""Others hear of each change at most this often."""


class Looking:
    """The shared replay of one table, in the memory of this process."""

    def __init__(self, watchers: Collection[Watcher], find_state: Callable[[], State]) -> None:
        self._watchers, self._find_state = watchers, find_state
        self._together = Together()
        self.shown: Shown | None = None
        """The state that people with a seat are shown."""
        self._sharing: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def carry_out(self, watcher: Watcher, command: Look) -> None:
        """Carry out a command from a line; a refusal if it is not allowed."""
        person = find_person(watcher)
        self._together.carry_out(self._find_state(), person, command)
        if isinstance(command, LookTogether):
            watcher.looks_on = True
        elif isinstance(command, LookAlone):
            for each in self._lines_of(person):
                each.looks_on = False
        self._change()

    def point(self, watcher: Watcher, target: str) -> None:
        """Show the others who take part what somebody points at."""
        person = find_person(watcher)
        pointing = Pointing(self._together.require_part(self._find_state(), person), person, target)
        for each in self._watchers:
            if each.looks_on and each.see and each is not watcher and not each.is_dismissed:
                each.see(pointing)

    def lose(self, watcher: Watcher) -> None:
        """A line is gone. A member without another one may come back within a moment."""
        if watcher.looks_on and watcher.person and not self._lines_of(watcher.person):
            self._together.lose(watcher.person)
            self._change()

    def close(self) -> None:
        """Stop: nothing happens here by itself any more."""
        for timer in (self._sharing, self._alarm):
            if timer:
                timer.cancel()
        self._sharing = self._alarm = None

    def _lines_of(self, person: str) -> list[Watcher]:
        return [each for each in self._watchers if each.looks_on and each.person == person]

    def _change(self) -> None:
        """Tell everybody of a change, now or a moment after the last one."""
        due = self._together.pass_time()
        loop = asyncio.get_running_loop()
        if self._alarm:
            self._alarm.cancel()
        self._alarm = loop.call_at(loop.time() + max(0.0, due), self._change) if due is not None else None
        if self._sharing is None:
            self._share()

    def _share(self) -> None:
        before, self._sharing = self.shown, None
        self.shown = self._together.show(self._find_state())
        if self.shown == before:
            return
        for each in self._watchers:
            if each.person and not each.is_screen:
                each.notify()
        self._sharing = asyncio.get_running_loop().call_later(SHARED_SECONDS, self._share)


def find_person(watcher: Watcher) -> str:
    """The person at a line; a screen in a room has none."""
    if watcher.person is None or watcher.is_screen:
        raise Refusal("seat.foreign", "Only people who had a seat at this table can look at its game together.")
    return watcher.person
