"""`estaminet puzzles`: found in games of the house, and gone on with after a break."""

from pathlib import Path

import pytest

from estaminet.puzzles import Puzzle
from tests.cli.conftest import Run

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]


def test_puzzles_are_written_and_a_second_run_goes_on(run: Run, tmp_path: Path) -> None:
    whole, pieces = tmp_path / "whole.jsonl", tmp_path / "pieces.jsonl"
    assert run("puzzles", "reeperbahn", "--seed", 3, "--games", 2, "--out", whole).code == 0
    for games in (1, 2):
        result = run("puzzles", "reeperbahn", "--seed", 3, "--games", games, "--out", pieces)
        assert result.code == 0, result.err
    assert whole.read_text() == pieces.read_text()
    found = [Puzzle.read(line) for line in whole.read_text().splitlines()]
    assert {each.number for each in found} == {0, 1}
    assert f"{len(found)} puzzles are in {pieces}" in result.err.replace("\n", "")


def test_a_file_of_something_else_is_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "other.txt"
    file.write_text("no puzzle\n")
    result = run("puzzles", "reeperbahn", "--games", 1, "--out", file)
    assert result.code == 1
    assert "no puzzle" in result.err
    assert file.read_text() == "no puzzle\n"
