"""`estaminet doctor`: a healthy set-up is called so, and each thing that can be wrong is named with a remedy."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from estaminet.server import doctor
from tests.cli.conftest import Result, Run
from tests.server.conftest import postgres
from tests.server.post import Mailbox
from tests.server.postgres import Postgres

__all__ = ["postgres"]


@pytest.fixture(autouse=True)
def _whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is built, and the games are compiled."""
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.html").touch()
    monkeypatch.setattr(doctor, "FOLDER", pages)
    monkeypatch.setattr(doctor, "JIT_IS_OFF", False)
    monkeypatch.setattr("estaminet.engine.jit.compiler.is_cached", lambda _: True)


@pytest.fixture
def database(tmp_path: Path, run: Run) -> str:
    """That of a server that has been started once."""
    url = f"sqlite:///{tmp_path / 'house.db'}"
    assert run("export", tmp_path / "none.jsonl", "--database", url).code == 0
    return url


def verdicts(result: Result) -> dict[str, str]:
    """The findings; every bad one has a remedy under it."""
    found: dict[str, str] = {}
    lines = result.out.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not line.startswith(" "):
            verdict, _, rest = line.partition(" ")
            found.setdefault(rest.strip().partition(":")[0], verdict)
            assert following.startswith("      ") == (verdict != "ok")
    return found


def test_a_healthy_set_up_is_called_so(database: str, run: Run) -> None:
    result = run("doctor", "--database", database, "--url", "https://play.example.org")
    names = [
        "database",
        "old data",
        "file modes",
        "disk of the database",
        "clock",
        "address",
        "proxy headers",
        "reminders",
        "games",
        "page",
    ]
    assert (result.code, verdicts(result)) == (0, dict.fromkeys(names, "ok"))


def test_before_the_first_start_nothing_is_wrong_and_nothing_is_made(tmp_path: Path, run: Run) -> None:
    result = run("doctor", "--database", f"sqlite:///{tmp_path / 'new.db'}")
    assert (result.code, verdicts(result)["database"]) == (0, "ok")
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(
    ("version", "code", "verdict", "remedy"),
    [("0001", 0, "warn", "estaminet backup FILE"), ("9999", 1, "bad", "Install the version that made it")],
)
def test_a_database_of_another_version(
    database: str, tmp_path: Path, run: Run, version: str, code: int, verdict: str, remedy: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [version])
    result = run("doctor", "--database", database)
    assert (result.code, verdicts(result)["database"], remedy in result.out) == (code, verdict, True)


def test_a_database_that_cannot_be_read(tmp_path: Path, run: Run) -> None:
    (tmp_path / "text.db").write_text("This is no database. " * 50)
    for url in (f"sqlite:///{tmp_path / 'text.db'}", "postgresql://nobody@127.0.0.1:1/nothing", "nonsense"):
        result = run("doctor", "--database", url)
        assert (result.code, verdicts(result)["database"]) == (1, "bad")


def test_postgres_and_its_clock(run: Run, postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.make_database()
    assert verdicts(run("doctor", "--database", url))["clock of PostgreSQL"] == "ok"
    monkeypatch.setattr(doctor, "MOST_SECONDS", -1)
    result = run("doctor", "--database", url)
    assert (result.code, verdicts(result)["clock of PostgreSQL"]) == (1, "bad")


def test_a_database_that_others_can_read(database: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "house.db").chmod(0o644)
    result = run("doctor", "--database", database)
    assert (result.code, verdicts(result)["file modes"]) == (0, "warn")
    assert f"chmod 600 {tmp_path / 'house.db'}" in result.out


class Usage(NamedTuple):
    free: int


@pytest.mark.parametrize(("free", "verdict"), [(500_000_000, "warn"), (50_000_000, "bad")])
def test_a_disk_that_is_full(database: str, run: Run, monkeypatch: pytest.MonkeyPatch, free: int, verdict: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(free))
    assert verdicts(run("doctor", "--database", database))["disk of the database"] == verdict


def test_a_clock_that_is_years_behind(database: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 0.0)
    result = run("doctor", "--database", database)
    assert (result.code, verdicts(result)["clock"]) == (1, "bad")


@pytest.mark.parametrize(
    ("options", "address", "headers"),
    [
        ("--host 192.0.2.1", "warn", None),
        ("--url http://play.example.org", "warn", "ok"),
        ("--url play.example.org", "bad", None),
        ("--url http://localhost:8000", "ok", "ok"),
        ("--url https://play.example.org --proxies *", "ok", "bad"),
        ("--url https://play.example.org --host 192.0.2.1", "ok", "warn"),
        ("--url https://play.example.org --host 192.0.2.1 --proxies 192.0.2.2", "ok", "ok"),
    ],
)
def test_addresses_and_proxies_that_do_not_go_together(
    database: str, run: Run, options: str, address: str, headers: str | None
) -> None:
    found = verdicts(run("doctor", "--database", database, *options.split()))
    assert (found["address"], found.get("proxy headers")) == (address, headers)


def test_games_that_are_not_compiled_and_a_page_that_is_not_built(
    database: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("estaminet.engine.jit.compiler.is_cached", lambda _: False)
    monkeypatch.setattr(doctor, "FOLDER", tmp_path / "nothing")
    result = run("doctor", "--database", database)
    assert (result.code, verdicts(result)["games"], verdicts(result)["page"]) == (1, "warn", "bad")
    assert "estaminet warm" in result.out


def test_who_cannot_be_reminded_and_why(database: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    house = "--mail-from", "house@example.org"
    with Mailbox() as mailbox:
        well = verdicts(run("doctor", "--database", database, "--smtp", mailbox.url, *house))
        assert (well["reminders"], "mail" in well) == ("ok", False)
    result = run("doctor", "--database", database, "--smtp", mailbox.url.replace("//", "//me:secret@"), *house)
    assert (result.code, verdicts(result)["mail"]) == (1, "bad")
    assert "secret" not in result.out
    for wrong in (["--smtp", "mail.example.org"], ["--smtp", mailbox.url], ["--ntfy", "x"], ["--webhook", "x"]):
        assert verdicts(run("doctor", "--database", database, *wrong))["reminders"] == "bad"
        refused = run("serve", "--database", database, "--port", "0", *wrong)
        assert (refused.code, "server.setting" in refused.err) == (1, True)
    assert verdicts(run("doctor", "--database", database, "--url", "http://play.example.org"))["reminders"] == "warn"
    monkeypatch.setattr(doctor, "HAS_EXTRA", False)
    assert verdicts(run("doctor", "--database", database))["reminders"] == "warn"
