"""`python -m estaminet.site FOLDER [GAME]...`: the modules of some games, or of all, their networks, and the Python."""

import argparse
import shutil
import sys
from pathlib import Path
from typing import Final

from estaminet.engine.errors import EstaminetError
from estaminet.games import REGISTRY
from estaminet.site.bundle import build_bundle
from estaminet.site.modules import find_module
from estaminet.site.weights import name_weights, pack_weights

ARCHIVE: Final = "house.zip"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m estaminet.site", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("game", nargs="*")
    arguments = parser.parse_args()
    games = [REGISTRY.find(name) for name in arguments.game or REGISTRY.names()]
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        shutil.copy(find_module(game), arguments.folder / f"{game.name}.wasm")
        for players in game.seats:
            if weights := pack_weights(game, players):
                (arguments.folder / name_weights(game, players)).write_bytes(weights)
    (arguments.folder / ARCHIVE).write_bytes(build_bundle(games))


if __name__ == "__main__":
    try:
        main()
    except EstaminetError as error:
        sys.exit(f"Error ({error.code}): {error}")
