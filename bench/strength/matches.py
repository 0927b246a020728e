"""All matches of the page: the players, the game, the number of deals, and the requirement on the first player.

They run on the cores of this machine. Every finished game is saved: an interrupted run continues.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Final

from estaminet.arena.arena import Arena
from estaminet.arena.folder import describe
from estaminet.arena.intervals import Estimate
from estaminet.arena.match import make_plan
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import LEVELS
from estaminet.games import REGISTRY
from estaminet.players.networks.weights import find_weights_file

TABLES: Final[Mapping[str, range]] = {"reeperbahn": range(2, 3), "poule": range(2, 5), "nuit": range(3, 6)}
"""All games, with all numbers of players."""
DEALS: Final[Mapping[int, int]] = {2: 300, 3: 160, 4: 120, 5: 100}
"""By the number of players: at least 480 games each."""
QUICK_DEALS: Final = 3
SEED: Final = 22
LEARNED: Final = "learned@0.1s"
CLASSIC: Final = "classic@0.1s"
ITERATIONS: Final = 500
"""The budget where variants are compared: the same games on every machine."""


@dataclass(frozen=True)
class Match:
    """One player against one or several of another. Requirements are on the first."""

    table: str
    """Its table on the page."""
    game: str
    players: tuple[str, ...]
    """Names for the arena: the first, then the second for every other seat."""
    deals: int
    least: float | None = None
    """The lower end of the interval must reach this share of the victory."""
    within: tuple[float, float] | None = None
    """The share must lie between these."""
    seed: int = SEED

    @property
    def name(self) -> str:
        """File name: ``poule-2-king-host``."""
        text = "-".join([self.game, str(len(self.players)), *dict.fromkeys(self.players)])
        return re.sub(r"[^a-z0-9@.+=-]+", "_", text)

    @property
    def games(self) -> int:
        return self.deals * len(self.players)

    @property
    def command(self) -> str:
        """The command that plays it."""
        players = ",".join(self.players)
        return f"estaminet arena {self.game} --players {players} --games {self.games} --seed {self.seed}"


def name_king(game: str, players: int, budget: str) -> str:
    """The search of a game's king: learned where it has a network, else classic."""
    kind = "learned" if find_weights_file(REGISTRY.find(game), players) else "classic"
    return f"{kind}@{budget}"


def meet(
    table: str, game: str, players: int, first: str, second: str, *, least: float | None = None, deals: int = 0
) -> Match:
    """One of the first against the second on all other seats."""
    return Match(table, game, (first, *[second] * (players - 1)), deals or DEALS[players], least)


# The requirements at equal time, and against the best one-ply player.
EQUAL_TIME: Final[Mapping[tuple[str, int], float]] = {
    ("reeperbahn", 2): 0.60, ("poule", 2): 0.57, ("poule", 4): 0.32, ("nuit", 4): 0.32,
}  # fmt: skip
AGAINST_GREEDY: Final[Mapping[tuple[str, int], float]] = {
    ("reeperbahn", 2): 0.82, ("poule", 2): 0.85, ("nuit", 4): 0.62, ("poule", 4): 0.55,
}  # fmt: skip
CLOSE: Final[Mapping[tuple[str, int], int]] = {("poule", 2): 600, ("nuit", 4): 300}
"""Deals against greedy, where the usual number was inconclusive."""
RACE: Final[Mapping[str, str]] = {
    "no playouts": "learned@1",
    "playouts of one change of mover": f"learned+turns=1@{ITERATIONS}",
    "playouts of eight": f"learned+turns=8@{ITERATIONS}",
    "two actions at most": f"learned+most=2@{ITERATIONS}",
    "nothing dropped": f"learned+doubt=99@{ITERATIONS}",
    "less trust in worlds": f"learned+trust=1@{ITERATIONS}",
}
"""The learned search with a part switched off or changed, by arena name; each meets the usual one."""
ROLLOUT: Final[Mapping[str, str]] = {
    "without the network": f"classic@{ITERATIONS}",
    "all actions alike at first": f"learned+prior=0@{ITERATIONS}",
    "only what the network likes": f"learned+least=0.02+most=8@{ITERATIONS}",
    "the same, with playouts by the network": f"learned+network+least=0.02+most=8@{ITERATIONS}",
    "nothing dropped": f"learned+doubt=99@{ITERATIONS}",
}
"""The same where playouts follow the rollout policy."""
ABLATED: Final = {("reeperbahn", 2): RACE, ("poule", 2): ROLLOUT}
RETIRED: Final[Mapping[str, str]] = {
    "a tree that leans on the network": f"learned+tree+prior=0.3+loyalty=0.04@{ITERATIONS}",
}
"""Measured before and not played again. Their figures stay; so do those against networks trained to beat king."""


def list_matches() -> list[Match]:
    """All of them, in the order of the page."""
    return [*_list_targets(), *_list_levels(), *_list_open(), *_list_ablations()]


def _each_table() -> Iterator[tuple[str, int]]:
    return ((game, players) for game, counts in TABLES.items() for players in counts)


