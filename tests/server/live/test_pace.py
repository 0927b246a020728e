"""A house player's response time tells nothing of its cards."""

import asyncio
import random
import selectors
import statistics
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import orjson
import pytest

from estaminet.engine.game import KING_SECONDS
from estaminet.players.levels import HOST_SECONDS
from estaminet.server.live import house as house_module
from estaminet.server.live.house import LONGEST_THOUGHT, PACES, House, find_wait
from estaminet.server.live.question import Account, Question
from estaminet.server.live.updates import write_event
from estaminet.server.rules.commands import Move, Start
from estaminet.server.rules.events import Event, EventKind
from tests.server.conftest import Meet
from tests.server.servers import RunningServer
from tests.server.tables import Table, sit


@pytest.mark.parametrize("level", PACES)
def test_whatever_was_thought_the_answer_comes_at_the_same_moment(level: str) -> None:
    pace = PACES[level]
    for waited, paces in ((0.0, 1), (0.05 * pace, 1), (0.3 * pace, 2), (3.0 * pace, 4)):
        thoughts = (0.000_01, 0.006, pace / 2, LONGEST_THOUGHT * pace)
        moments = {round(waited + each + find_wait(waited, waited + each, pace), 9) for each in thoughts}
        assert moments == {round(paces * pace, 9)}
    assert find_wait(0, pace + 0.1, pace) == pytest.approx(pace - 0.1), "who took longer answers a whole pace later"
    assert find_wait(0, 1.0, 0) == 0


def test_whoever_thinks_by_the_clock_ends_before_it_is_time() -> None:
    assert PACES["host"] * LONGEST_THOUGHT > HOST_SECONDS * 1.1
    assert PACES["king"] * LONGEST_THOUGHT > KING_SECONDS * 1.1


def test_people_are_told_whole_seconds() -> None:
    """The log keeps milliseconds, which the clocks need."""
    written = orjson.dumps(write_event(Event(1, 1_700_000_123_987, EventKind.MOVED), None))
    assert orjson.loads(written)["at"] == 1_700_000_123_000


@pytest.mark.compiled
def test_a_house_player_never_answers_before_its_time(tmp_path: Path, meet: Meet) -> None:
    """On a real server, as its own log has it: also where there is nothing to think about."""
    share = 0.1
    with RunningServer(tmp_path, pace=share) as server:
        anna = meet(server, "Anna")
        table = anna.set_up("nuit", ["me", "host", "apprentice"])["id"]
        line, rng = anna.sit_live(table), random.Random(1)
        line.next_update()
        line.ask("sit")
        line.ask("start")
        while line.update["number"] < 28 and line.update["table"]["status"] == "playing":
            if line.update["view"]["legal"]:
                line.send("move", number=line.update["number"], action=rng.choice(line.update["view"]["legal"]))
            line.until(line.update["number"] + 1)
        log = server.query("SELECT at, kind, seat FROM events WHERE table_id = ? ORDER BY number", table)
    waits = [(later[0] - earlier[0]) / 1000 for earlier, later in pairwise(log) if later[1] == "moved" and later[2]]
    assert len(waits) > 9
    assert min(waits) > 0.9 * share * PACES["host"]


# What somebody learns who measures, with times that a real house player takes


class Answer(NamedTuple):
    """A house player as others see it."""

    seconds: float
    choices: int


class QuickLoop(asyncio.SelectorEventLoop):
    """An event loop in which nobody has to wait: when all sleep, the time of the next alarm has come."""

    def __init__(self) -> None:
        super().__init__(selectors.DefaultSelector())
        self._now = 0.0
        self._look = self._selector.select  # type: ignore[attr-defined]
        self._selector.select = self._pass_time  # type: ignore[attr-defined]

    def time(self) -> float:
        return self._now

    def _pass_time(self, timeout: float | None) -> object:
        self._now += timeout or 0
        return self._look(0 if timeout is not None else None)


