"""The folder: what is finished stays, what is torn is played again, what does not belong together is not mixed."""

import json
from pathlib import Path

import pytest

from estaminet.arena import folder
from estaminet.arena.folder import Folder, Outcome
from estaminet.arena.match import Plan, Seating, make_plan, play_match
from tests.arena.conftest import bot
from tests.refusals import raises_code

FIRST = bot("First")


def plan_for(**changes: object) -> Plan:
    settings: dict[str, object] = {"game": "poule", "players": [FIRST, FIRST], "seed": 1, "options": None}
    return make_plan(**settings | changes)  # type: ignore[arg-type]  # the tests give what it takes


@pytest.fixture
def line() -> str:
    return play_match(plan_for(), Seating(0, 0))


def test_a_game_is_on_disk_as_soon_as_it_is_appended(tmp_path: Path, line: str) -> None:
    folder = Folder(tmp_path, plan_for())
    folder.append(line)
    assert (tmp_path / "games.jsonl").read_text(encoding="utf-8") == line + "\n"
    (outcome,) = folder.read()
    assert (outcome.seating, outcome.players) == (Seating(0, 0), [FIRST, FIRST])
    assert (outcome.scores, sum(outcome.shares)) == (json.loads(line)["scores"], 1)


@pytest.mark.parametrize("torn", ["{", '{"format":"estaminet-record/1","ga', "whole"])
def test_a_torn_last_line_is_cut_off_and_nothing_else(tmp_path: Path, line: str, torn: str) -> None:
    Folder(tmp_path, plan_for()).append(line)
    with (tmp_path / "games.jsonl").open("a", encoding="utf-8") as file:
        file.write(line if torn == "whole" else torn)  # without the end of a line, nobody knows that it is whole
    assert len(list(Folder(tmp_path, plan_for()).read())) == 1
    assert (tmp_path / "games.jsonl").read_text(encoding="utf-8") == line + "\n"


def test_a_broken_line_in_the_middle_is_named_and_kept(tmp_path: Path, line: str) -> None:
    folder = Folder(tmp_path, plan_for())
    for text in (line, "{}", line):
        folder.append(text)
    with raises_code("arena.broken", match=r"games.jsonl, line 2, is no game of an arena"):
        list(Folder(tmp_path, plan_for()).read())
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 3


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"game": "reeperbahn"}, 'game is "poule" there, "reeperbahn" here'),
        ({"players": [FIRST, "random"]}, "players is .* there, .*random.* here"),
        ({"seed": 2}, "seed is 1 there, 2 here"),
        ({"options": {"rounds": 1}}, "options rounds is 3 there, 1 here"),
    ],
)
def test_other_settings_are_refused_by_name(tmp_path: Path, changes: dict[str, object], complaint: str) -> None:
    Folder(tmp_path, plan_for())
    before = (tmp_path / "arena.json").read_bytes()
    with raises_code("arena.differs", match=complaint):
        Folder(tmp_path, plan_for(**changes))
    assert (tmp_path / "arena.json").read_bytes() == before


def test_a_player_whose_file_has_changed_is_another_setting(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Bot:\n    def __init__(self, seed): pass\n    def choose(self): pass\n")
    names = [f"{file}:Bot", "random"]
    Folder(tmp_path / "arena", plan_for(players=names))
    file.write_text(file.read_text() + "# a better idea\n")
    with raises_code("arena.differs", match=r"origins .*mine\.py:Bot is "):
        Folder(tmp_path / "arena", plan_for(players=names))


def test_house_players_that_have_changed_are_another_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Folder(tmp_path, plan_for())
    monkeypatch.setattr(folder, "fingerprint", lambda _game, _names: "another version")
    with raises_code("arena.differs", match="sources is "):
        Folder(tmp_path, plan_for())


def test_games_of_unknown_settings_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text("my diary")
    with raises_code("arena.broken", match=r"has a games.jsonl but no arena.json"):
        Folder(tmp_path, plan_for())
    assert (tmp_path / "games.jsonl").read_text() == "my diary"


@pytest.mark.parametrize("content", ["not JSON", "7"])
def test_settings_that_are_none_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "arena.json").write_text(content)
    with raises_code("arena.broken", match="is not the settings of an arena"):
        Folder(tmp_path, plan_for())


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with raises_code("arena.broken", match="cannot be used for an arena: Not a directory"):
        Folder(tmp_path / "file" / "arena", plan_for())


def test_games_that_cannot_be_written_are_said(tmp_path: Path, line: str) -> None:
    folder = Folder(tmp_path, plan_for())
    folder.games = tmp_path
    with raises_code("arena.broken", match="cannot be written: Is a directory"):
        folder.append(line)


def test_an_outcome_reads_what_a_match_writes(line: str) -> None:
    arena = json.loads(line)["arena"]
    assert [seat.decisions for seat in Outcome.read(line).thinking] == [seat["decisions"] for seat in arena["thinking"]]
