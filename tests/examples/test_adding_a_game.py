"""docs/adding-a-game.md quotes the code as it is."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from connect_four.game import GAME
from estaminet.engine.kernel import Kernel

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text()
SOURCES = [*(ROOT / "bench" / "connect_four").glob("*.py"), *(ROOT / "src/estaminet/games/poule").glob("*.py")]
QUOTES = [dedent(quote).splitlines() for quote in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)]


def is_in(source: Path, quote: list[str]) -> bool:
    lines = source.read_text().splitlines()
    windows = (lines[at : at + len(quote)] for at in range(len(lines) - len(quote) + 1))
    return any(dedent("\n".join(window)).splitlines() == quote for window in windows)


def test_the_page_quotes_code() -> None:
    assert len(QUOTES) >= 8


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote[0])
def test_every_quote_is_in_a_source(quote: list[str]) -> None:
    assert any(is_in(source, quote) for source in SOURCES)


def test_the_page_lists_the_functions_of_a_kernel() -> None:
    assert tuple(re.findall(r"^\| `(\w+)\(", PAGE, re.MULTILINE)) == Kernel.FUNCTIONS


def test_the_links_of_the_page_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target


def test_the_example_is_as_small_as_the_page_says() -> None:
    folder = ROOT / "bench" / "connect_four"
    assert len((folder / "rules.py").read_text().splitlines()) <= 160
    assert len((folder / "game.py").read_text().splitlines()) < 100
    assert GAME.name in PAGE
