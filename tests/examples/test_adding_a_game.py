"""docs/adding-a-game.md can be walked: it quotes the example, and all that it shows runs where that is installed."""

import re
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

from connect_four.game import GAME
from estaminet.engine.contract import CONTRACT
from estaminet.engine.kernel import Kernel
from tests.examples.installation import EXAMPLE, ROOT, Installation

FILE = ROOT / "docs" / "adding-a-game.md"
PAGE = FILE.read_text(encoding="utf-8")
PACKAGE = EXAMPLE / "src" / "connect_four"
SOURCES = [*PACKAGE.glob("*.py"), *(ROOT / "src/estaminet/games").glob("*/*.py")]
QUOTES = [dedent(quote).splitlines() for quote in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)]
COMMANDS = re.findall(r"^    estaminet (.+)$", PAGE, re.MULTILINE)
SAID = {
    "contract": f"connect_four keeps the contract: {len(CONTRACT)} checks on 5 games.",
    "play": "Connect four, 2 players. You have seat 0.",
    "arena": "connect_four: 20 games, 10 deals from every seat",
    "simulate": "",
    "replay": "game 2: connect_four, 2 players, ",
}
"""Output of each command; `serve` is tested at a server, `site` in tests/site."""


def is_in(source: Path, quote: list[str]) -> bool:
    lines = source.read_text(encoding="utf-8").splitlines()
    windows = (lines[at : at + len(quote)] for at in range(len(lines) - len(quote) + 1))
    return any(dedent("\n".join(window)).splitlines() == quote for window in windows)


def test_the_page_quotes_code() -> None:
    assert len(QUOTES) >= 10


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote[0])
def test_every_quote_is_in_a_source(quote: list[str]) -> None:
    assert any(is_in(source, quote) for source in SOURCES)


def test_the_page_has_the_whole_pyproject() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert shown == (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    assert tomllib.loads(shown)["project"]["dependencies"] == ["estaminet"]


def test_the_page_names_every_file_of_the_package() -> None:
    tree = PAGE.partition("    connect_four/\n")[2].partition("\n\n")[0]
    shown = {line.split()[0] for line in tree.splitlines()}
    files = {file.name for file in EXAMPLE.rglob("*") if file.is_file() and "__pycache__" not in file.parts}
    assert {name for name in shown if not name.endswith("/")} == files - {".gitignore"}


def test_the_page_lists_the_functions_of_a_kernel() -> None:
    assert tuple(re.findall(r"^\| `(\w+)\(", PAGE, re.MULTILINE)) == Kernel.FUNCTIONS


def test_the_links_of_the_page_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target


def test_the_paths_of_the_page_are_there() -> None:
    paths = re.findall(r"`((?:src|tests|web|docs)/[\w./-]+)`", PAGE)
    assert len(paths) > 8
    assert [path for path in paths if not (ROOT / path.replace("/NAME", "")).exists()] == []


def test_the_example_is_as_small_as_the_page_says() -> None:
    assert len((PACKAGE / "rules.py").read_text().splitlines()) <= 160
    assert len((PACKAGE / "game.py").read_text().splitlines()) <= 100
    assert GAME.name in PAGE


@pytest.mark.compiled
@pytest.mark.thorough
def test_every_session_of_the_page_goes_just_like_that(installation: Installation) -> None:
    assert PAGE.count(">>>") >= 30
    assert installation.run("-m", "doctest", str(FILE)) == ""


@pytest.mark.compiled
@pytest.mark.thorough
def test_every_command_of_the_page_runs(installation: Installation) -> None:
    commands = {command.split()[0]: command for command in COMMANDS}
    assert commands.keys() == {*SAID, "serve", "site"}
    for name, said in SAID.items():
        assert said in installation.command(commands[name])
