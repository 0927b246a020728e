"""What is measured: everything that is asked for, ours and theirs in turn."""

import sys
from pathlib import Path

import pytest

from bench import ours, peers
from bench.plan import Comparison, Peer, Source, comparisons, measure
from bench.table import A_SECOND, SECONDS, TimesAsGood
from bench.worker import CannotMeasure, Worker

ROOT = Path(__file__).parents[2]
ROW = Comparison(
    "play",
    "poule",
    A_SECOND,
    Source("ours", "games", ("poule",)),
    Peer("hearts", Source("peers", "games", ("hearts",))),
)


def test_everything_that_is_asked_for_is_measured() -> None:
    asked = {(row.group, row.what): row.asked.text(row.unit) for row in comparisons() if row.asked}
    play, threads = "Compiled play, one thread", "Two threads against one"
    assert asked[play, "connect_four, whole games"] == "≥ 8×"
    assert asked[play, "poule (2), decisions"] == "≥ 2.5×"
    assert asked[play, "reeperbahn (2), decisions"] == "≥ 1×"
    assert asked[play, "nuit (3), decisions"] == "≥ 1×"
    assert asked["legal + apply from Python", "poule"] == "< 3.00 µs"
    assert asked["A fresh process", "compile all, empty cache"] == "< 45.0 s"
    search, array = "Search as the house plays", "Games in one array, with observations"
    assert asked[array, "poule, all cores"] == "≥ 3.00 M/s"
    assert asked["Search by random games", "poule"] == "≥ 30.0 k/s"
    assert asked["Search by random games", "connect_four, their width"] == "≥ 4×"
    for game in ("poule", "reeperbahn", "nuit"):
        assert asked[search, f"{game}, two threads"] == "≥ 1.8×"
        assert asked[threads, f"{game}, decisions"] == "≥ 1.8×"
        assert asked[array, f"{game}, steps"] == "≥ 20×"
        assert asked["A fresh process", f"to first move of {game}"] == "< 1.00 s"
        assert asked["A position in memory", game] == "< 1024 bytes"


def test_a_ratio_is_asked_for_only_where_there_is_a_peer() -> None:
    for row in comparisons():
        assert row.peer or not isinstance(row.asked, TimesAsGood)


def test_every_task_of_the_plan_is_there() -> None:
    tasks = {"ours": ours.TASKS, "peers": peers.TASKS}
    known = {(machine, task.__name__) for machine, found in tasks.items() for task in found}
    sources = [row.ours for row in comparisons()] + [row.peer.source for row in comparisons() if row.peer]
    assert {(source.machine, source.task) for source in sources if source.machine in tasks} == known


def test_ours_and_theirs_take_turns() -> None:
    calls: list[tuple[str, tuple[str | int, ...]]] = []

    def count(machine: str) -> float:
        calls.append((machine, ()))
        return float(len(calls))

    machines = {"ours": lambda *_: count("ours"), "peers": lambda *_: count("peers")}
    row = measure(ROW, machines, repetitions=3, seconds=0.5)
    assert [machine for machine, _ in calls] == ["ours", "peers"] * 3
    assert (row.ours, row.theirs, row.peer) == ([1, 3, 5], [2, 4, 6], "hearts")


def test_a_peer_that_cannot_be_measured_stops_nothing() -> None:
    def fail(_task: str, _arguments: tuple[str | int, ...], _seconds: float) -> float:
        raise CannotMeasure("no module named pyspiel")

    row = measure(ROW, {"ours": lambda *_: 7.0, "peers": fail}, repetitions=3, seconds=0.5)
    assert row.ours == [7, 7, 7]
    assert (row.theirs, row.peer_trouble, row.trouble) == ([], "no module named pyspiel", None)


def test_without_a_peer_only_ours_is_measured() -> None:
    alone = Comparison("copy", "poule", SECONDS, Source("ours", "copy"))
    row = measure(alone, {"ours": lambda *_: 7.0}, repetitions=2, seconds=0.5)
    assert (row.ours, row.theirs, row.peer) == ([7, 7], [], None)


def test_a_worker_answers_with_a_number_or_says_what_is_wrong() -> None:
    worker = Worker(Path(sys.executable), "bench.ours", ROOT)
    try:
        assert worker.measure("state_bytes", ("connect_four",), 0.01) == 24
        with pytest.raises(CannotMeasure, match="EstaminetError: There is no game 'chess'"):
            worker.measure("state_bytes", ("chess",), 0.01)
        assert worker.measure("copy_memory", ("connect_four", 2), 0.001) > 0
    finally:
        worker.close()


def test_a_worker_that_is_gone_is_told_from_one_that_answers() -> None:
    worker = Worker(Path(sys.executable), "bench.table", ROOT)
    with pytest.raises(CannotMeasure, match=r"bench\.table stopped with exit code 0"):
        worker.measure("games", ("poule",), 0.01)
    worker.close()
