"""`estaminet arena`: a contest from the command to the table, the picture and the records."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.bots import NOTES
from tests.arena.conftest import bot
from tests.cli.conftest import Run

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
FILES = {"arena.json", "games.jsonl", "results.csv", "results.json", "results.md", "results.png", "results.svg"}


def test_a_contest_gives_tables_pictures_and_records_that_replay(run: Run, tmp_path: Path) -> None:
    command = ("arena", "poule", "--players", "regular,random", "--games", 3, "--seed", 1, "--jobs", 1)
    result = run(*command, "--out", tmp_path / "evening")
    assert result.code == 0, result.err
    assert "2 deals from 2 seats are 4 games (not 3: only whole deals are fair)." in result.err
    assert re.search(r"regular +4 +\d", result.out)
    assert "seat 1 " in result.out
    assert {file.name for file in (tmp_path / "evening").iterdir()} == FILES
    assert len(run("replay", tmp_path / "evening" / "games.jsonl").out.splitlines()) == 4


def test_what_is_there_already_is_only_shown(run: Run, tmp_path: Path) -> None:
    command = ("arena", "reeperbahn", "--players", "random,random", "--games", 2, "--jobs", 0, "--out", tmp_path)
    first = run(*command)
    games = (tmp_path / "games.jsonl").read_bytes()
    again = run(*command)
    assert (again.code, again.out) == (0, first.out)
    assert "2 are there already" in again.err
    assert (tmp_path / "games.jsonl").read_bytes() == games


def test_luck_is_found_for_what_is_there_and_a_rule_stops_it(run: Run, tmp_path: Path) -> None:
    command = ("arena", "reeperbahn", "--players", "apprentice,random", "--jobs", 0, "--out", tmp_path)
    run(*command, "--games", 4)
    result = run(*command, "--luck", "--until", "40%")
    assert result.code == 0, result.err
    assert "are at most 10000 games; 4 are there already, 4 of them without their luck." in result.err
    assert "Stopped when every interval reached 40 % or less to each side." in result.out
    assert re.search(r"player +luck +without luck +95 % +narrower\n", result.out)
    assert {file.name for file in tmp_path.iterdir()} == FILES | {"luck.jsonl"}
    again = run(*command, "--luck", "--until", "40 %")
    assert (again.out, (tmp_path / "results.md").exists()) == (result.out, True)


def test_without_a_folder_one_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("arena", "poule", "--players", "random,random", "--games", 2, "--seed", 7, "--jobs", 0)
    assert "are in arena-poule-7" in result.err
    assert (tmp_path / "arena-poule-7" / "results.md").exists()


def test_options_reach_the_games(run: Run, tmp_path: Path) -> None:
    command = ("arena", "poule", "--players", "random,random", "--games", 2, "--jobs", 0, "--option", "rounds=1")
    result = run(*command, "--out", tmp_path)
    assert "poule, rounds 1: 2 games" in result.out
    for line in (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines():
        assert json.loads(line)["options"]["rounds"] == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess", "--players", "random,random"], "(game.unknown): There is no game 'chess'"),
        (["poule", "--players", "random"], "(players.range): poule is for 2 to 4 players, not 1."),
        (
            ["poule", "--players", "random,emperor"],
            "(entrant.unknown): There is no player 'emperor'; there are: random",
        ),
        (["poule", "--players", "random,./no.py:Bot"], "(entrant.unknown): The file of the player ./no.py:Bot"),
        (["poule", "--players", "random,random", "--option", "rounds=0"], "(option.value): Option rounds"),
        (["poule", "--players", "random,random", "--until", "0.02"], "(option.value): Write --until in percent"),
        (["poule", "--players", "random,random", "--until", "50%"], "less than 50 % to each side, not 50 %."),
    ],
)
def test_a_mistake_gets_a_sentence_and_makes_nothing(
    arguments: list[str], complaint: str, run: Run, tmp_path: Path
) -> None:
    result = run("arena", *arguments, "--out", tmp_path / "evening")
    assert (result.code, complaint in result.err) == (1, True)
    assert not (tmp_path / "evening").exists()


def test_a_player_that_fails_is_said_and_other_settings_are_refused(run: Run, tmp_path: Path) -> None:
    command = ("arena", "poule", "--games", 2, "--jobs", 0, "--out", tmp_path, "--players")
    result = run(*command, f"random,{bot('Raises')}")
    assert (result.code, "(player.failed): " in result.err, "no idea" in result.err) == (1, True, True)
    result = run(*command, "random,random")
    assert (result.code, "(arena.differs): " in result.err) == (1, True)


def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NOTES, str(tmp_path))
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # else not, in a background job
    program = [sys.executable, "-c", f"{hears}; from estaminet.cli import main; main()"]
    players = f"{bot('First')},{bot('Interrupts')}"
    arguments = [
        "arena",
        "poule",
        "--players",
        players,
        "--games",
        "4",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "arena"),
    ]
    stopped = subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)
    assert (stopped.returncode, stopped.stdout, "Traceback" in stopped.stderr) == (130, "", False)
    said = re.search(r"Stopped\. (\d) games are safe in .*; the same command continues\.", stopped.stderr)
    assert said
    kept = (tmp_path / "arena" / "games.jsonl").read_bytes()
    assert int(said[1]) <= len(kept.splitlines()) < 4
    again = subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)
    assert (again.returncode, "4 games, 2 deals from every seat" in again.stdout) == (0, True)
    assert (tmp_path / "arena" / "games.jsonl").read_bytes().startswith(kept)


def test_help_has_an_example(run: Run) -> None:
    assert "estaminet arena poule --players " in run("arena", "--help").out


def test_the_bot_of_the_page_plays_and_beats_chance(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = re.findall(r"```python\n(import numpy.*?)```", PAGE, re.DOTALL)
    (tmp_path / "mybot.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = run(
        "arena", "reeperbahn", "--players", "./mybot.py:Bot,random", "--games", 10, "--jobs", 0, "--out", "mine"
    )
    assert result.code == 0, result.err
    first = json.loads((tmp_path / "mine" / "results.json").read_text(encoding="utf-8"))["entrants"][0]
    assert (first["entrant"], first["share"]["mean"] > 0.7) == ("./mybot.py:Bot", True)


def test_the_page_names_every_file_and_its_links_lead_somewhere() -> None:
    files = FILES | {"luck.jsonl"}
    assert {name for name in files if f"`{name}`" in PAGE} == files
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
