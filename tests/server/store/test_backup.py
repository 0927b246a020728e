"""Backup and restore: one moment of a running server as a file, and a server that plays on from it."""

import random
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.people import Line, Visitor
from tests.server.postgres import Postgres
from tests.server.servers import RunningServer

__all__ = ["run"]
pytestmark = [pytest.mark.compiled, pytest.mark.thorough]


@contextmanager
def playing(lines: list[Line], seed: int) -> Iterator[list[int]]:
    """Moves go on in a thread; the numbers of those that were acknowledged so far."""
    acknowledged = [lines[0].update["number"]]
    is_going, is_over = threading.Event(), threading.Event()

    def play() -> None:
        rng = random.Random(seed)
        while not is_over.is_set() and lines[0].update["table"]["status"] == "playing":
            acknowledged.append(play_on(lines, rng, moves=1)["number"])
            if len(acknowledged) == 5:
                is_going.set()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        assert is_going.wait(60)
        yield acknowledged
    finally:
        is_over.set()
        thread.join()


def count_events(file: Path, table: str) -> list[int]:
    with closing(sqlite3.connect(file)) as connection:
        wanted = connection.execute("SELECT number FROM events WHERE table_id = ? ORDER BY number", [table])
        return [number for (number,) in wanted]


def come_back(server: RunningServer, person: Visitor, meet: Meet) -> Visitor:
    """The same person at another server, with the cookie of the first."""
    again = meet(server)
    again.http.cookies.update(person.http.cookies)
    return again


@pytest.mark.parametrize(
    "way", ["sqlite to postgres", "postgres to sqlite", "sqlite to sqlite", "postgres to postgres"]
)
def test_a_backup_under_load_has_every_acknowledged_move_and_a_restored_server_plays_on(
    way: str, tmp_path: Path, meet: Meet, run: Run, postgres: Postgres
) -> None:
    old_kind, _, new_kind = way.partition(" to ")
    old_url = postgres.make_database() if old_kind == "postgres" else f"sqlite:///{tmp_path / 'old.db'}"
    new_url = postgres.make_database() if new_kind == "postgres" else f"sqlite:///{tmp_path / 'new.db'}"
    file = tmp_path / "backup.db"
    with RunningServer(tmp_path, old_url) as server:
        games = [seat_two(server, meet), seat_two(server, meet)]
        with playing(games[0][1], 1) as first, playing(games[1][1], 2) as second:
            before = [first[-1], second[-1]]
            result = run("backup", file, "--database", old_url)
        assert (result.code, result.err.startswith("4 people, 2 tables and ")) == (0, True)
        last = [first[-1], second[-1]]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = [count_events(file, table) for table, _ in games]
    for numbers, least, most in zip(kept, before, last, strict=True):
        assert numbers == list(range(1, len(numbers) + 1)), "a log without gaps"
        assert least <= len(numbers) <= most
    assert run("restore", file, "--database", new_url).code == 0
    with RunningServer(tmp_path, new_url) as server:
        for (table, lines), numbers in zip(games, kept, strict=True):
            again = [come_back(server, line.visitor, meet).sit_live(table) for line in lines]
            assert [line.next_update()["number"] for line in again] == [len(numbers)] * 2
            assert [line.update["you"]["seats"] for line in again] == [[0], [1]], "everybody is who they were"
            if again[0].update["table"]["status"] == "playing":
                assert play_on(again, random.Random(3), moves=4)["number"] > len(numbers)


def test_what_is_there_is_given_up_only_if_the_operator_says_so(
    tmp_path: Path, meet: Meet, run: Run, postgres: Postgres
) -> None:
    file, other = tmp_path / "backup.db", tmp_path / "other.db"
    with RunningServer(tmp_path) as server:
        table, _ = seat_two(server, meet)
        assert run("backup", file, "--database", server.database).code == 0
        meet(server, "Carl")
        running = run("restore", file, "--database", server.database, "--replace")
        assert "(server.locked)" in running.err
    for database in (server.database, f"sqlite:///{other}", postgres.make_database()):
        empty = "other" in database or "postgres" in database
        result = run("restore", file, "--database", database)
        assert (result.code, "(backup.not_empty)" in result.err) == ((0, False) if empty else (1, True))
        assert run("restore", file, "--database", database).code == 1
        assert run("restore", file, "--database", database, "--replace").code == 0
    assert server.query("SELECT name FROM people ORDER BY name") == [("Anna",), ("Bert",)], "Carl came later"
    assert len(server.events(table)) == 3


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_of_an_older_version_is_brought_up_to_date_and_one_of_a_newer_is_left_alone(
    kind: str, tmp_path: Path, meet: Meet, run: Run, postgres: Postgres
) -> None:
    file = tmp_path / "backup.db"
    with RunningServer(tmp_path) as server:
        table, lines = seat_two(server, meet)
        play_on(lines, random.Random(1), moves=4)
        assert run("backup", file, "--database", server.database).code == 0
    number = len(count_events(file, table))
    with closing(sqlite3.connect(file)) as older:  # as it was before there were reminders
        for name in (
            "channels",
            "reminder_choices",
            "reminders",
            "remarks",
            "hints",
            "challenges",
            "tries",
            "house_games",
        ):
            older.execute(f"DROP TABLE {name}")
        for name in ("devices_by_age", "reviews_by_age"):
            older.execute(f"DROP INDEX {name}")
        older.execute("ALTER TABLE visits DROP COLUMN calendar")
        older.execute("UPDATE alembic_version SET version_num = '0005'")
        older.commit()
    url = postgres.make_database() if kind == "postgres" else f"sqlite:///{tmp_path / 'new.db'}"
    assert run("restore", file, "--database", url).code == 0
    with RunningServer(tmp_path, url) as server:
        again = [come_back(server, line.visitor, meet).sit_live(table) for line in lines]
        assert [line.next_update()["number"] for line in again] == [number] * 2
        assert play_on(again, random.Random(2), moves=2)["number"] > number
        assert again[0].visitor.get("/api/me/reminders")["channels"] == []
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    refused = run("restore", file, "--database", url, "--replace")
    assert (refused.code, "another version" in refused.err) == (1, True)


def test_what_is_no_backup_changes_nothing(tmp_path: Path, run: Run) -> None:
    text, empty, cut, whole = (tmp_path / name for name in ("text", "empty", "cut", "whole.db"))
    text.write_text("This is no database. " * 50)
    empty.touch()
    server = RunningServer(tmp_path)
    with closing(server.start()):
        assert run("backup", whole, "--database", server.database).code == 0
        itself = run("backup", tmp_path / "estaminet.db", "--database", server.database)
        assert (itself.code, "is the database itself" in itself.err) == (1, True)
    cut.write_bytes(whole.read_bytes()[:-5000])
    target = tmp_path / "new.db"
    for file in (text, empty, cut):
        result = run("restore", file, "--database", f"sqlite:///{target}")
        assert (result.code, "(backup.invalid)" in result.err) == (1, True)
        assert not target.exists()
    assert run("backup", tmp_path / "x.db", "--database", f"sqlite:///{target}").code == 1
    assert not target.exists()
    assert not (tmp_path / "x.db").exists()
    assert not list(tmp_path.glob(".estaminet-*"))
