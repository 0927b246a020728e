"""Names for display: one short line of visible characters."""

import hashlib
import re
import unicodedata
from typing import Final

from estaminet.server.errors import Refusal

MOST_COLUMNS: Final = 24
"""A wide character of East Asia takes two."""
MOST_CHARACTERS: Final = 40
MOST_OF_TITLE: Final = 60
MOST_MARKS: Final = 2
"""Accents on one letter, beyond those that have become one character with it."""
INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Fillers, joiners and selectors of variants, which Unicode counts among letters, symbols and accents."""


def show(text: str) -> str:
    """The visible part of a text, as one line."""
    return " ".join("".join(_visible(unicodedata.normalize("NFC", text))).split())


def tidy_name(text: str) -> str:
    """A name for display; ``name.invalid`` if nothing is left of it, or too much.

    Invisible characters, and those that change the direction of writing, are left out. Joined emoji fall apart.
    """
    name = show(text)
    if not name:
        raise Refusal("name.invalid", "A name needs a visible character.")
    if len(name) > MOST_CHARACTERS or sum(map(_columns, name)) > MOST_COLUMNS:
        raise Refusal("name.invalid", f"This name is too long: at most {MOST_COLUMNS} letters fit.")
    return name


def known_as(reader: str, person: str) -> str:
    """The id by which one reader knows a person, the same at every table; two readers cannot compare theirs."""
    return hashlib.sha256(f"{reader} {person}".encode()).hexdigest()[:16]


def tidy_title(text: str) -> str:
    """The name of a branch for display; ``name.invalid`` if it is too long."""
    title = show(text)
    if len(title) > MOST_OF_TITLE:
        raise Refusal("name.invalid", f"This name is too long: at most {MOST_OF_TITLE} characters fit.")
    return title


def _visible(text: str) -> list[str]:
    shown: list[str] = []
    marks = MOST_MARKS  # none on nothing
    for character in INVISIBLE.sub("", text):
        category = unicodedata.category(character)
        if character.isspace():
            shown.append(" ")
            marks = MOST_MARKS
        elif category in ("Mn", "Me"):
            if marks < MOST_MARKS:
                shown.append(character)
            marks += 1
        elif category[0] != "C":  # neither control, nor format, nor anything that is no character
            shown.append(character)
            marks = 0
    return shown


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