class Measured:
    """A table at which Anna plays at random and at once, with a stopwatch in her hand."""

    def __init__(self, level: str, number: int, clock: Callable[[], float]) -> None:
        self._payer = f"person {number}"
        self.answers: list[Answer] = []
        self._clock = clock
        self._table = Table("nuit", ["me", level, level])
        self._table.ask("anna", sit(salt=f"salt-{number}"))
        self._table.ask("anna", Start(type="start"))
        self._rng = random.Random(number)
        self._play()

    def _play(self) -> None:
        while self._table.state.to_move == 0:
            number, action = self._table.state.number, self._rng.choice(self._table.legal)
            self._table.ask("anna", Move(type="move", number=number, action=action))

    async def play(self, house: House) -> None:
        """Have the house play its seats until the game is over."""
        while (seat := self._table.state.to_move) is not None:
            state, position = self._table.state, self._table.position
            question = Question(
                game=position.game,
                players=position.players,
                known=position.known_to(seat),
                seat=seat,
                level=state.seats[seat].level or "",
                style=None,
                payer=Account(self._payer),
                began=self._clock(),
            )
            code = await house.choose(question)
            self.answers.append(Answer(self._clock() - question.began, len(self._table.legal)))
            self._table.house_moves(question.game.actions[code].text)
            self._play()


def think_as(level: str, choices: int, rng: random.Random) -> float:
    """Seconds, as they were measured."""
    if level == "king":
        return 0.006 if choices == 1 else rng.uniform(0.5, KING_SECONDS)
    return 0.000_3 * choices * rng.uniform(0.5, 2)


def watch(level: str, monkeypatch: pytest.MonkeyPatch, *, pace: float, tables: int, threads: int) -> list[Answer]:
    """All answers at some tables, from the deal to the end."""
    loop, rng = QuickLoop(), random.Random(5)
    monkeypatch.setattr(house_module, "monotonic", loop.time)

    async def go() -> list[Answer]:
        house = House(threads, pace=pace)

        async def think(_pool: object, work: Callable[[], tuple[int, float]]) -> int:
            code, seconds = work()
            await asyncio.sleep(seconds)
            return code

        def choose(question: Question) -> tuple[int, float]:
            codes = question.game.kernel.codes(question.known)
            return int(rng.choice(codes)), think_as(level, len(codes), rng)

        monkeypatch.setattr(house_module, "run_to_end", think)
        monkeypatch.setattr(house_module, "think", choose)
        found = [Measured(level, number, loop.time) for number in range(tables)]
        await asyncio.gather(*(table.play(house) for table in found))
        house.close()
        return [answer for table in found for answer in table.answers]

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(go())


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["host", "king"])
def test_answer_times_tell_nothing_of_the_choices(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    paced = watch(level, monkeypatch, pace=1, tables=3, threads=9)
    assert len({answer.choices for answer in paced}) > 4
    assert {round(answer.seconds, 6) for answer in paced} == {PACES[level]}
    strength, by_chance = compare(watch(level, monkeypatch, pace=0, tables=3, threads=9))
    assert strength > by_chance, "without a pace they would tell: the measurement can find something"


@pytest.mark.compiled
def test_on_a_busy_server_they_tell_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who had to stand in line answers one of a few paces later, and which one is not the doing of their cards."""
    answers = watch("king", monkeypatch, pace=1, tables=6, threads=3)
    paces = [answer.seconds / PACES["king"] for answer in answers]
    assert max(abs(each - round(each)) for each in paces) < 0.001
    assert len({round(each) for each in paces}) > 1
    strength, by_chance = compare(answers)
    assert abs(strength) <= by_chance


def compare(answers: list[Answer], shuffles: int = 1000) -> tuple[float, float]:
    """The rank correlation of times and choices, and how strong it is by chance once in a thousand times."""
    times = ranks([round(each.seconds, 3) for each in answers])
    choices = ranks([each.choices for each in answers])
    rng = random.Random(1)
    by_chance = [abs(correlate(rng.sample(times, len(times)), choices)) for _ in range(shuffles)]
    return correlate(times, choices), max(by_chance)


def ranks(values: list[float] | list[int]) -> list[float]:
    """From the smallest; equal values share the mean of their ranks."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [statistics.fmean(places[value]) for value in values]


def correlate(xs: list[float], ys: list[float]) -> float:
    return statistics.correlation(xs, ys) if len(set(xs)) > 1 else 0.0
