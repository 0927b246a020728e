"""Which sources a game was played with: numbers of two versions do not belong into one table."""

import hashlib
import inspect
from pathlib import Path

from estaminet import engine, players
from estaminet.games import REGISTRY


def fingerprint(game: str) -> str:
    """A short hash over all that decides how a game goes: the engine, the game, the house players, their networks."""
    folders = (inspect.getfile(found) for found in (engine, type(REGISTRY.find(game)), players))
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(each for each in Path(folder).parent.rglob("*") if each.suffix in (".py", ".npz")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
