"""``python -m bench.strength``: play all matches of docs/strength.md, and write it. An interrupted run goes on.

On another machine, ``--only 'nuit-*' --folder FOLDER --no-page`` plays a part; copy the folder here, and it counts.
"""

import argparse
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

from bench.strength.matches import QUICK_DEALS, list_matches, look_up, play_matches
from bench.strength.page import Book, write_page
from estaminet.arena.folder import fingerprint


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--only", default="*", metavar="PATTERN", help="names or tables: poule-2-*, levels")
    parser.add_argument("--quick", action="store_true", help="a few games of everything, to see that all of it runs")
    parser.add_argument("--list", action="store_true", help="say what there is to play, and play nothing")
    parser.add_argument("--jobs", type=int, help="processes; all cores if left out")
    parser.add_argument("--folder", type=Path, help="where games are kept; .bench/strength if left out")
    parser.add_argument("--docs", type=Path, help="where the page goes; docs if left out")
    parser.add_argument("--no-page", action="store_true", help="only play")
    wanted = parser.parse_args()
    folder = wanted.folder or Path(".bench/strength-quick" if wanted.quick else ".bench/strength")
    docs = wanted.docs or (folder if wanted.quick else Path("docs"))
    matches = list_matches()
    if wanted.quick:
        matches = [replace(match, deals=QUICK_DEALS) for match in matches]
    chosen = [match for match in matches if fnmatch(match.name, wanted.only) or match.table == wanted.only]
    if wanted.list:
        print("\n".join(f"{each.table}: {each.name}" for each in chosen))
        return
    play_matches(chosen, folder, wanted.jobs)
    if wanted.no_page:
        return
    docs.mkdir(parents=True, exist_ok=True)
    book = Book(docs / "strength.json")
    for match in matches:
        if result := look_up(match, folder):
            book.enter(result)
    book.write()
    sources = {name: fingerprint(result.game, result.players) for name, result in book.matches.items()}
    (docs / "strength.md").write_text(write_page(book, matches, sources))
    print(f"{docs / 'strength.md'} and {docs / 'strength.json'} are written.")


if __name__ == "__main__":
    main()
