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
