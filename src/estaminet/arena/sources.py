"""Which sources a game was played with: numbers of two versions do not belong into one table."""

import hashlib
import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from estaminet import engine, players
from estaminet.engine.game import LEVELS, Ladder
from estaminet.games import REGISTRY

LADDERS: Final = "levels.py"
"""The file of a game that says how strong its levels are. Only those count that play."""


def fingerprint(game: str, names: Sequence[str]) -> str:
    """A short hash over all that decides how these play it: engine, game, house players, levels and their network."""
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
