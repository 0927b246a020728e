"""docs/examples: every script runs as its page says, and tells what it promises."""

import runpy
import sys
from pathlib import Path

import pytest

from estaminet.cli.records import random_games
from estaminet.engine.record import Record
from estaminet.games import REGISTRY

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
PAGE = (ROOT / "docs" / "examples.md").read_text()


def run(monkeypatch: pytest.MonkeyPatch, name: str, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_every_example_is_on_the_page(name: str) -> None:
    assert f'--8<-- "docs/examples/{name}"' in PAGE
    is_run = "__main__" in (EXAMPLES / name).read_text()
    assert (f"python docs/examples/{name}" in PAGE) == is_run


@pytest.mark.parametrize("name", ["random_play.py", "arena.py", "records_to_dataframe.py"])
def test_an_example_fits_on_a_screen(name: str) -> None:
    assert len((EXAMPLES / name).read_text().splitlines()) < 60


@pytest.mark.parametrize("game", REGISTRY.names())
def test_random_play_ends_with_a_winner(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    run(monkeypatch, "random_play.py", game, "--games", "3")
    output = capsys.readouterr().out
    assert "won by [" in output
    assert "3 more games" in output


def test_an_arena_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ("reeperbahn", "regular", "random", "--jobs", "0", "--out", str(tmp_path))
    run(monkeypatch, "arena.py", *arguments, "--games", "2")
    assert capsys.readouterr().out.count("deal 0: ") == 2
    run(monkeypatch, "arena.py", *arguments, "--games", "4")
    output = capsys.readouterr().out
    assert "deal 0: " not in output
    assert output.count("deal 1: ") == 2
    assert "reeperbahn: 4 games, 2 deals from every seat" in output
    assert output.index("regular  4") < output.index("random")


def test_records_become_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = REGISTRY.find("poule")
    positions = list(random_games(game, 3, game.options.resolve(), 4, seed=7))
    path = tmp_path / "games.jsonl"
    path.write_text("".join(Record.of(position).to_json() + "\n" for position in positions))
    functions = runpy.run_path(str(EXAMPLES / "records_to_dataframe.py"))

    seats = functions["read_seats"](path)
    assert len(seats) == 12
    for position, (_, rows) in zip(positions, seats.groupby("number"), strict=True):
        assert rows["score"].tolist() == position.scores()
        assert rows["share"].tolist() == pytest.approx(position.returns())
        assert set(rows["length"]) == {len(position.history)}

    actions = functions["read_actions"](path, 2)
    assert len(actions) == sum(len(position.history) for position in positions[:2])
    assert actions["kind"].tolist()[:3] == [text.split()[0] for text in positions[0].actions[:3]]
    assert (actions["legal"] > 0).all()

    run(monkeypatch, "records_to_dataframe.py", str(path), "--replayed", "2")
    assert "Is a seat worth more than another?" in capsys.readouterr().out
