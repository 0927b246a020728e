"""`estaminet replay`: every record is checked, and a broken one is named with its action and rule."""

import json
from pathlib import Path

import pytest

import estaminet
from estaminet.engine.record import Record
from tests.cli.conftest import Run


def one_game(stop: int = 10_000) -> str:
    position = estaminet.game("poule").start(players=2, seed=1, options={"rounds": 1})
    while not position.is_over and len(position.history) < stop:
        position.play(position.legal()[0])
    return Record.of(position).to_json()


def changed(line: str, **members: object) -> str:
    return json.dumps(json.loads(line) | members)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def test_each_game_gets_a_summary_line(file: Path, run: Run) -> None:
    file.write_text(one_game() + "\n" + one_game(5) + "\n")
    result = run("replay", file)
    assert result.code == 0
    first, second = result.out.splitlines()
    assert first.startswith("game 0: poule, 2 players, ")
    assert "scores" in first
    assert second.startswith("game 1: poule, 2 players, 5 actions, unfinished, seat ")


def test_one_game_of_the_file_can_be_chosen(file: Path, run: Run) -> None:
    file.write_text(one_game() + "\n" + one_game(5) + "\n")
    assert run("replay", file, "--game-number", 1).out.startswith("game 1: ")
    result = run("replay", file, "--game-number", 2)
    assert (result.code, "holds no game number 2" in result.err) == (1, True)


def test_a_ply_is_drawn_as_all_or_one_seat_sees_it(file: Path, run: Run) -> None:
    file.write_text(one_game())
    position = estaminet.read_record(one_game(4)).replay()
    assert run("replay", file, "--ply", 4).out.startswith(position.render())
    assert run("replay", file, "--ply", 4, "--seat", 1).out.startswith(position.render(1))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(["--ply", 999], "There is no ply 999"), (["--ply", 0, "--seat", 5], "There is no seat 5")],
)
def test_a_ply_or_seat_that_is_not_there_is_said(arguments: list[object], complaint: str, file: Path, run: Run) -> None:
    file.write_text(one_game())
    result = run("replay", file, *arguments)
    assert (result.code, complaint in result.err) == (1, True)


def test_a_broken_game_is_named_and_the_others_are_still_checked(file: Path, run: Run) -> None:
    actions = json.loads(one_game())["actions"]
    broken = changed(one_game(), actions=[actions[0], actions[0], *actions[2:]])
    file.write_text("\n".join([one_game(), broken, one_game()]))
    result = run("replay", file)
    assert result.code == 1
    assert [line[:7] for line in result.out.splitlines()] == ["game 0:", "game 2:"]
    expected = "game 1 (line 2) is broken: action 1: 'stall I a1' is not possible: cell a1 is not empty. (P3.1)"
    assert expected in result.err


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "no record file"),
        ("Dear diary,\ntoday I won.\n", "no record file"),
        ("[1, 2]", "a record is a JSON object"),
        (changed(one_game(), game="chess"), "There is no game 'chess'"),
        (changed(one_game(), options={"rounds": 12}), "Option rounds cannot be 12; allowed: 1 to 9. (P6.1)"),
        (changed(one_game(), deal={"first": 0, "rounds": [[0] * 22]}), "rounds/0 has card 0 twice"),
        (changed(one_game(), deal={"first": 0, "rounds": [list(range(21))]}), "rounds/0 lacks card 21"),
        (changed(one_game(), scores=[1, 2]), "The scores are"),
    ],
)
def test_what_is_no_good_record_gets_a_sentence(content: str, complaint: str, file: Path, run: Run) -> None:
    file.write_text(content)
    result = run("replay", file)
    assert result.code == 1
    assert complaint in result.err
    assert "Traceback" not in result.err


def test_a_file_that_is_not_there_is_said(run: Run) -> None:
    result = run("replay", "nowhere.jsonl")
    assert (result.code, "does not exist" in result.err) == (2, True)
