# ruff: noqa: S311  # a benchmark needs no secret numbers
"""The fixed set of solved positions: made by ``python -m bench.endings``, read by `bench.exact`.

Every one is the end of a seeded game where at least two actions are worth something different. Some are within reach of
what `host` and `king` calculate at the table, some are not.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

import estaminet
from estaminet.arena.solving import Solution, solve
from estaminet.engine.errors import HiddenPosition, LargePosition
from estaminet.engine.jit.layout import unpack
from estaminet.engine.position import Position
from estaminet.engine.record import Record, write_line
from estaminet.games import REGISTRY
from estaminet.games.nuit import rules as nuit
from estaminet.games.poule import rules as poule
from estaminet.games.reeperbahn import rules as reeperbahn
from estaminet.players.exact import calculate_end, win_at_once
from estaminet.players.levels import seat_player

FILE: Final = Path(__file__).with_suffix(".jsonl")
MOST_NODES: Final = 400_000
"""A larger end is left out, so that the set can be solved again within minutes."""
LEAST_DIFFERENCE: Final = 0.02
"""Between the best and the worst action, in shares of the victory."""
MOST_SEEDS: Final = 20_000


@dataclass(frozen=True)
class Ending:
    """A position and what its actions are worth for the seat that is to move."""

    kind: str
    position: Position
    seat: int
    values: Mapping[str, float]
    nodes: int
    """How many positions it took to solve it."""
    is_in_reach: bool
    """Whether `host` and `king` calculate it to the end, or find a sure win, before they think of searching."""

    @property
    def game(self) -> str:
        return self.position.game.name

    def loss(self, action: str) -> float:
        return max(self.values.values()) - self.values[action]


@dataclass(frozen=True)
class Kind:
    """Ends of one sort."""

    game: str
    name: str
    count: int
    is_wanted: Callable[[Position], bool]
    """Whether a position is one of them; the first of each game that is wanted and can be solved is taken."""
    players: int
    options: Mapping[str, object]
    level: str = "random"
    """Who plays the games."""
    avoided: str = ""
    """An action that these games do without as long as there is another."""
    most_value: float = 1.0
    """The best action is worth no more."""


def has_cells(*cells: int) -> Callable[[Position], bool]:
    """`poule` with so many empty cells, before a turn."""

    def is_wanted(position: Position) -> bool:
        state = unpack(position.memory, poule.State)
        return state.free in cells and state.stage == poule.CHOOSE

    return is_wanted


def is_last_card(position: Position) -> bool:
    """`reeperbahn` with one card left to draw, before a turn."""
    state = unpack(position.memory, reeperbahn.State)
    return bool(state.is_refilled) and state.stack == 1 and state.mode == reeperbahn.FRESH


def has_cards(*cards: int) -> Callable[[Position], bool]:
    """`nuit` with so many action cards still to be played."""

    def is_wanted(position: Position) -> bool:
        state = unpack(position.memory, nuit.State)
        return nuit.SIZES[nuit.ACTION_CARDS] - state.cards_played in cards and len(position.legal_codes()) > 1

    return is_wanted


OPEN: Final = {"rounds": 1, "tiles": "open"}
STACK: Final = {"rounds": 1}
KINDS: Final = (
    Kind("poule", "open tiles, 4-5 cells", 6, has_cells(4, 5), 2, OPEN, "greedy"),
    Kind("poule", "open tiles, 7-9 cells", 10, has_cells(7, 8, 9), 2, OPEN, "greedy"),
    Kind("poule", "stack, 4-5 cells", 10, has_cells(4, 5), 2, STACK, "greedy"),
    Kind("poule", "three players, open tiles, 6-7 cells", 8, has_cells(6, 7), 3, OPEN, "greedy"),
    Kind("poule", "three players, stack, 4-5 cells", 4, has_cells(4, 5), 3, STACK, "greedy"),
    Kind("poule", "four players, open tiles, 6-7 cells", 6, has_cells(6, 7), 4, OPEN, "greedy"),
    Kind("reeperbahn", "last card", 15, is_last_card, 2, {}),
    Kind("reeperbahn", "last card, no sure win", 25, is_last_card, 2, {}, most_value=0.999),
    Kind("nuit", "one or two cards left", 28, has_cards(1, 2), 3, {}, avoided="cash"),
    Kind("nuit", "three cards left", 12, has_cards(3), 3, {}, avoided="cash"),
)


def games_of(kind: Kind) -> Iterator[Iterator[Position]]:
    """Seeded games, each as its positions with a seat to move."""
    game = estaminet.game(kind.game)
    for seed in range(MOST_SEEDS):
        yield play(game.start(kind.players, seed=f"{kind.name}/{seed}", options=kind.options), kind, seed)


def play(position: Position, kind: Kind, seed: int) -> Iterator[Position]:
    game, chooser = position.game, random.Random(seed)
    players = [seat_player(kind.level, seed * kind.players + seat) for seat in range(kind.players)]
    while (seat := position.to_move) is not None:
        yield position
        codes = position.legal_codes()
        wanted = [code for code in codes if game.actions[code].text != kind.avoided] or codes
        code = players[seat].choose(game, kind.players, position.known_to(seat), seat)
        position.play_code(code if code in wanted else chooser.choice(wanted))


def find_endings(kind: Kind) -> Iterator[Ending]:
    """At most one of every game."""
    for positions in games_of(kind):
        for position in positions:
            if kind.is_wanted(position) and (ending := try_to_solve(position, kind)):
                yield ending
                break


def try_to_solve(position: Position, kind: Kind) -> Ending | None:
    """The position as an ending of the set, if it can be one."""
    try:
        solution = solve(position, most_nodes=MOST_NODES)
    except (HiddenPosition, LargePosition):
        return None
    values = sorted(solution.values.values())
    if values[-1] - values[0] < LEAST_DIFFERENCE or values[-1] > kind.most_value:
        return None
    reach = is_in_reach(position, solution)
    return Ending(kind.name, position.copy(), solution.seat, solution.values, solution.nodes, reach)


def is_in_reach(position: Position, solution: Solution) -> bool:
    """Whether a searching player does not need to search here."""
    known = position.known_to(solution.seat)
    arguments = (position.game, position.players, known, solution.seat)
    return bool(win_at_once(*arguments, seed=1) or calculate_end(*arguments))


def write(endings: list[Ending]) -> None:
    """One record a line, with what was solved beside it."""
    lines = []
    for ending in endings:
        members = Record.of(ending.position).to_data()
        values = {action: round(value, 9) for action, value in ending.values.items()}
        members["ending"] = {
            "kind": ending.kind, "values": values, "nodes": ending.nodes, "is_in_reach": ending.is_in_reach
        }  # fmt: skip
        lines.append(write_line(members) + "\n")
    FILE.write_text("".join(lines), encoding="utf-8")


@cache
def read() -> tuple[Ending, ...]:
    """The whole set."""
    endings = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        members = json.loads(line)
        position = Record.read(members, REGISTRY.find).replay()
        assert position.to_move is not None
        endings.append(Ending(position=position, seat=position.to_move, **members["ending"]))
    return tuple(endings)


def make(kind: Kind) -> Iterator[Ending]:
    """As many as the kind should have; the same games give the same ones."""
    for number, ending in enumerate(islice(find_endings(kind), kind.count), start=1):
        print(f"{kind.game}, {kind.name}: {number} of {kind.count}, {ending.nodes:,} positions", flush=True)
        yield ending


def main() -> None:
    """Make the set anew, or of the named games alone."""
    parser = argparse.ArgumentParser(prog="python -m bench.endings", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=sorted({kind.game for kind in KINDS}))
    games = parser.parse_args().games
    kept = [ending for ending in read() if ending.game not in games] if FILE.exists() else []
    made = [ending for kind in KINDS if kind.game in games for ending in make(kind)]
    order = [(kind.game, kind.name) for kind in KINDS]
    write(sorted(kept + made, key=lambda each: order.index((each.game, each.kind))))


if __name__ == "__main__":
    main()
