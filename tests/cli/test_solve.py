"""`estaminet solve`: every action with every seat's exact share, or a sentence why not."""

from pathlib import Path

import pytest

import estaminet
from bench.endings import read
from estaminet.engine.position import Position
from estaminet.engine.record import Record
from tests.cli.conftest import Run

pytestmark = pytest.mark.compiled


def small_end() -> Position:
    return min((each for each in read() if each.game == "poule"), key=lambda each: each.nodes).position


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    first = Record.of(estaminet.game("poule").start(seed=1)).to_json()
    path.write_text(first + "\n" + Record.of(small_end()).to_json() + "\n")
    return path


def test_every_action_is_listed_with_the_share_of_every_seat(file: Path, run: Run) -> None:
    position = small_end()
    result = run("solve", file, "--game-number", 1)
    assert result.code == 0, result.err
    title, *_ = result.out.splitlines()
    assert title.startswith(f"poule, 2 players, after {len(position.history)} actions: seat {position.to_move} to move")
    rows = [[cell.strip() for cell in line.strip("│").split("│")] for line in result.out.splitlines() if "│" in line]
    assert {row[0] for row in rows} == set(position.legal())
    assert all(float(row[1]) + float(row[2]) == pytest.approx(1, abs=1e-4) for row in rows)
    own = [float(row[1 + (position.to_move or 0)]) for row in rows]
    assert own == sorted(own, reverse=True)
    assert (rows[0][3], rows[-1][3]) == ("", f"{own[0] - own[-1]:.4f}")


def test_a_position_before_the_last_can_be_asked_for(file: Path, run: Run) -> None:
    plies = len(small_end().history)
    result = run("solve", file, "--game-number", 1, "--after", plies - 1, "--open", "--nodes", 500_000)
    assert f"after {plies - 1} actions" in result.out or "(position.large)" in result.err


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        ([], "position.hidden", "What one seat knows and another does not"),
        (["--open", "--nodes", 100], "position.large", "more than 100 positions can follow"),
        (["--game-number", 7], "record.invalid", "holds no game number 7"),
        (["--after", 1], "record.invalid", "There is no position after 1 actions: the record has 0."),
    ],
)
def test_what_cannot_be_solved_gets_a_sentence(
    arguments: list[object], code: str, complaint: str, file: Path, run: Run
) -> None:
    result = run("solve", file, *arguments)
    assert (result.code, result.out) == (1, "")
    assert f"({code})" in result.err
    assert complaint in result.err.replace("\n", " ")
