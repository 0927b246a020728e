"""``python -m bench.puzzles``: how many puzzles keep their solution at ten times the budget, with another seed."""

import argparse
from typing import Final

from rich.console import Console
from rich.progress import track
from rich.table import Table

import estaminet
from estaminet.puzzles import load_puzzles, still_holds
from estaminet.puzzles.proof import BUDGET, LONGER

SEED: Final = 1234
"""Not one of those with which puzzles are found."""


def main() -> None:
    """A row for every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=estaminet.games())
    parser.add_argument("--times", type=int, default=LONGER, help="how many times the budget")
    arguments = parser.parse_args()
    table = Table("game", "puzzles", "exact", "keep their solution", "others")
    for name in arguments.games:
        game = estaminet.game(name)
        puzzles = list(load_puzzles(game).values())
        lost = [
            each.id
            for each in track(puzzles, name, console=Console(stderr=True), transient=True)
            if not still_holds(each, game, iterations=arguments.times * BUDGET, seed=SEED)
        ]
        share = f"{1 - len(lost) / max(len(puzzles), 1):.1%}"
        table.add_row(name, str(len(puzzles)), str(sum(each.is_exact for each in puzzles)), share, " ".join(lost))
    Console().print(table)


if __name__ == "__main__":
    main()
