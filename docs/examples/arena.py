"""A small arena: every deal is played from every seat, and the table says how sure it is.

python docs/examples/arena.py reeperbahn regular apprentice --games 40 --out evening

It needs the extra `lab`. Stop it and start it again: it resumes.
"""

import argparse
from pathlib import Path

import estaminet
from estaminet.arena.arena import Arena
from estaminet.arena.report import TextTable, headline, list_entrants, list_seats


def show(sheet: TextTable) -> str:
    """A table of the report as text, its columns as wide as they need to be."""
    lines = [sheet.heads, *sheet.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=estaminet.games())
    parser.add_argument("players", nargs="+", help="a name for each seat: regular, search@500, ./mybot.py:Bot")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="processes; all cores if left out, 0 for this very one")
    parser.add_argument("--out", type=Path, default=Path("arena-example"))
    wanted = parser.parse_args()

    arena = Arena(wanted.game, wanted.players, folder=wanted.out, seed=wanted.seed)
    for outcome in arena.play(wanted.games, jobs=wanted.jobs):
        best = max(range(len(outcome.players)), key=outcome.shares.__getitem__)
        print(f"deal {outcome.seating.deal}: {outcome.players[best]} on seat {best}, scores {outcome.scores}")

    results = arena.results(wanted.games)
    print(f"\n{headline(results)}\n\n{show(list_entrants(results))}\n\n{show(list_seats(results))}")


if __name__ == "__main__":
    main()
