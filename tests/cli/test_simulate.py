"""`estaminet simulate`: random games, the same for the same seed."""

import json
from pathlib import Path

import pytest
from rich.progress import Progress

import estaminet
from estaminet.cli import output
from tests.cli.conftest import Run


def simulated(run: Run, file: Path, *arguments: object) -> list[str]:
    result = run("simulate", *arguments, "--out", file)
    assert result.code == 0, result.err
    return file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in estaminet.games() for players in estaminet.game(name).seats]
)
def test_games_are_written_as_records_that_replay(name: str, players: int, run: Run, tmp_path: Path) -> None:
    lines = simulated(run, tmp_path / "games.jsonl", name, "--players", players, "--games", 3, "--seed", 5)
    assert len(set(lines)) == 3
    for line in lines:
        last = estaminet.read_record(line).replay()
        assert (last.is_over, last.players) == (True, players)


def test_the_same_seed_gives_the_same_games(run: Run, tmp_path: Path) -> None:
    first, again, other = (
        simulated(run, tmp_path / "games.jsonl", "poule", "--games", 2, "--seed", seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert not set(first) & set(other)


def test_with_legal_lists_all_legal_actions_sorted(run: Run, tmp_path: Path) -> None:
    (line,) = simulated(run, tmp_path / "games.jsonl", "poule", "--with-legal", "--option", "rounds=1")
    data = json.loads(line)
    position = estaminet.read_record(line).start
    for action, legal in zip(data["actions"], data["legal"], strict=True):
        assert legal == sorted(position.legal())
        position.play(action)


def test_options_are_part_of_the_record(run: Run, tmp_path: Path) -> None:
    arguments = ("poule", "--option", "rounds=2", "--option", "wizard=true", "--option", "tiles=open")
    (line,) = simulated(run, tmp_path / "games.jsonl", *arguments)
    options = json.loads(line)["options"]
    assert (options["rounds"], options["wizard"], options["tiles"], options["end"]) == (2, True, "open", "rounds")


def test_records_go_to_the_terminal_if_no_file_is_named(run: Run) -> None:
    result = run("simulate", "poule", "--games", "2")
    assert [json.loads(line)["game"] for line in result.out.splitlines()] == ["poule", "poule"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "(game.unknown): There is no game 'chess'"),
        (["poule", "--players", 7], "(players.range): poule is for 2 to 4 players, not 7."),
        (["poule", "--option", "rounds=0"], "(option.value): Option rounds cannot be 0; allowed: 1 to 9. (P6.1)"),
        (["poule", "--option", "stakes=1"], "(option.unknown): There is no option 'stakes'"),
        (["poule", "--option", "rounds"], "Write an option as name=value, not 'rounds'."),
    ],
)
def test_a_mistake_gets_a_sentence_and_writes_nothing(
    arguments: list[object], complaint: str, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    result = run("simulate", *arguments, "--out", file)
    assert result.code == 1
    assert complaint in result.err
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_said(run: Run, tmp_path: Path) -> None:
    result = run("simulate", "poule", "--out", tmp_path / "missing" / "games.jsonl")
    assert (result.code, "cannot be written: No such file" in result.err) == (1, True)


def test_a_bar_shows_when_it_takes_longer_than_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.5, 1.5, 1.6])
    monkeypatch.setattr(output, "monotonic", lambda: next(clock))
    started: list[Progress] = []
    monkeypatch.setattr(Progress, "start", lambda self: started.append(self))  # a builtin would not bind
    seen = [(item, len(started)) for item in output.with_progress("ab", "work", 2)]
    assert seen == [("a", 0), ("b", 1)]
