"""``python -m bench.exact``: how often house players find a best action of a solved position, and what they lose."""

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.endings import Ending, read
from estaminet.arena.entrants import Entrant, find_entrant
from estaminet.arena.solving import EQUAL

PLAYERS: Final = ("random", "apprentice", "regular", "greedy", "host", "search@5000")
REACHES: Final[Mapping[str, tuple[bool, ...]]] = {"in reach": (True,), "beyond": (False,), "all": (True, False)}
"""What a searching player calculates to the end at the table; what it does not; both."""


@dataclass(frozen=True)
class Score:
    """How a player did on some endings."""

    endings: int
    optimal: float
    """The share of decisions that lost nothing."""
    lost: float
    """The share of the victory that a decision gave away, on average."""


def choose(entrant: Entrant, ending: Ending, seed: int) -> str:
    """What a player does in an ending, from what its seat knows."""
    position = ending.position
    known = position.known_to(ending.seat)
    code = entrant.seat(seed).choose(position.game, position.players, known, ending.seat)
    return position.game.actions[code].text


@cache
def losses(player: str, ending: int) -> float:
    """What a player gives away in the ending of that number."""
    found = read()[ending]
    return found.loss(choose(find_entrant(player), found, ending))


def score(player: str, game: str, reach: str) -> Score | None:
    """Of all endings of a game in a reach; None if there are none."""
    chosen = [number for number, each in enumerate(read()) if each.game == game and each.is_in_reach in REACHES[reach]]
    if not chosen:
        return None
    lost = [losses(player, number) for number in chosen]
    return Score(len(lost), sum(each < EQUAL for each in lost) / len(lost), sum(lost) / len(lost))


def optimal(player: str, game: str, reach: str, _seconds: float) -> float:
    """The share of a player's decisions that lose nothing."""
    return find_score(player, game, reach).optimal


def lost(player: str, game: str, reach: str, _seconds: float) -> float:
    """The share of the victory that a player's decision gives away on average."""
    return find_score(player, game, reach).lost


def find_score(player: str, game: str, reach: str) -> Score:
    found = score(player, game, reach)
    if found is None:
        raise LookupError(f"no ending of {game} is {reach}")
    return found


def lay_out(players: Iterable[str]) -> Table:
    """A line for every game and reach, two columns for every player."""
    players = tuple(players)
    table = Table("endings", "", *players, title="Best actions found, share of the victory lost", title_justify="left")
    for column in range(1, len(players) + 2):
        table.columns[column].justify = "right"
    for game in dict.fromkeys(each.game for each in read()):
        table.add_section()
        for reach in REACHES:
            scores = [score(player, game, reach) for player in players]
            if scores[0] is not None:
                cells = [f"{each.optimal:.0%}  {each.lost:.4f}" for each in scores if each]
                table.add_row(f"{game}, {reach}", str(scores[0].endings), *cells)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.exact", description=__doc__)
    parser.add_argument("players", nargs="*", default=PLAYERS, metavar="PLAYER", help="as in an arena: king, search@1s")
    players = parser.parse_args().players
    console = Console()
    for player in players:
        for number in track(range(len(read())), player, console=Console(stderr=True), transient=True):
            losses(player, number)
    console.print(lay_out(players))


if __name__ == "__main__":
    main()
