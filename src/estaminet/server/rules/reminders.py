"""Who is to be told what, now: a pure function of what waits, what people chose, what they were told, and the time."""

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
    """Its title."""
    person: str
    turn: int
    """How many turns they have had: nobody is told twice of the same."""
    since: int
    """When something last happened."""
    others: tuple[str, ...]
    """What the other people at the table are called."""
    deadline: int | None = None
    """When their time is up."""
    warning: int | None = None
    """When that is near."""


def find_waiting_game(state: State) -> WaitingGame | None:
    """For whom a table waits; None if for nobody, for a house player, or where people play against a running clock."""
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
    """What the other people at a table are called."""
    return tuple(seat.name for seat in state.seats if seat.person and seat.person != person)


def count_turns(movers: Sequence[int], seats: Collection[int]) -> int:
    """How many turns of these seats are over. What others take back and do again is the same turn of theirs.

    >>> count_turns([0, 0, 1, 0, 1, 1], {0})
    2
    >>> count_turns([0, 0, 1, 0], {0})  # the second goes on
    1
    """
    turns = [is_own for is_own, _ in groupby(seat in seats for seat in movers)]
    return turns.count(True) - (turns[-1:] == [True])


class ReminderKind(StrEnum):
    """Why somebody is told something. The later ones say more."""

    OVER = "over"
    TURN = "turn"
    DEADLINE = "deadline"


class Key(NamedTuple):
    """By which it is known that somebody has been told."""

    person: str
    table: str
    turn: int
    kind: ReminderKind


class Occasion(NamedTuple):
    """Something that a person may want to know."""

    kind: ReminderKind
    person: str
    table: str
    game: str
    others: tuple[str, ...]
    turn: int = 0
    since: int = 0
    """From this moment on they may be told."""
    deadline: int | None = None
    is_here: bool = False
    """Whether they sit before the table, and see it themselves."""

    @property
    def key(self) -> Key:
        return Key(self.person, self.table, self.turn, self.kind)


class ReminderSettings(NamedTuple):
    """What somebody has settled about their reminders."""

    person: str
    language: Language = "en"
    zone: str = "UTC"
    """By its IANA name."""
    quiet_from: int = 0
    quiet_to: int = 0
    """Minutes of the day, in that zone, between which nobody is disturbed; none if both are the same."""
    every: int = 0
    """Hours between two digests; 0 to be told of each turn."""
    last: int = 0
    """When the last digest was sent."""


class Reminder(NamedTuple):
    """What one person is to be told now."""

    choice: ReminderSettings
    occasions: tuple[Occasion, ...]
    """The reasons for it: all of them count as told."""
    is_digest: bool = False

    @property
    def keys(self) -> list[Key]:
        return [each.key for each in self.occasions]


def occasions_of(waiting: WaitingGame, grace: int, *, is_here: bool = False) -> list[Occasion]:
    """What there may be to say about a game that waits."""
    table, game, person, turn, since, others, deadline, warning = waiting
    occasion = Occasion(ReminderKind.TURN, person, table, game, others, turn, since + grace, deadline, is_here)
    if warning is None:
        return [occasion]
    return [occasion, occasion._replace(kind=ReminderKind.DEADLINE, since=max(warning, since + grace))]


def decide(
    occasions: Iterable[Occasion], choices: Mapping[str, ReminderSettings], told: Collection[Key], now: int
) -> list[Reminder]:
    """Everything to send now. A person without a choice here has unsubscribed, and gets nothing."""
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
    """One message about all tables; a deadline waits for none, nor does its table then."""
    urgent = {each.table for each in own if each.kind is ReminderKind.DEADLINE}
    reminders = [Reminder(choice, each) for each in by_table(own) if each[0].table in urgent]
    rest = tuple(each for each in own if each.table not in urgent)
    if rest and now - choice.last >= choice.every * HOUR:
        reminders.append(Reminder(choice, rest, is_digest=True))
    return reminders


def by_table(occasions: Iterable[Occasion]) -> list[tuple[Occasion, ...]]:
    """What belongs into one message, what says most first."""
    tables: defaultdict[tuple[str, bool], list[Occasion]] = defaultdict(list)
    for each in occasions:
        tables[each.table, each.kind is ReminderKind.OVER].append(each)
    order = list(ReminderKind)
    return [tuple(sorted(own, key=lambda each: -order.index(each.kind))) for own in tables.values()]


def is_quiet(choice: ReminderSettings, now: int) -> bool:
    """Whether somebody does not want to be disturbed at this hour."""
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
