"""`estaminet daily` and `estaminet compare`: the deal of the day in a terminal, and games of the same deals."""

from pathlib import Path

import pytest

import estaminet
from estaminet.cli import play as command
from estaminet.engine.record import Record
from tests.cli.conftest import Run


def write_games(file: Path, *games: tuple[int, int]) -> Path:
    """Games of `reeperbahn`, each with a seed and the place of the action that is always taken."""
    lines = []
    for seed, place in games:
        position = estaminet.game("reeperbahn").start(seed=seed)
        while not position.is_over:
            legal = position.legal()
            position.play(legal[min(place, len(legal) - 1)])
        lines.append(Record.of(position).to_json())
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.mark.usefixtures("hasty_king")
def test_the_deal_of_a_day_is_played_and_compared_with_the_house(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "ask", lambda position, _: position.legal_codes()[0])
    kept = tmp_path / "mine.jsonl"
    result = run("daily", "reeperbahn", "--date", "2026-11-19", "--house-games", 2, "--save", kept)
    assert result.code == 0, result.err
    assert "the deal of 2026-11-19, 2 players. You have seat 0." in result.out
    assert "among 2 games of king" in result.out
    record = estaminet.read_record(kept.read_text(encoding="utf-8"))
    assert record.start.deal.values == estaminet.daily("reeperbahn", "2026-11-19").deal
    assert record.replay().is_over


def test_whoever_leaves_is_compared_with_nobody(run: Run) -> None:
    result = run("daily", "poule", "--date", "2026-11-19", typed="quit\n")
    assert result.code == 0
    assert "The game is unfinished." in result.out
    assert "king" not in result.out


@pytest.mark.parametrize(("day", "code"), [("2999-01-01", 1), ("2025-01-01", 1), ("tomorrow", 2)])
def test_a_day_without_a_deal_is_refused_in_a_sentence(day: str, code: int, run: Run) -> None:
    result = run("daily", "poule", "--date", day)
    assert result.code == code
    assert "Traceback" not in result.err


def test_games_of_the_same_deals_are_compared(run: Run, tmp_path: Path) -> None:
    mine = write_games(tmp_path / "mine.jsonl", (1, 0), (2, 0), (3, 0))
    hers = write_games(tmp_path / "hers.jsonl", (3, 1), (1, 0))
    result = run("compare", mine, hers, "--seat", 0)
    assert result.code == 0, result.err
    rows = [line for line in result.out.splitlines() if "reeperbahn" in line]
    assert len(rows) == 2
    assert "never" in rows[0]
    assert "never" not in rows[1]
    assert "on average over 2" in result.out


def test_files_without_a_common_deal_are_refused(run: Run, tmp_path: Path) -> None:
    one, other = write_games(tmp_path / "one.jsonl", (1, 0)), write_games(tmp_path / "other.jsonl", (2, 0))
    result = run("compare", one, other)
    assert (result.code, "have no deal in common" in result.err) == (1, True)


def test_a_seat_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    one = write_games(tmp_path / "one.jsonl", (1, 0))
    result = run("compare", one, one, "--seat", 5)
    assert (result.code, "(seat.unknown)" in result.err) == (1, True)
