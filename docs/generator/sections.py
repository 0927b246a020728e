"""Parts of Markdown files, so that a page can show a part of another file without a copy of it."""

import re
from pathlib import PurePosixPath
from typing import Final

from docs.generator.links import ROOT, redirect

INCLUDE: Final = re.compile(r"^<!-- include (\S+): (.+?) -->$", re.MULTILINE)
HEADING: Final = re.compile(r"^## ", re.MULTILINE)
TABLE: Final = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
CODES: Final = re.compile(r"(\d+)(?:-(\d+))?")


def split_sections(text: str) -> tuple[str, dict[str, str]]:
    """What stands before the first heading of the second level, and what stands under each of them."""
    opening, *parts = HEADING.split(text)
    sections = {}
    for part in parts:
        name, _, body = part.partition("\n")
        sections[name.strip()] = body.strip()
    return opening.strip(), sections


def around_table(section: str) -> tuple[str, str, str]:
    """What stands before the first table of a section, that table, and what stands behind it."""
    found = TABLE.search(section)
    if not found:
        return section, "", ""
    return section[: found.start()].strip(), found[0], section[found.end() :].strip()


def read_meanings(table: str) -> dict[range, str]:
    """What actions do, by their codes, from the table of a README."""
    heads, _, *rows = ([cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines())
    at = heads.index("what it does")
    meanings = {}
    for cells in rows:
        first, last = CODES.fullmatch(cells[0]).groups()  # type: ignore[union-attr]  # else the table is wrong
        meanings[range(int(first), int(last or first) + 1)] = cells[at]
    return meanings


def include_sections(text: str, page: str) -> str:
    """The text with ``<!-- include README.md: From Python -->`` replaced by that section, links and all."""

    def include(match: re.Match[str]) -> str:
        path = PurePosixPath(match[1])
        _, sections = split_sections((ROOT / path).read_text())
        return redirect(sections[match[2]], path.parent, page)

    return INCLUDE.sub(include, text)
