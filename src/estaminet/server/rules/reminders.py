"""Decides on reminders: a pure function of waiting games, people's settings, sent reminders, and the time."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from estaminet.server.rules.plan import DAY, GameClock, MoveClock
from estaminet.server.rules.state import State

HOUR: Final = 3_600_000
Language = Literal["fr", "en", "de"]


class WaitingGame(NamedTuple):
    """A game among people that waits for one of them. Nothing in it is secret."""

    table: str
    game: str
    """The game's title."""
    person: str
    turn: int
    """The turns they have had: nobody is reminded twice of the same."""
    since: int
    """The time of the last event."""
    others: tuple[str, ...]
    """The names of the other people at the table."""
    deadline: int | None = None
    """The end of their time."""
    warning: int | None = None
    """The time of a warning before that."""


def find_waiting_game(state: State) -> WaitingGame | None:
    """The game if it waits for a person; None for a house player, and where a running clock is at work."""
    person, clock = mover_of(state), state.terms.plan.clock
    if person is None or state.play is None or isinstance(clock, GameClock):
        return None
    others = others_at(state, person)
    if not others:
        return None
    turn = count_turns(state.play.movers, state.seats_of(person))
    deadline = state.clocks.deadline
    warning = deadline - min(DAY, clock.days * DAY // 4) if deadline and isinstance(clock, MoveClock) else None
    return WaitingGame(
        state.terms.id, state.terms.game.title, person, turn, state.at, others, deadline, warning
    )  # fmt: skip


def mover_of(state: State) -> str | None:
    """The person who is to move."""
    seat = None if state.to_move is None else state.seats[state.to_move]
    return seat.person if seat and seat.level is None else None


def others_at(state: State, person: str) -> tuple[str, ...]:
    """The names of the other people at a table."""
    return tuple(seat.name for seat in state.seats if seat.person and seat.person != person)


def count_turns(movers: Sequence[int], seats: Collection[int]) -> int:
    """The number of finished turns of these seats. Taking back and acting again is the same turn.

    >>> count_turns([0, 0, 1, 0, 1, 1], {0})
    2
    >>> count_turns([0, 0, 1, 0], {0})  # the second goes on
    1
    """
    turns = [is_own for is_own, _ in groupby(seat in seats for seat in movers)]
    return turns.count(True) - (turns[-1:] == [True])


class ReminderKind(StrEnum):
    """The reasons for a reminder. The later ones say more."""

    OVER = "over"
    TURN = "turn"
    DEADLINE = "deadline"


class Key(NamedTuple):
    """Identifies a reminder that was sent."""

    person: str
    table: str
    turn: int
    kind: ReminderKind


class Occasion(NamedTuple):
    """A possible reminder."""

    kind: ReminderKind
    person: str
    table: str
    game: str
    others: tuple[str, ...]
    turn: int = 0
    since: int = 0
    """The earliest time to send it."""
    deadline: int | None = None
    is_here: bool = False
    """Whether they are at the table, and see it themselves."""

    @property
    def key(self) -> Key:
        return Key(self.person, self.table, self.turn, self.kind)


class ReminderSettings(NamedTuple):
    """Somebody's settings of reminders."""

    person: str
    language: Language = "en"
    zone: str = "UTC"
    """By its IANA name."""
    quiet_from: int = 0
    quiet_to: int = 0
    """The quiet minutes of the day, in that zone; none if both are the same."""
    every: int = 0
    """Hours between two digests; 0 for a reminder of each turn."""
    last: int = 0
    """The time of the last digest."""


class Reminder(NamedTuple):
    """One person's message."""

    choice: ReminderSettings
    occasions: tuple[Occasion, ...]
    """Its reasons: all of them count as sent."""
    is_digest: bool = False

    @property
    def keys(self) -> list[Key]:
        return [each.key for each in self.occasions]


def occasions_of(waiting: WaitingGame, grace: int, *, is_here: bool = False) -> list[Occasion]:
    """The possible reminders of a waiting game."""
    table, game, person, turn, since, others, deadline, warning = waiting
    occasion = Occasion(ReminderKind.TURN, person, table, game, others, turn, since + grace, deadline, is_here)
    if warning is None:
        return [occasion]
    return [occasion, occasion._replace(kind=ReminderKind.DEADLINE, since=max(warning, since + grace))]


def decide(
    occasions: Iterable[Occasion], choices: Mapping[str, ReminderSettings], told: Collection[Key], now: int
) -> list[Reminder]:
    """Everything to send now. A person without settings has unsubscribed, and gets nothing."""
    ripe: defaultdict[str, list[Occasion]] = defaultdict(list)
    for each in occasions:
        if each.person in choices and not each.is_here and each.since <= now and each.key not in told:
            ripe[each.person].append(each)
    reminders: list[Reminder] = []
    for person, own in ripe.items():
        choice = choices[person]
        if is_quiet(choice, now):
            continue
        if choice.every:
            reminders += decide_digest(choice, own, now)
        else:
            reminders += [Reminder(choice, each) for each in by_table(own)]
    return reminders


def decide_digest(choice: ReminderSettings, own: list[Occasion], now: int) -> list[Reminder]:
    """One message about all tables; a deadline does not wait for it."""
    urgent = {each.table for each in own if each.kind is ReminderKind.DEADLINE}
    reminders = [Reminder(choice, each) for each in by_table(own) if each[0].table in urgent]
    rest = tuple(each for each in own if each.table not in urgent)
    if rest and now - choice.last >= choice.every * HOUR:
        reminders.append(Reminder(choice, rest, is_digest=True))
    return reminders


def by_table(occasions: Iterable[Occasion]) -> list[tuple[Occasion, ...]]:
    """The reminders of one message, the most urgent first."""
    tables: defaultdict[tuple[str, bool], list[Occasion]] = defaultdict(list)
    for each in occasions:
        tables[each.table, each.kind is ReminderKind.OVER].append(each)
    order = list(ReminderKind)
    return [tuple(sorted(own, key=lambda each: -order.index(each.kind))) for own in tables.values()]


def is_quiet(choice: ReminderSettings, now: int) -> bool:
    """Whether it is somebody's quiet time."""
    begin, end = choice.quiet_from, choice.quiet_to
    local = datetime.fromtimestamp(now / 1000, find_zone(choice.zone))
    minute = local.hour * 60 + local.minute
    return begin <= minute < end if begin <= end else not end <= minute < begin


@lru_cache(maxsize=1024)
def find_zone(name: str) -> tzinfo:
    """The time zone of this name; that of Greenwich if this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def is_zone(name: str) -> bool:
    """Whether this machine knows a time zone of this name."""
    return name == "UTC" or find_zone(name) is not UTC
