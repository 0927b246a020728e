"""The page of strength: its matches go on where they were, and it says nothing that was not measured."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.strength.matches import RETIRED, Match, Result, list_matches, look_up, play
from bench.strength.page import NOTHING, TEMPLATE, Book, write_page
from estaminet.arena.entrants import find_entrant
from estaminet.arena.intervals import Estimate

MATCH = Match("greedy", "poule", ("apprentice", "random"), deals=1)
RESULT = Result(
    MATCH.name, "greedy", "poule", list(MATCH.players), 200, Estimate(0.6, 0.55, 0.65), {}, MATCH.command, "today"
)


@pytest.mark.compiled
def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    assert look_up(MATCH, tmp_path) is None
    assert play(MATCH, tmp_path, 0).games == 2
    (file,) = tmp_path.glob("*/games.jsonl")
    before = file.read_bytes()
    longer = replace(MATCH, deals=2)
    result = play(longer, tmp_path, 0)
    assert (result.games, result) == (4, look_up(longer, tmp_path))
    assert file.read_bytes().startswith(before)
    assert len(file.read_bytes().splitlines()) == 4


def test_every_match_is_one_of_its_own_between_players_that_the_arena_knows() -> None:
    matches = list_matches()
    assert len({match.name for match in matches}) == len(matches)
    assert all(match.games >= 400 for match in matches)
    for name in {name for match in matches for name in match.players}:
        assert find_entrant(name).name == name
    assert all(f"{{{{{match.table}}}}}" in TEMPLATE.read_text() for match in matches)


@pytest.mark.parametrize(
    ("least", "within", "verdict"),
    [
        (0.55, None, "reached"),
        (0.56, None, "**not reached**"),
        (None, [0.5, 0.7], "reached"),
        (None, [0.61, 0.7], "**not"),
    ],
)
def test_a_verdict_is_about_the_lower_end_or_about_a_range(
    least: float | None, within: list[float] | None, verdict: str, tmp_path: Path
) -> None:
    book = Book(tmp_path / "strength.json")
    book.enter(replace(RESULT, least=least, within=within))
    page = write_page(book, [MATCH], {MATCH.name: "today"})
    (row,) = [line for line in page.splitlines() if "`apprentice` against `random`" in line]
    assert "| 400 | 60.0 % | 55.0 to 65.0 % | 1.20 |" in row
    assert f"| {verdict}" in row
    assert MATCH.command in page
    assert NOTHING in page
    assert "{{" not in page


def test_results_of_another_version_are_marked_until_as_much_is_played_again(tmp_path: Path) -> None:
    book = Book(tmp_path / "strength.json")
    book.enter(RESULT)
    book.write()
    again = Book(tmp_path / "strength.json")
    assert again.matches == book.matches
    again.enter(replace(RESULT, deals=RESULT.deals - 1, sources="tomorrow"))
    assert "| 400 † |" in write_page(again, [MATCH], {MATCH.name: "tomorrow"})
    again.enter(replace(RESULT, sources="tomorrow"))
    assert "†" not in write_page(again, [MATCH], {MATCH.name: "tomorrow"})


def test_what_can_no_longer_be_played_keeps_its_figures(tmp_path: Path) -> None:
    book = Book(tmp_path / "strength.json")
    ((name, player),) = RETIRED.items()
    book.enter(replace(RESULT, table="ablations", players=[player, "learned@500"]))
    assert f"`{player}` ({name}) against" in write_page(book, list_matches(), {})


def test_the_page_is_made_of_the_results_that_are_kept() -> None:
    book = Book(Path("docs/strength.json"))
    page = write_page(book, list_matches(), {})
    assert NOTHING not in page
    assert all(result.command in page for result in book.matches.values())
    assert len(book.calibration) == 4
