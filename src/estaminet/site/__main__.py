"""`python -m estaminet.site FOLDER [GAME]...`: the modules of some games, or of all that are installed."""

import argparse
import shutil
import sys
from pathlib import Path

from estaminet.engine.errors import EstaminetError
from estaminet.games import REGISTRY
from estaminet.site.modules import find_module


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m estaminet.site", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("game", nargs="*")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.game or REGISTRY.names():
        file = find_module(REGISTRY.find(name))
        shutil.copy(file, arguments.folder / f"{name}.wasm")
        print(f"{name}.wasm: {file.stat().st_size:,} bytes")  # what this program is for


if __name__ == "__main__":
    try:
        main()
    except EstaminetError as error:
        sys.exit(f"Error ({error.code}): {error}")
