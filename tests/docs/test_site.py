"""docs/generator: what the site shows is what the code says."""

from pathlib import PurePosixPath
from typing import get_args

import pytest
from mkdocs.config.defaults import MkDocsConfig

from connect_four.game import GAME as CONNECT_FOUR
from docs.generator.fences import fence_examples, name_sessions
from docs.generator.game_page import find_readme, make_page
from docs.generator.hooks import on_config
from docs.generator.links import ROOT, page_of, redirect, sources_of
from docs.generator.sections import around_table, include_sections, read_meanings, split_sections
from docs.generator.sources import make_source_page
from docs.generator.tables import (
    describe_fields,
    find_state,
    list_actions,
    list_constants,
    tabulate_actions,
    tabulate_errors,
    tabulate_observation,
    tabulate_record,
    tabulate_refusals,
    tabulate_settings,
)
from estaminet.engine.errors import ErrorCode
from estaminet.engine.game import Action, Game
from estaminet.games import REGISTRY

GAMES = [REGISTRY.find(name) for name in REGISTRY.names()]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
def test_every_field_of_a_record_has_a_meaning(game: Game) -> None:
    described = describe_fields(find_state(game))
    assert [name for name, meaning in described.items() if not meaning] == []


@each_game
def test_a_record_is_shown_byte_by_byte(game: Game) -> None:
    fields = vars(game.modules[0])["STATE"].fields
    rows = [line.split("|")[1:3] for line in tabulate_record(game).splitlines()[2:]]
    names = [name.strip(" `") for _, name in rows]
    assert names == list(fields)
    assert [int(offset) for offset, _ in rows] == [offset for _, offset in fields.values()]


@each_game
def test_every_kind_of_action_has_the_readmes_words_for_what_it_does(game: Game) -> None:
    _, sections = split_sections(find_readme(game).read_text())
    _, table, _ = around_table(sections["Notation"])
    rows = [line.split("|")[1:-1] for line in tabulate_actions(game.actions, read_meanings(table)).splitlines()[2:]]
    assert [row for row in rows if not row[3].strip()] == []
    spans = [[int(code) for code in row[0].split("–")] for row in rows]
    assert [span[0] for span in spans] == [0, *(span[-1] + 1 for span in spans[:-1])]
    assert spans[-1][-1] == len(game.actions) - 1


@each_game
def test_every_code_is_listed(game: Game) -> None:
    listed = list_actions(game.actions)
    assert all(f"{code:>4} {action.text}" in listed for code, action in enumerate(game.actions))


@each_game
def test_a_page_has_the_readme_and_the_tables(game: Game) -> None:
    page = make_page(game)
    _, sections = split_sections(find_readme(game).read_text())
    assert list(split_sections(page)[1]) == list(sections)
    assert tabulate_record(game) in page
    assert (
        tabulate_observation(next(vars(module)["LAYOUT"] for module in game.modules if "LAYOUT" in vars(module)))
        in page
    )


def test_a_game_without_a_layout_and_without_a_readme_has_a_page() -> None:
    page = make_page(CONNECT_FOUR)
    assert "| 0–6 | `drop` | `drop a` … `drop g` |" in page
    assert "The game does not say how its observation is laid out." in page
    assert "| `int64` 2 |" in page


def test_constants_in_meanings_get_their_numbers() -> None:
    assert list_constants(REGISTRY.find("poule")) == {"NONE": -1, "CELLS": 30, "UNKNOWN": -2}


def test_a_layout_counts_on_and_shows_equal_parts_once() -> None:
    part = (("left", 1, "l"), ("right", 2, "r"))
    table = tabulate_observation(
        (("first", 6, "two of them", part), ("rest", 2, "what is left"), ("last", 3, "one", part))
    )
    assert "| 0–5 | `first` | 2 × 3 | two of them |" in table
    assert "| 6–7 | `rest` | 2 | what is left |" in table
    assert "| 8–10 | `last` | 3 | one |" in table
    assert table.count("| 1–2 | `right` | 2 | r |") == 1
    assert "Each part of `first`, `last`:" in table


def test_actions_of_a_kind_share_a_row() -> None:
    actions = [Action("a 1", "a", ("x:1",)), Action("a 2", "a", ("x:2",)), Action("end", "end", ())]
    table = tabulate_actions(actions, {range(2): "does it", range(2, 3): "ends it"})
    assert "| 0–1 | `a` | `a 1` `a 2` | does it | `x:1` `x:2` |" in table
    assert "| 2 | `end` | `end` | ends it |  |" in table


def test_every_error_is_listed_with_its_code() -> None:
    table = tabulate_errors()
    assert all(f"| `{code}` |" in table for code in get_args(ErrorCode))
    assert "| `action.illegal` | `IllegalAction` |" in table
    assert "| `table.full` | 409 | Every seat is taken. |" in tabulate_refusals()


def test_the_page_on_operating_lists_every_setting() -> None:
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    assert tabulate_settings() in page, "copy what tabulate_settings() gives"


def test_links_lead_to_pages_or_to_sources() -> None:
    text = (
        "[a](../src/estaminet/engine/kernel.py) [b](arena.md#a-player) [c](https://x.org) [d](#here) [e](../README.md)"
    )
    place = PurePosixPath("docs")
    assert sources_of(text, place) == {PurePosixPath("src/estaminet/engine/kernel.py")}
    assert redirect(text, place, "start/players.md") == (
        "[a](../source/src/estaminet/engine/kernel.py.md) [b](../arena.md#a-player) [c](https://x.org) [d](#here) "
        "[e](../index.md)"
    )
    assert page_of(PurePosixPath("src/estaminet/games/poule/README.md")) == "games/poule.md"


def test_a_source_page_shows_the_file_and_a_folder_its_files() -> None:
    file = PurePosixPath("examples/connect_four/src/connect_four/rules.py")
    assert (ROOT / file).read_text() in make_source_page(file)
    assert "[rules.py](connect_four/rules.py.md)" in make_source_page(file.parent)
    assert "[src/connect_four/rules.py](connect_four/src/connect_four/rules.py.md)" in make_source_page(
        PurePosixPath("examples/connect_four")
    )


def test_a_section_of_another_file_is_included_with_its_links() -> None:
    text = include_sections("before\n\n<!-- include README.md: Credits -->\n\nafter", "start/players.md")
    assert text.startswith("before\n\nThe games are the work of their designers")
    assert "(../source/LICENSE.md)" in text
    assert text.endswith("after")


def test_sessions_are_marked_as_such() -> None:
    assert (
        name_sessions("```python\n>>> 1\n```\n\n```python\nx = 1\n```")
        == "```pycon\n>>> 1\n```\n\n```python\nx = 1\n```"
    )
    assert fence_examples("Does.\n\n>>> f()\n1\n\nMore.") == "Does.\n\n```pycon\n>>> f()\n1\n```\n\nMore."


def test_every_game_is_in_the_navigation() -> None:
    config = MkDocsConfig()
    config.nav = [{"Home": "index.md"}, {"Games": ["games/index.md"]}]
    first, second = on_config(config).nav or []
    assert first == {"Home": "index.md"}
    assert second["Games"] == ["games/index.md", *({game.title: f"games/{game.name}.md"} for game in GAMES)]
