"""The folder of an arena: its settings, and every finished game the moment it is finished.

A game is one line, written in one go. If the machine stops in the middle of a line, that line is cut off at the next
start, and its game is played again.
"""

import hashlib
import inspect
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

from estaminet import __version__, engine, players
from estaminet.arena.match import Luck, Plan, Seating, ThinkingTime
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import LEVELS, Ladder
from estaminet.games import REGISTRY

FORMAT: Final = "estaminet-arena/1"
SETTINGS: Final = "arena.json"
GAMES: Final = "games.jsonl"
LUCK: Final = "luck.jsonl"
LADDERS: Final = "levels.py"
"""The file of a game that says how strong its levels are. Only those count that play."""
T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """The outcome of a finished game for its players; all lists go by seat."""

    seating: Seating
    players: list[str]
    shares: list[float]
    scores: list[float]
    thinking: list[ThinkingTime]
    luck: Luck | None = None
    """The luck of the draws, if it was asked for."""

    @classmethod
    def read(cls, line: bytes | str) -> "Outcome":
        """From a line of the games file."""
        members = json.loads(line)
        arena = members["arena"]
        return cls(
            Seating(arena["deal"], arena["rotation"]),
            arena["players"],
            arena["shares"],
            members["scores"],
            [ThinkingTime(**each) for each in arena["thinking"]],
        )


class Folder:
    """Where the games of one plan are kept."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Make the folder, or open it again; ``arena.differs`` names a setting that differs."""
        self.path = path
        self.games = path / GAMES
        self.luck = path / LUCK
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._claim(describe(plan))
            _cut_torn_line(self.games)
            if self.luck.exists():
                _cut_torn_line(self.luck)
        except OSError as error:
            raise EstaminetError(
                "arena.broken", f"{path} cannot be used for an arena: {error.strerror or error}."
            ) from error

    def read(self) -> Iterator[Outcome]:
        """All games so far, in the order in which they were finished."""
        found = _read_lines(self.luck, Luck.read, "luck of an arena; without that line it is found again")
        luck = {each.seating: each for each in found}
        for outcome in _read_lines(self.games, Outcome.read, "game of an arena; without that line it is played again"):
            yield replace(outcome, luck=luck.get(outcome.seating))

    def read_games(self) -> Iterator[tuple[Seating, str]]:
        """The same games as their lines."""
        with self.games.open(encoding="utf-8", newline="\n") as file:
            for line in file:
                yield Outcome.read(line).seating, line

    def append(self, line: str) -> None:
        """Keep a finished game."""
        _append(self.games, line)

    def append_luck(self, line: str) -> None:
        """Keep the luck of a game."""
        _append(self.luck, line)

    def write(self, name: str, text: str) -> None:
        """Write a file anew: it is the old one or the new one, whatever happens."""
        draft = self.path / f"{name}.new"
        draft.write_text(text, encoding="utf-8")
        draft.replace(self.path / name)

    def _claim(self, settings: Mapping[str, object]) -> None:
        file = self.path / SETTINGS
        if not file.exists():
            if self.games.exists():
                raise EstaminetError(
                    "arena.broken",
                    f"{self.path} has a {GAMES} but no {SETTINGS}: it is no arena. Choose another folder.",
                )
            self.write(SETTINGS, json.dumps(settings, ensure_ascii=False, indent=2) + "\n")
            return
        try:
            there = dict(json.loads(file.read_bytes()))
        except (ValueError, TypeError) as error:
            raise EstaminetError("arena.broken", f"{file} is not the settings of an arena.") from error
        then, now = _flatten(there), _flatten(settings)
        for name in (*now, *then):
            if then.get(name) != now.get(name):
                raise EstaminetError(
                    "arena.differs",
                    f"{self.path} holds an arena with other settings: {name} is {then.get(name, 'left out')} there, "
                    f"{now.get(name, 'left out')} here. Choose another folder, or the same settings.",
                )


def describe(plan: Plan) -> dict[str, object]:
    """The settings that all games of a folder share. How many games there are is none of them."""
    return {
        "format": FORMAT,
        "version": __version__,
        "game": plan.game,
        "players": plan.names,
        "seed": plan.seed,
        "options": dict(plan.options),
        "origins": {entrant.name: entrant.origin for entrant in plan.entrants},
        "sources": fingerprint(plan.game, plan.names),
    }


def fingerprint(game: str, names: Sequence[str]) -> str:
    """A short hash over all that decides how these play it: engine, game, house players, levels and their network.

    Numbers of two versions do not belong in one table.
    """
    found = REGISTRY.find(game)
    folders = [Path(inspect.getfile(each)).parent for each in (engine, type(found), players)]
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file != folders[1] / LADDERS and (file.suffix == ".py" or file.name == f"{len(names)}.npz"):
                digest.update(file.read_bytes())
    ladder = found.ladders.get(len(names), Ladder())
    for level in sorted({name.partition("+")[0] for name in names} & {*LEVELS}):
        digest.update(repr(getattr(ladder, level)).encode())
    return digest.hexdigest()[:16]


def _flatten(settings: Mapping[str, object]) -> dict[str, str]:
    """Every setting as a text; members of members have both names."""
    flat: dict[str, str] = {}
    for name, value in settings.items():
        if isinstance(value, Mapping):
            flat |= {f"{name} {inner}": text for inner, text in _flatten(value).items()}
        else:
            flat[name] = json.dumps(value, ensure_ascii=False)
    return flat


def _read_lines(path: Path, read: Callable[[bytes], T], what: str) -> Iterator[T]:
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield read(line)
            except (ValueError, KeyError, TypeError) as error:
                raise EstaminetError("arena.broken", f"{path}, line {number}, is no {what}.") from error


def _append(path: Path, line: str) -> None:
    data = line.encode() + b"\n"
    try:
        with path.open("ab", buffering=0) as file:
            while data:
                data = data[file.write(data) :]
    except OSError as error:
        raise EstaminetError("arena.broken", f"{path} cannot be written: {error.strerror or error}.") from error


def _cut_torn_line(path: Path) -> None:
    with path.open("a+b") as file:
        file.seek(0)
        whole = sum(len(line) for line in file if line.endswith(b"\n"))
        if whole < file.seek(0, os.SEEK_END):
            file.truncate(whole)
