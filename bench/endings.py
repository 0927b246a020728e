"""``python -m bench.endings``: how often house players find a best action of a solved position, and what they lose.

The set is fixed: the ends of 124 seeded games where at least two actions are worth something different. Some are within
reach of what `host` and `king` calculate at the table, some are not; docs/exact.md says how they were chosen.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.harness import LOST, PERCENT, Row, ours
from bench.positions import SEATS
from estaminet.arena.entrants import Entrant, find_entrant
from estaminet.arena.solver import EQUAL
from estaminet.engine.position import Position
from estaminet.engine.record import Record
from estaminet.games import REGISTRY

FILE: Final = Path(__file__).with_suffix(".jsonl")
IN_THE_TABLE: Final = ("greedy", "host")
"""Players that `make bench` measures on the set."""
PLAYERS: Final = ("random", "apprentice", "regular", "greedy", "host", "search@5000")
REACHES: Final[Mapping[str, tuple[bool, ...]]] = {"in reach": (True,), "beyond": (False,), "all": (True, False)}
"""The positions that a search solves at the table; the others; all."""


def rows() -> Iterator[Row]:
    for group, function, unit in (
        ("Solved endings, best action found", optimal, PERCENT),
        ("Solved endings, share of the victory lost", lost, LOST),
    ):
        for game in SEATS:
            for player in IN_THE_TABLE:
                yield Row(group, f"{game}, {player}", unit, ours(function, player, game), is_slow=True)


@dataclass(frozen=True)
class Ending:
    """A position and the values of its actions for the seat to move."""

    kind: str
    position: Position
    seat: int
    values: Mapping[str, float]
    nodes: int
    """Positions visited to solve it."""
    is_in_reach: bool
    """Whether `host` and `king` solve it, or find a sure win, before they search."""

    @property
    def game(self) -> str:
        return self.position.game.name

    def loss(self, action: str) -> float:
        return max(self.values.values()) - self.values[action]


@cache
def read() -> tuple[Ending, ...]:
    """The whole set: one record a line, with its solution."""
    endings = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        members = json.loads(line)
        position = Record.read(members, REGISTRY.find).replay()
        assert position.to_move is not None
        endings.append(Ending(position=position, seat=position.to_move, **members["ending"]))
    return tuple(endings)


class Score(NamedTuple):
    """A player's score on some endings."""

    endings: int
    optimal: float
    """The share of decisions that lost nothing."""
    lost: float
    """The share of the victory that a decision gave away, on average."""


def choose(entrant: Entrant, ending: Ending, seed: int) -> str:
    """A player's action in an ending, from its seat's knowledge."""
    position = ending.position
    known = position.known_to(ending.seat)
    code = entrant.seat(seed).choose(position.game, position.players, known, ending.seat)
    return position.game.actions[code].text


@cache
def losses(player: str, ending: int) -> float:
    """A player's loss in the ending of that number."""
    found = read()[ending]
    return found.loss(choose(find_entrant(player), found, ending))


def score(player: str, game: str, reach: str = "all") -> Score | None:
    """The score on a game's endings in a reach; None without any."""
    chosen = [number for number, each in enumerate(read()) if each.game == game and each.is_in_reach in REACHES[reach]]
    if not chosen:
        return None
    lost = [losses(player, number) for number in chosen]
    return Score(len(lost), sum(each < EQUAL for each in lost) / len(lost), sum(lost) / len(lost))


def optimal(player: str, game: str, _seconds: float) -> float:
    """The share of a player's decisions that lose nothing."""
    found = score(player, game)
    assert found is not None
    return found.optimal


def lost(player: str, game: str, _seconds: float) -> float:
    """The average share of the victory that a player's decision gives away."""
    found = score(player, game)
    assert found is not None
    return found.lost


def lay_out(players: Iterable[str]) -> Table:
    """A row for every game and reach, two columns for every player."""
    players = tuple(players)
    table = Table("endings", "", *players, title="Best actions found, share of the victory lost", title_justify="left")
    for column in range(1, len(players) + 2):
        table.columns[column].justify = "right"
    for game in dict.fromkeys(each.game for each in read()):
        table.add_section()
        for reach in REACHES:
            scores = [found for player in players if (found := score(player, game, reach))]
            if scores:
                cells = [f"{each.optimal:.0%}  {each.lost:.4f}" for each in scores]
                table.add_row(f"{game}, {reach}", str(scores[0].endings), *cells)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.endings", description=__doc__)
    parser.add_argument("players", nargs="*", default=PLAYERS, metavar="PLAYER", help="as in an arena: king, search@1s")
    players = parser.parse_args().players
    for player in players:
        for number in track(range(len(read())), player, console=Console(stderr=True), transient=True):
            losses(player, number)
    Console().print(lay_out(players))


if __name__ == "__main__":
    main()
