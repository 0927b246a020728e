"""How long a house player takes to answer tells nothing of its cards."""

import asyncio
import random
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from estaminet.games import REGISTRY
from estaminet.players.player import HOST_SECONDS, KING_SECONDS
from estaminet.table.live.house import PACES, find_wait
from estaminet.table.live.log import event_message
from estaminet.table.rules.events import Event, Kind
from estaminet.table.rules.state import State, apply
from estaminet.table.store.database import Store
from tests.table.conftest import Meet
from tests.table.people import Visitor
from tests.table.running import SERVE, RunningServer

QUICK = (
    "from estaminet.players import player\n"
    "player.LEVELS['king'] = lambda seed: player.SearchPlayer(seed, player.Budget(seconds=0.08))\n"
) + SERVE
"""A server whose kings think little, for a test that does not take long."""
PACE = 0.25
EXACTNESS = 0.02
"""Seconds: as exactly as somebody measures over a network."""
SECONDS = 6.0


@pytest.mark.parametrize("level", PACES)
def test_whatever_was_thought_the_answer_comes_at_the_same_moment(level: str) -> None:
    pace = PACES[level]
    moments = {round(thought + find_wait(thought, pace), 9) for thought in (0.000_01, 0.006, pace / 2, pace - 0.001)}
    assert moments == {pace}
    assert find_wait(pace + 0.1, pace) == pytest.approx(pace - 0.1), "who took longer answers a whole pace later"
    assert find_wait(1.0, 0) == 0


def test_who_thinks_by_the_clock_ends_before_it_is_time() -> None:
    assert PACES["host"] > HOST_SECONDS * 1.2
    assert PACES["king"] > KING_SECONDS * 1.2


def test_people_are_told_whole_seconds() -> None:
    """The log keeps milliseconds, which the clocks need."""
    assert event_message(Event(1, 1_700_000_123_987, Kind.MOVED), [])["at"] == 1_700_000_123_000


class Answer(NamedTuple):
    """What somebody sees of a house player, and what they do not."""

    level: str
    seconds: float
    choices: int


@pytest.mark.compiled
def test_answer_times_of_house_players_tell_nothing_of_their_choices(tmp_path: Path, meet: Meet) -> None:
    """People play at several tables and measure; afterwards the log says how many actions were legal."""
    answers = watch_house(tmp_path, meet, ["host", "king"] * 2, pace=PACE)
    for level in ("host", "king"):
        seen = [each for each in answers if each.level == level]
        assert len({each.choices for each in seen}) > 4
        assert statistics.median(each.seconds for each in seen) > PACES[level] * PACE * 0.8
        strength, by_chance = compare(seen)
        assert abs(strength) <= by_chance, f"{level} gives itself away"


@pytest.mark.compiled
def test_without_a_pace_they_would_tell(tmp_path: Path, meet: Meet) -> None:
    """So the measurement above can find something."""
    strength, by_chance = compare(watch_house(tmp_path, meet, ["king"] * 4, pace=0))
    assert strength > by_chance


def watch_house(folder: Path, meet: Meet, levels: list[str], pace: float) -> list[Answer]:
    with RunningServer(folder, program=QUICK, pace=pace, thinking=len(levels) + 1) as server:
        people = [meet(server, f"Guest {number}") for number in range(len(levels))]
        with ThreadPoolExecutor(len(people)) as pool:
            played = list(pool.map(measure, people, levels, range(len(people))))
        server.stop()
        return [answer for table, times in played for answer in find_choices(server, table, times)]


def measure(person: Visitor, level: str, seed: int) -> tuple[str, dict[int, float]]:
    """Play at random for a while; when each event came, after the one before."""
    table: str = person.set_up("nuit", ["me", level, level])["id"]
    line, rng = person.sit_live(table), random.Random(seed)
    line.next_update()
    line.ask("sit")
    line.ask("start")
    times: dict[int, float] = {}
    began = before = time.perf_counter()
    while before - began < SECONDS and line.update["table"]["status"] == "playing":
        if line.update["view"]["legal"]:
            line.send("move", number=line.update["number"], action=rng.choice(line.update["view"]["legal"]))
        line.until(line.update["number"] + 1)
        now = time.perf_counter()
        if len(line.update["events"]) == 1:
            times[line.update["number"]] = now - before
        before = now
    return table, times


def find_choices(server: RunningServer, table: str, times: dict[int, float]) -> list[Answer]:
    """The answers of the house, each with the number of actions that were legal for its seat."""

    async def load() -> State:
        store = Store(server.database, REGISTRY)
        found = await store.load_table(table)
        await store.close()
        assert found is not None
        terms, events = found
        state = State.of(terms)
        for event in events:
            seat = state.to_move
            if event.kind is Kind.MOVED and seat is not None and state.seats[seat].level and event.number in times:
                assert state.play is not None
                answers.append(Answer(state.seats[seat].level or "", times[event.number], len(state.play.legal)))
            state = apply(state, event)
        return state

    answers: list[Answer] = []
    asyncio.run(load())
    return answers


def compare(answers: list[Answer], shuffles: int = 2000) -> tuple[float, float]:
    """The rank correlation of times and choices, and how strong it is by chance once in a thousand times."""
    times = ranks([round(each.seconds / EXACTNESS) for each in answers])
    choices = ranks([each.choices for each in answers])
    rng, by_chance = random.Random(1), []
    for _ in range(shuffles):
        shuffled = rng.sample(times, len(times))
        by_chance.append(abs(correlate(shuffled, choices)))
    return correlate(times, choices), sorted(by_chance)[-shuffles // 1000 - 1]


def ranks(values: list[int]) -> list[float]:
    """From the smallest; equal values share the mean of their ranks."""
    order = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(order)))}
    last = {value: place for place, value in enumerate(order)}
    return [(first[value] + last[value]) / 2 for value in values]


def correlate(xs: list[float], ys: list[float]) -> float:
    return statistics.correlation(xs, ys) if len(set(xs)) > 1 else 0.0
