"""The page of one game: its own README, with the tables that the code can tell better."""

import inspect
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import Final

from docs.generator.links import README, ROOT, redirect
from docs.generator.sections import around_table, read_meanings, split_sections
from docs.generator.tables import (
    find_constant,
    list_actions,
    list_constants,
    tabulate,
    tabulate_actions,
    tabulate_observation,
    tabulate_record,
)
from estaminet.engine.game import Game

NOTATION: Final = "Notation"
RECORD: Final = "The record"
OBSERVATION: Final = "Observation for learning"
"""Headings of a README whose tables are made here."""


def make_page(game: Game) -> str:
    """The whole page in Markdown."""
    readme = find_readme(game)
    text = redirect_readme(readme, game) if readme.exists() else f"# `{game.name}` · {game.title}\n\n{game.__doc__}\n"
    opening, sections = split_sections(text)
    title, _, introduction = opening.partition("\n")
    for name, show in ((NOTATION, show_actions), (RECORD, show_record), (OBSERVATION, show_observation)):
        sections[name] = show(game, sections.get(name, ""))
    parts = [title, show_picture(game), introduction.strip(), show_glance(game), show_use(game)]
    parts += [f"## {name}\n\n{body}" for name, body in sections.items()]
    return "\n\n".join(part for part in parts if part) + "\n"


def make_cards(games: Iterable[Game], page: str) -> str:
    """A card for each game, with links as they are right on that page."""
    cards = []
    for game in games:
        address = relpath(f"games/{game.name}.md", PurePosixPath(page).parent)
        picture = relpath(picture_of(game), PurePosixPath(page).parent)
        shown = f"[![{game.title}]({picture})]({address})" if (ROOT / "docs" / picture_of(game)).exists() else ""
        words = f"**[{game.title}]({address})** · `{game.name}` · {say_seats(game)} players"
        cards.append("\n\n".join(["<div markdown>", shown, words, game.__doc__ or "", "</div>"]))
    return "\n\n".join(['<div class="cards" markdown>', *cards, "</div>"])


def find_readme(game: Game) -> Path:
    """The README beside the code of a game."""
    return Path(inspect.getfile(type(game))).parent / README


def redirect_readme(readme: Path, game: Game) -> str:
    """The README as it reads on the page of its game."""
    text = readme.read_text()
    if not readme.is_relative_to(ROOT):
        return text
    return redirect(text, PurePosixPath(readme.parent.relative_to(ROOT).as_posix()), f"games/{game.name}.md")


def show_picture(game: Game) -> str:
    """The table as it looks in the browser, where there is a picture of it."""
    picture = picture_of(game)
    return f"![{game.title} in the browser](../{picture})" if (ROOT / "docs" / picture).exists() else ""


def picture_of(game: Game) -> str:
    """Where in docs/ a picture of the game lies, if there is one."""
    return f"pictures/{game.name}.jpg"


def say_seats(game: Game) -> str:
    """For how many players it is."""
    return f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])


def show_glance(game: Game) -> str:
    """The sizes that a program has to know."""
    rows: list[list[object]] = [
        ["players", say_seats(game)],
        ["options", ", ".join(f"`{option.name}`" for option in game.options) or "none"],
        ["actions", len(game.actions)],
        ["room for all that are legal at once", f"{find_constant(game, 'MOST_LEGAL')} codes"],
        ["a game is never longer than", f"{find_constant(game, 'LONGEST'):,} actions"],
        ["a position", f"{find_constant(game, 'STATE').itemsize} bytes"],
        ["an observation", f"{find_constant(game, 'FEATURES')} numbers"],
    ]
    return tabulate(["at a glance", ""], rows)


def show_use(game: Game) -> str:
    """How to get hold of the game, in each of the ways there are."""
    return f"""=== "In the house"

        estaminet serve --browser
        estaminet play {game.name} --players {game.seats[0]} --level host

=== "Python"

    ```python
    import estaminet

    position = estaminet.game("{game.name}").start(players={game.seats[0]}, seed=7)
    ```

=== "Many at once"

    ```python
    from estaminet.vector import VectorGames

    environment = VectorGames("{game.name}", 1000, players={game.seats[0]})
    ```

=== "PettingZoo"

    ```python
    from estaminet.pettingzoo import {game.name}_v0

    environment = {game.name}_v0.env(players={game.seats[0]})
    ```

=== "OpenSpiel"

    ```python
    import estaminet.open_spiel
    import pyspiel

    game = pyspiel.load_game("python_estaminet_{game.name}")
    ```"""


def show_actions(game: Game, section: str) -> str:
    """The actions by kind, with the README's words for what they do, and every single one."""
    before, table, after = around_table(section)
    every = "\n".join(f"    {line}".rstrip() for line in list_actions(game.actions).splitlines())
    return "\n\n".join(
        [
            before,
            tabulate_actions(game.actions, read_meanings(table) if table else {}),
            after,
            f'??? note "All {len(game.actions)} codes and their texts"\n\n    ```text\n{every}\n    ```',
        ]
    )


def show_record(game: Game, section: str) -> str:
    """The fields of the record."""
    constants = (f"`{name}` is {number}" for name, number in list_constants(game).items())
    return "\n\n".join([around_table(section)[0], tabulate_record(game), ", ".join(constants)])


def show_observation(game: Game, section: str) -> str:
    """The sections of the observation."""
    layout = find_constant(game, "LAYOUT")
    told = tabulate_observation(layout) if layout else "The game does not say how its observation is laid out."
    return f"{around_table(section)[0]}\n\n{told}"
