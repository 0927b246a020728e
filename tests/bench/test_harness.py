"""The harness: all requested measurements, ours and theirs in turn."""

import importlib
import inspect
import sys
from pathlib import Path

import pytest

from bench.__main__ import list_rows
from bench.harness import A_SECOND, SECONDS, CannotMeasure, Peer, Row, Task, Worker, measure
from bench.table import write_asked

OURS = Task("ours", "bench.play:games", ("poule",))
THEIRS = Peer("hearts", Task("peers", "bench.peers:games", ("hearts",)))


def make_row() -> Row:
    return Row("play", "poule", A_SECOND, OURS, THEIRS)


def test_everything_that_is_asked_for_is_measured() -> None:
    asked = {(row.group, row.what): write_asked(row.asked, row.unit) for row in list_rows() if row.asked}
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
    for row in list_rows():
        assert row.peer or row.asked is None or row.asked.kind != "times"


def test_every_task_is_a_function_that_is_there() -> None:
    tasks = [row.task for row in list_rows()] + [row.peer.task for row in list_rows() if row.peer]
    for task in tasks:
        assert task is not None
        module, _, function = task.function.partition(":")
        assert (module == "bench.peers") == (task.machine == "peers")
        parameters = inspect.signature(getattr(importlib.import_module(module), function)).parameters
        assert len(parameters) == len(task.arguments) + 1, "the last one is for the seconds"


def test_ours_and_theirs_take_turns() -> None:
    calls: list[str] = []

    def count(task: Task, _seconds: float) -> float:
        calls.append(task.machine)
        return float(len(calls))

    row = make_row()
    measure(row, {"ours": count, "peers": count}, repetitions=3, seconds=0.5)
    assert calls == ["ours", "peers"] * 3
    assert (row.ours, row.theirs) == ([1, 3, 5], [2, 4, 6])


def test_a_peer_that_cannot_be_measured_stops_nothing() -> None:
    def fail(_task: Task, _seconds: float) -> float:
        raise CannotMeasure("no module named pyspiel")

    row = make_row()
    measure(row, {"ours": lambda *_: 7.0, "peers": fail}, repetitions=3, seconds=0.5)
    assert row.ours == [7, 7, 7]
    assert (row.theirs, row.peer_trouble, row.trouble) == ([], "no module named pyspiel", None)


def test_without_a_peer_only_ours_is_measured() -> None:
    row = Row("copy", "poule", SECONDS, OURS)
    measure(row, {"ours": lambda *_: 7.0}, repetitions=2, seconds=0.5)
    assert (row.ours, row.theirs, row.peer) == ([7, 7], [], None)


def test_a_worker_answers_with_a_number_or_says_what_is_wrong() -> None:
    worker = Worker(Path(sys.executable))
    try:
        assert worker.measure(Task("ours", "bench.play:state_bytes", ("connect_four",)), 0.01) == 24
        with pytest.raises(CannotMeasure, match="EstaminetError: There is no game 'chess'"):
            worker.measure(Task("ours", "bench.play:state_bytes", ("chess",)), 0.01)
        assert worker.measure(Task("ours", "bench.play:copy_position", ("connect_four", 2)), 0.001) > 0
    finally:
        worker.close()


def test_a_worker_that_is_gone_is_told_from_one_that_answers() -> None:
    worker = Worker(Path(sys.executable))
    with pytest.raises(CannotMeasure, match=r"os:_exit stopped with exit code 3"):
        worker.measure(Task("ours", "os:_exit"), 3)
    worker.close()


def test_a_python_that_is_not_there_measures_nothing(tmp_path: Path) -> None:
    worker = Worker(tmp_path / "python")
    with pytest.raises(CannotMeasure, match="not installed"):
        worker.measure(OURS, 0.01)
    worker.close()
