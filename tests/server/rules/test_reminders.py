"""Who is told what, and when: a world in which games go on, people come, go, sleep and stop, and time passes."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estaminet.server.rules.reminders import (
    HOUR,
    Key,
    Occasion,
    Reminder,
    ReminderKind,
    ReminderSettings,
    WaitingGame,
    count_turns,
    decide,
    is_quiet,
    occasions_of,
)

GRACE = 60_000
MINUTE = 60_000
START = int(datetime(2026, 3, 28, 20, tzinfo=UTC).timestamp()) * 1000
"""The night in which Paris loses an hour."""
PEOPLE = "anna", "bert"
TABLES = "t1", "t2", "t3"


def waiting(table: str = "t1", person: str = "anna", turn: int = 0, since: int = START, days: int = 0) -> WaitingGame:
    deadline = since + days * 24 * HOUR if days else None
    warning = deadline - 6 * HOUR if deadline else None
    return WaitingGame(table, "La Poule", person, turn, since, ("Bert",), deadline, warning)


def occasions(*waits: WaitingGame, here: bool = False) -> list[Occasion]:
    return [each for wait in waits for each in occasions_of(wait, GRACE, is_here=here)]


@dataclass
class World:
    """Games, people, and what they were told."""

    choices: dict[str, ReminderSettings]
    now: int = START
    turns: dict[str, WaitingGame] = field(default_factory=dict)
    over: dict[str, Occasion] = field(default_factory=dict)
    here: set[tuple[str, str]] = field(default_factory=set)
    stopped: set[str] = field(default_factory=set)
    told: set[Key] = field(default_factory=set)
    sent: list[tuple[int, Reminder]] = field(default_factory=list)

    def occasions(self) -> list[Occasion]:
        found = [
            each
            for wait in self.turns.values()
            for each in occasions_of(wait, GRACE, is_here=(wait.person, wait.table) in self.here)
        ]
        return [*found, *self.over.values()]

    def look(self) -> None:
        """A round of the dispatcher; what it claims is in the database, whatever happens to the process then."""
        choices = {person: each for person, each in self.choices.items() if person not in self.stopped}
        for reminder in decide(self.occasions(), choices, self.told, self.now):
            self.told |= set(reminder.keys)
            self.sent.append((self.now, reminder))
            if reminder.is_digest:
                person = reminder.choice.person
                self.choices[person] = self.choices[person]._replace(last=self.now)


minutes = st.integers(0, 24 * 60 - 1)
choices = st.builds(
    ReminderSettings,
    st.just("?"),
    zone=st.sampled_from(["Europe/Paris", "UTC", "Pacific/Auckland", "America/New_York"]),
    quiet_from=minutes,
    quiet_to=minutes,
    every=st.sampled_from([0, 0, 4, 24]),
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.integers(1, 600)),
        st.tuples(st.just("turn"), st.sampled_from(TABLES), st.sampled_from(PEOPLE), st.integers(0, 3)),
        st.tuples(st.just("over"), st.sampled_from(TABLES), st.sampled_from(PEOPLE)),
        st.tuples(st.just("here"), st.sampled_from(TABLES), st.sampled_from(PEOPLE)),
        st.tuples(st.just("stop"), st.sampled_from(PEOPLE)),
    ),
    max_size=40,
)


@given(st.tuples(choices, choices), steps)
def test_nobody_is_told_twice_of_a_turn_nor_in_quiet_hours_nor_after_they_stopped(
    settled: tuple[ReminderSettings, ReminderSettings], course: list[tuple[str, ...]]
) -> None:
    world = World({name: each._replace(person=name) for name, each in zip(PEOPLE, settled, strict=True)})
    turns = 0
    for step in course:
        match step:
            case ("wait", passed):
                world.now += int(passed) * MINUTE
            case ("turn", table, person, days):
                turns += 1
                world.turns[table] = waiting(table, person, turns, world.now, int(days))
            case ("over", table, person):
                world.turns.pop(table, None)
                world.over[table] = Occasion(
                    ReminderKind.OVER, person, table, "La Poule", ("Bert",), since=world.now + GRACE
                )
            case ("here", table, person):
                world.here ^= {(person, table)}
            case ("stop", person):
                world.stopped ^= {person}
        before = len(world.sent)
        known = set(world.told)
        world.look()
        for _, reminder in world.sent[before:]:
            person = reminder.choice.person
            assert person not in world.stopped
            assert not is_quiet(reminder.choice, world.now)
            assert not known & set(reminder.keys)
            assert all(each.since <= world.now and not each.is_here for each in reminder.occasions)
    keys = [key for _, reminder in world.sent for key in reminder.keys]
    assert len(keys) == len(set(keys))
    for person, choice in world.choices.items():
        digests = [at for at, each in world.sent if each.is_digest and each.choice.person == person]
        assert all(later - at >= choice.every * HOUR for at, later in pairwise(digests))


@given(choices, st.integers(1, 1000))
def test_whoever_wants_to_be_told_is_told_within_a_day_of_their_turn(choice: ReminderSettings, lateness: int) -> None:
    world = World({"anna": choice._replace(person="anna", every=0)})
    world.turns["t1"] = waiting()
    world.now += lateness * 1000
    for _ in range(25 * 60):
        world.look()
        world.now += MINUTE
    asleep = choice.quiet_from == (choice.quiet_to + 1) % (24 * 60)  # one minute of the day is left, and may be missed
    assert asleep or [each.keys for _, each in world.sent] == [[Key("anna", "t1", 0, ReminderKind.TURN)]]


def test_what_falls_into_quiet_hours_comes_when_they_end_if_it_is_still_their_turn() -> None:
    paris = ZoneInfo("Europe/Paris")
    choice = ReminderSettings("anna", "fr", "Europe/Paris", 22 * 60, 8 * 60)
    world = World({"anna": choice})
    at_ten = int(datetime(2026, 3, 28, 22, 0, tzinfo=paris).timestamp()) * 1000
    world.turns["t1"], world.turns["t2"] = waiting(since=at_ten), waiting("t2", since=at_ten)
    world.now = at_ten
    while not world.sent:
        world.now += MINUTE
        if datetime.fromtimestamp(world.now / 1000, paris).hour == 7:
            world.turns.pop("t2", None)
        world.look()
    assert datetime.fromtimestamp(world.now / 1000, paris).strftime("%H:%M") == "08:00"
    assert world.now - at_ten == 9 * HOUR, "that night is an hour shorter"
    assert [each.table for _, reminder in world.sent for each in reminder.occasions] == ["t1"]


def test_a_deadline_that_is_near_waits_for_no_digest_and_says_all_there_is_to_say() -> None:
    choice = ReminderSettings("anna", every=24, last=START)
    world = World({"anna": choice}, turns={"t1": waiting(days=1), "t2": waiting("t2")})
    world.now += 18 * HOUR - 1
    world.look()
    assert world.sent == []
    world.now += 1
    world.look()
    (_, reminder), *others = world.sent
    assert [each.kind for each in reminder.occasions] == [ReminderKind.DEADLINE, ReminderKind.TURN]
    assert not others
    world.now += 6 * HOUR
    world.look()
    assert [each.table for each in world.sent[-1][1].occasions] == ["t2"]


def test_nobody_is_told_at_once_nor_while_they_are_at_the_table() -> None:
    everybody = {"anna": ReminderSettings("anna")}
    assert decide(occasions(waiting()), everybody, set(), START + GRACE - 1) == []
    assert decide(occasions(waiting(), here=True), everybody, set(), START + GRACE) == []
    assert len(decide(occasions(waiting()), everybody, set(), START + GRACE)) == 1


@pytest.mark.parametrize(
    ("movers", "turn"),
    [([], 0), ([1], 0), ([0], 0), ([0, 1], 1), ([0, 0, 1, 1], 1), ([0, 1, 0, 1], 2), ([1, 0, 1, 0], 1)],
)
def test_a_turn_is_the_same_whatever_others_take_back(movers: list[int], turn: int) -> None:
    assert count_turns(movers, {0}) == turn
    assert count_turns(movers[:-1] + movers[-1:] * 2, {0}) == turn
