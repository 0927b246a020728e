"""Play and review games, or report what was found: ``python -m bench.review whole poule 3 --games 50 --out FILE``."""

import argparse
import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from bench.review.playing import CHEAP, Row, find_luck, review_games
from bench.review.reporting import report
from estaminet.review import Effort


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.review", description=__doc__)
    parser.add_argument("what", choices=["whole", "cheap", "luck", "report"])
    parser.add_argument("game", nargs="?", help="whole, cheap, luck: which game")
    parser.add_argument("players", nargs="?", type=int)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--again", action="store_true", help="whole: review every game from another seed, too")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, nargs="+", required=True, help="a file to add to, or files to report")
    arguments = parser.parse_args()
    if arguments.what == "report":
        lines = chain.from_iterable(path.read_text().splitlines() for path in arguments.out)
        for line in report([json.loads(line) for line in lines]):
            print(line)
        return
    with arguments.out[0].open("a") as file:
        for row in run(arguments):
            file.write(json.dumps(row) + "\n")
            file.flush()


def run(arguments: argparse.Namespace) -> Iterator[Row]:
    """The rows of an experiment."""
    numbers = range(arguments.first, arguments.first + arguments.games)
    effort = Effort(threads=arguments.threads)
    if arguments.what == "luck":
        return find_luck(arguments.game, arguments.players, numbers, effort)
    if arguments.what == "cheap":
        effort = CHEAP
    return review_games(arguments.game, arguments.players, numbers, effort, with_again=arguments.again)


if __name__ == "__main__":
    main()