def _list_targets() -> Iterator[Match]:
    for each in _each_table():
        yield meet("equal_time", *each, LEARNED, CLASSIC, least=EQUAL_TIME.get(each))
    for each in _each_table():
        king = name_king(*each, "0.1s")
        yield meet("greedy", *each, king, "greedy", least=AGAINST_GREEDY.get(each), deals=CLOSE.get(each, 0))


def _list_levels() -> Iterator[Match]:
    for lower, upper in pairwise(LEVELS):
        for game, players in _each_table():
            steps = (0.65, 0.80) if players == 2 else (1.5 / players, 2.2 / players)
            yield Match("levels", game, (upper, *[lower] * (players - 1)), DEALS[players], within=steps)


def _list_open() -> Iterator[Match]:
    """The worth of hidden cards: the same search that sees all, and king against another that does."""
    for each in _each_table():
        yield meet("open", *each, f"open:classic@{ITERATIONS}", f"classic@{ITERATIONS}")
    for each in _each_table():
        yield meet("open", *each, LEARNED, f"open:classic@{ITERATIONS}")


def _list_ablations() -> Iterator[Match]:
    for each, variants in ABLATED.items():
        for variant in variants.values():
            yield meet("ablations", *each, variant, f"learned@{ITERATIONS}")


@dataclass(frozen=True)
class Result:
    """The result of a match so far."""

    name: str
    table: str
    game: str
    players: list[str]
    deals: int
    """Deals played, each from every seat."""
    share: Estimate
    """Of the victory, for the first player."""
    seconds: dict[str, float]
    """The average thinking time of each player per decision."""
    command: str
    sources: str
    """The version of rules, players and networks that played it."""
    least: float | None = None
    within: list[float] | None = None

    @property
    def games(self) -> int:
        return self.deals * len(self.players)

    @property
    def times_chance(self) -> float:
        return self.share.mean * len(self.players)

    @property
    def is_reached(self) -> bool | None:
        """Whether it meets the requirement, if any."""
        if self.least is not None:
            return self.share.low is not None and self.share.low >= self.least
        return None if self.within is None else self.within[0] <= self.share.mean <= self.within[1]

    @classmethod
    def read(cls, members: dict[str, object]) -> "Result":
        """From plain data."""
        found = cls(**members)  # type: ignore[arg-type]  # written by `to_data`
        return replace(found, share=Estimate(**members["share"]))  # type: ignore[arg-type]

    def to_data(self) -> dict[str, object]:
        return asdict(self)


def play_matches(matches: Iterable[Match], root: Path, jobs: int | None) -> None:
    """Play the rest of all matches; failures are skipped with their reason."""
    for match in matches:
        try:
            result = play(match, root, jobs)
        except EstaminetError as error:
            print(f"{match.name}: left out. {error}", flush=True)
        else:
            print(f"{match.name}: {say(result)}", flush=True)


def play(match: Match, root: Path, jobs: int | None = None) -> Result:
    """Play the rest of a match, and return its result; `jobs` 0 plays in this process."""
    arena = open_arena(match, root)
    missing, began = len(arena.missing(match.games)), monotonic()
    for number, _ in enumerate(arena.play(match.games, jobs=jobs), start=1):
        left = (monotonic() - began) / number * (missing - number)
        if sys.stderr.isatty():
            print(f"\r{match.name}: {missing - number} to play, {left:.0f} s left ", end="", file=sys.stderr)
    return summarize(match, arena)


def look_up(match: Match, root: Path) -> Result | None:
    """The games of a match with today's sources; None without a whole deal."""
    try:
        if not find_folder(match, root).exists():
            return None
        result = summarize(match, open_arena(match, root))
    except EstaminetError:
        return None
    return result if result.deals else None


def open_arena(match: Match, root: Path) -> Arena:
    return Arena(match.game, match.players, folder=find_folder(match, root), seed=match.seed)


def find_folder(match: Match, root: Path) -> Path:
    """The folder of its games: anything that changes the games changes the folder."""
    plan = make_plan(match.game, match.players, seed=match.seed, options=None)
    digest = hashlib.sha256(json.dumps(describe(plan), sort_keys=True).encode()).hexdigest()
    return root / f"{match.name}-{digest[:8]}"


def summarize(match: Match, arena: Arena) -> Result:
    """The share of the first player over whole deals, with its interval."""
    found = arena.results(match.games)
    rows = {row.entrant: row for row in found.rows}
    return Result(
        name=match.name,
        table=match.table,
        game=match.game,
        players=list(match.players),
        deals=found.deals,
        share=rows[match.players[0]].share if rows else Estimate(0.0),
        seconds={name: rows[name].mean_thinking for name in dict.fromkeys(match.players) if rows},
        command=match.command,
        sources=str(describe(arena.plan)["sources"]),
        least=match.least,
        within=None if match.within is None else list(match.within),
    )


def say(result: Result) -> str:
    """One line for the terminal."""
    share = result.share
    interval = "" if share.low is None or share.high is None else f" ({share.low:.1%} to {share.high:.1%})"
    verdict = {True: ", as asked", False: ", not as asked", None: ""}[result.is_reached]
    return f"{share.mean:.1%}{interval}, {result.games} games{verdict}"
