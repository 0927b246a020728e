"""`estaminet play`: a whole evening at the terminal."""

from pathlib import Path

import pytest

import estaminet
from estaminet.cli import play as command
from estaminet.cli.play import write_out
from estaminet.engine.game import LogLine
from tests.cli.conftest import Run


def test_a_person_can_look_ask_err_act_and_leave(run: Run) -> None:
    typed = "help\n\n? dr\nlook\nSTALL iii C4\nstall III c4\ndance\nquit\n"
    result = run("play", "poule", "--seed", 3, typed=typed)
    assert result.code == 0
    assert "Seat 0 sets up a stall of rank III on c4." in result.out
    assert "'stall III c4' is not possible: cell c4 is not empty. (P3.1)" in result.out
    assert "'dance' is no action of poule." in result.out
    assert "The game is unfinished." in result.out


def test_the_end_of_input_leaves_the_table(run: Run) -> None:
    assert "The game is unfinished." in run("play", "poule", typed="").out


@pytest.mark.parametrize("name", estaminet.games())
def test_a_whole_game_can_be_played_and_saved(
    name: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who always takes the first action of the list comes to the end."""
    monkeypatch.setattr(command, "ask", lambda position, _: position.legal_codes()[0])
    result = run("play", name, "--seed", 5, "--level", "random", "--save", tmp_path / "evening.jsonl")
    assert result.code == 0
    last = estaminet.read_record((tmp_path / "evening.jsonl").read_text(encoding="utf-8")).replay()
    assert last.is_over
    winners = last.winners() or []
    assert ("You win" in result.out or "You and" in result.out or " and you" in result.out) == (0 in winners)


def test_a_level_that_is_not_there_is_refused(run: Run) -> None:
    result = run("play", "poule", "--level", "emperor")
    assert (result.code, "(level.unknown): There is no level 'emperor'" in result.err) == (1, True)


def test_house_players_answer_in_the_terminal(run: Run) -> None:
    result = run("play", "poule", "--seed", 3, "--level", "regular", typed="stall III c4\nquit\n")
    assert "Seat 0 sets up a stall of rank III on c4." in result.out
    assert "Seat 1 " in result.out


def test_a_seat_that_is_not_there_is_refused(run: Run) -> None:
    result = run("play", "poule", "--seat", 2)
    assert (result.code, "the seats are 0 to 1" in result.err) == (1, True)


@pytest.mark.parametrize("name", estaminet.games())
def test_every_line_of_the_log_is_an_english_sentence(name: str) -> None:
    game = estaminet.game(name)
    for key, names in game.log_keys.items():
        text = write_out(game, LogLine(key, {name: f"<{name}>" for name in names}))
        assert "{" not in text
        assert text.endswith(".")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (LogLine("poule.pass", {"seat": 0}), "Seat 0 passes."),
        (LogLine("poule.round_begins", {"round": 2, "seat": 1}), "Round 2 begins with seat 1."),
    ],
)
def test_seats_are_named_by_their_number(line: LogLine, text: str) -> None:
    assert write_out(estaminet.game("poule"), line) == text


def test_a_game_without_sentences_is_told_by_its_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    game = estaminet.game("poule")
    monkeypatch.delattr(type(game), "sentences")
    assert write_out(game, LogLine("mine.drop", {"seat": 1, "column": "c"})) == "Drop: seat 1, column c"


def play_evening(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished game in a file, by a person who always takes the first action of the list."""
    monkeypatch.setattr(command, "ask", lambda position, _: position.legal_codes()[0])
    file = tmp_path / "evening.jsonl"
    assert run("play", "poule", "--seed", 5, "--level", "random", "--save", file).code == 0
    return file


@pytest.mark.parametrize("flags", [[], ["--imagine", "--seed", 2]])
def test_a_game_goes_another_way_and_the_record_keeps_it(
    flags: list[object], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = play_evening(run, tmp_path, monkeypatch)
    file.write_text(file.read_text().replace("{", '{"names":["Ana","random"],', 1))
    monkeypatch.setattr(command, "ask", lambda position, _: position.legal_codes()[-1])
    result = run("branch", file, "--at", 20, "--level", "random", "--name", "boldly", "--save", file, *flags)
    assert result.code == 0, result.err
    record = estaminet.read_record(file.read_text())
    record.replay()
    (variation,) = record.variations
    assert (variation.name, variation.at, variation.deal is None) == ("boldly", 20, not flags)
    assert record.follow(variation).actions[20] != record.actions[20]
    assert '"names":["Ana","random"]' in file.read_text()
    assert "variation 'boldly' after 20 actions" in run("replay", file).out


def test_other_games_of_the_file_stay(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = play_evening(run, tmp_path, monkeypatch)
    line = file.read_text()
    file.write_text(line + line)
    assert run("branch", file, "--at", 120, "--game-number", 1, "--level", "random", "--save", file).code == 0
    first, second = file.read_text().splitlines()
    assert (first + "\n", len(estaminet.read_record(second).variations)) == (line, 1)


def test_there_is_no_other_way_after_the_end(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = play_evening(run, tmp_path, monkeypatch)
    last = len(estaminet.read_record(file.read_text()).actions)
    for at, complaint in ((last, "(game.over)"), (last + 1, "(record.invalid)")):
        result = run("branch", file, "--at", at)
        assert (result.code, complaint in result.err) == (1, True)
    assert "holds no game number 3" in run("branch", file, "--at", 1, "--game-number", 3).err


def test_a_variation_that_breaks_a_rule_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = play_evening(run, tmp_path, monkeypatch)
    file.write_text(file.read_text().replace("{", '{"variations":[{"at":5,"actions":["pass"]}],', 1))
    result = run("replay", file)
    assert (result.code, "Variation 0: 'pass' is not possible" in result.err) == (1, True)
