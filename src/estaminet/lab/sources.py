"""Which sources a game was played with: numbers of two versions do not belong into one table."""

import hashlib
import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from estaminet import engine, players
from estaminet.engine.strength import LEVELS
from estaminet.games import REGISTRY

LADDERS: Final = "levels.py"
"""The file of a game that says how strong its levels are: nobody else reads it."""


def fingerprint(game: str, names: Sequence[str]) -> str:
    """A short hash over all that decides how these play it: engine, game, house players, and their network."""
    folders = [Path(inspect.getfile(each)).parent for each in (engine, type(REGISTRY.find(game)), players)]
    has_levels = any(name.partition("+")[0] in LEVELS for name in names)
    unread = None if has_levels else folders[1] / LADDERS
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file != unread and (file.suffix == ".py" or file.name == f"{len(names)}.npz"):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
