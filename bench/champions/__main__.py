"""``python -m bench.champions``: train the networks that come with the games on a GPU, and measure them.

What is there already is not trained again. ``--install`` puts what was made into the games' folders, with cards.
"""

import argparse
import os
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from time import monotonic

from bench.champions.runs import RUNS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.champions", description=__doc__)
    parser.add_argument("--only", default="*", metavar="PATTERN", help="which networks: poule-*, nuit-4")
    parser.add_argument("--folder", type=Path, default=Path(".bench/champions"), help="where everything is kept")
    parser.add_argument("--times", type=float, default=1.0, help="all runs are so many times as long")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) - 2), help="cores for the matches")
    parser.add_argument("--deals", type=float, default=1.0, help="so many times as many deals in the matches")
    parser.add_argument("--seconds", type=float, help="after so many nothing new is begun")
    parser.add_argument("--list", action="store_true", help="say how they are trained, and train nothing")
    parser.add_argument("--install", metavar="MACHINE", help="write the games' folders; on what machine it was trained")
    wanted = parser.parse_args()
    runs = [replace(run, minutes=wanted.times * run.minutes) for run in RUNS if fnmatch(run.name, wanted.only)]
    if wanted.list:
        print("\n".join(run.command for run in runs))
    elif wanted.install:
        from bench.champions.cards import install

        games, pictures = Path("src/estaminet/games"), Path("docs/pictures")
        print("\n".join(map(str, install(runs, wanted.folder, wanted.install, games, pictures))))
    else:
        from bench.champions.training import Workshop

        until = monotonic() + wanted.seconds if wanted.seconds else float("inf")
        Workshop(wanted.folder, wanted.device, wanted.jobs, until, wanted.deals).make(runs)


if __name__ == "__main__":
    main()
