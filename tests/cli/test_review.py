"""`estaminet review`: an account for the terminal, a page, JSON, or a sentence why not."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import estaminet
from estaminet.engine.record import Record
from tests.cli.conftest import Run
from tests.review.games import CHEAP, finished

pytestmark = pytest.mark.compiled


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("estaminet.cli.review.Effort", lambda threads: replace(CHEAP, threads=threads))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    running = Record.of(estaminet.game("poule").start(seed=1)).to_json()
    path.write_text(finished("reeperbahn", 2).to_json() + "\n" + running + "\n")
    return path


def test_the_terminal_shows_the_curve_and_where_it_turned(file: Path, run: Run) -> None:
    result = run("review", file)
    assert result.code == 0, result.err
    assert result.out.startswith("Auf der Reeperbahn. 2 players, ")
    for text in ("What everybody knew", "▁", "Turning point, ", "seat 0", "seat 1"):
        assert text in result.out


def test_one_seat_as_json(file: Path, run: Run) -> None:
    data = json.loads(run("review", file, "--seat", 1, "--json").out)
    assert [account["seat"] for account in data["accounts"]] == [1]


def test_a_page_is_written_to_a_file(file: Path, tmp_path: Path, run: Run) -> None:
    page = tmp_path / "review.html"
    result = run("review", file, "--html", "--out", page)
    assert (result.code, result.out) == (0, "")
    assert page.read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--game-number", 1], "game.unfinished"),
        (["--game-number", 2], "record.invalid"),
        (["--seat", 5], "seat.unknown"),
    ],
)
def test_what_cannot_be_reviewed_gets_a_sentence(arguments: list[object], code: str, file: Path, run: Run) -> None:
    result = run("review", file, *arguments)
    assert (result.code, result.out) == (1, "")
    assert f"({code})" in result.err


def test_a_file_that_is_no_record_gets_a_sentence(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,")
    result = run("review", path)
    assert result.code == 1
    assert "(record.invalid)" in result.err
