"""What is measured beside what, and what is asked of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bench.table import A_SECOND, BYTES, LOST, PERCENT, SECONDS, Asked, AtLeast, Row, TimesAsGood, Under, Unit
from bench.worker import CannotMeasure

Measure = Callable[[str, tuple[str | int, ...], float], float]
"""(task, arguments, seconds): a number, or CannotMeasure."""


class Source(NamedTuple):
    """Where a number comes from."""

    machine: str
    """``ours``, ``peers`` or ``fresh``."""
    task: str
    arguments: tuple[str | int, ...] = ()


class Peer(NamedTuple):
    """What ours is compared with."""

    name: str
    source: Source


@dataclass(frozen=True)
class Comparison:
    """A row to be measured."""

    group: str
    what: str
    unit: Unit
    ours: Source
    peer: Peer | None = None
    asked: Asked | None = None
    is_slow: bool = False
    """Measured once, and left out of a quick run."""


SEATS: Final = {"poule": 2, "reeperbahn": 2, "nuit": 3}
"""The games of the house, with the smallest number of players, which is the default."""
GAMES: Final = {**SEATS, "connect_four": 2}
SIMULATIONS: Final = 10_000
"""Of one search, ours or theirs; no tree is full by then."""
HOUSE_SIMULATIONS: Final = 1_000
"""Of one search with the guided playouts of the house: each is a few whole turns."""
SOLVING: Final = ("greedy", "host")
"""Who is held against solved endings; `python -m bench.exact` has the others."""


def ours(task: str, *arguments: str | int) -> Source:
    return Source("ours", task, arguments)


def peer(name: str, task: str, *arguments: str | int) -> Peer:
    return Peer(name, Source("peers", task, arguments))


def comparisons() -> Iterator[Comparison]:
    """All rows, in the order of the table."""
    yield from compiled_play()
    yield from play_from_python()
    yield from many_games()
    yield from copies()
    yield from threads()
    yield from thoughts()
    yield from solved_endings()
    yield from starts()
    for game in GAMES:
        yield Comparison("A position in memory", game, BYTES, ours("state_bytes", game), asked=Under(1024))


def compiled_play() -> Iterator[Comparison]:
    group = "Compiled play, one thread"
    four, hearts, gin_rummy = (
        peer("OpenSpiel connect_four", "games", "connect_four"),
        peer("OpenSpiel hearts", "decisions", "hearts"),
        peer("OpenSpiel gin_rummy", "decisions", "gin_rummy"),
    )
    games = ours("games", "connect_four", 2)
    yield Comparison(group, "connect_four, whole games", A_SECOND, games, four, TimesAsGood(8))
    for game, players, asked in (
        ("poule", 2, TimesAsGood(2.5)),
        ("poule", 3, None),
        ("poule", 4, None),
        ("reeperbahn", 2, TimesAsGood(1)),
        ("nuit", 3, TimesAsGood(1)),
        ("nuit", 4, None),
        ("nuit", 5, None),
    ):
        decisions = ours("decisions", game, players, 1)
        yield Comparison(group, f"{game} ({players}), decisions", A_SECOND, decisions, hearts, asked)
    for game, players in SEATS.items():
        decisions = ours("decisions", game, players, 1)
        yield Comparison(group, f"{game} ({players}), decisions", A_SECOND, decisions, gin_rummy)


def play_from_python() -> Iterator[Comparison]:
    group = "legal + apply from Python"
    for game, players in GAMES.items():
        theirs = "connect_four" if game == "connect_four" else "hearts"
        them = peer(f"OpenSpiel {theirs}", "calls", theirs)
        asked = Under(3e-6) if game == "poule" else None
        yield Comparison(group, game, SECONDS, ours("calls", game, players), them, asked)
    group = "Observed play from Python"
    for game, them in (
        ("connect_four", peer("PettingZoo connect_four_v3", "pettingzoo", "connect_four_v3")),
        ("poule", peer("PettingZoo texas_holdem_v4", "pettingzoo", "texas_holdem_v4")),
        ("poule", peer("RLCard gin-rummy", "rlcard", "gin-rummy")),
        ("reeperbahn", peer("RLCard leduc-holdem", "rlcard", "leduc-holdem")),
        ("nuit", peer("RLCard uno", "rlcard", "uno")),
    ):
        yield Comparison(group, f"{game}, decisions", A_SECOND, ours("observed", game, GAMES[game]), them)
    texts, them = ours("texts", "poule", 2), peer("RLCard gin-rummy", "rlcard", "gin-rummy")
    yield Comparison(group, "poule in checked texts", A_SECOND, texts, them)


def many_games() -> Iterator[Comparison]:
    group = "Games in one array, with observations"
    for game, players in SEATS.items():
        steps = ours("vector", game, players)
        one_by_one = Peer("ours in PettingZoo", ours("in_pettingzoo", game, players))
        yield Comparison(group, f"{game}, steps", A_SECOND, steps, one_by_one, TimesAsGood(20))
    yield Comparison(group, "poule, all cores", A_SECOND, ours("vector", "poule", 2), asked=AtLeast(3_000_000))
    theirs = peer("PettingZoo connect_four_v3", "pettingzoo", "connect_four_v3")
    yield Comparison(group, "connect_four, steps", A_SECOND, ours("vector", "connect_four", 2), theirs)


def copies() -> Iterator[Comparison]:
    group = "One copy (theirs: clone())"
    hearts, four = (
        peer("OpenSpiel hearts", "clone", "hearts"),
        peer("OpenSpiel connect_four", "clone", "connect_four"),
    )
    for game, players in GAMES.items():
        yield Comparison(group, f"{game}, compiled", SECONDS, ours("copy_compiled", game, players))
    for task, what in (("copy_memory", "memory.copy()"), ("copy_position", "Position.copy()")):
        for game, them in (("poule", hearts), ("connect_four", four)):
            yield Comparison(group, f"{game}, {what}", SECONDS, ours(task, game, 2), them)


def threads() -> Iterator[Comparison]:
    group = "Two threads against one"
    for game, players in GAMES.items():
        one = Peer("the same in one thread", ours("decisions", game, players, 1))
        yield Comparison(
            group, f"{game}, decisions", A_SECOND, ours("decisions", game, players, 2), one, TimesAsGood(1.8)
        )


def thoughts() -> Iterator[Comparison]:
    group = "Search as the house plays"
    for game, players in SEATS.items():
        alone, together = (
            ours("searches", game, players, "middle", "house", HOUSE_SIMULATIONS, threads) for threads in (1, 2)
        )
        yield Comparison(group, f"{game}, one thread", A_SECOND, alone)
        one = Peer("the same in one thread", alone)
        yield Comparison(group, f"{game}, two threads", A_SECOND, together, one, TimesAsGood(1.8))
    group = "Search by random games"
    plain = peer("OpenSpiel MCTSBot", "plain_search", "connect_four", SIMULATIONS)
    for what, style, wanted in (
        ("connect_four, their width", "wide playouts", TimesAsGood(4)),
        ("connect_four, our width", "playouts", None),
    ):
        from_start = ours("searches", "connect_four", 2, "start", style, SIMULATIONS, 1)
        yield Comparison(group, what, A_SECOND, from_start, plain, wanted)
    hidden = peer("OpenSpiel ISMCTSBot hearts", "hidden_search", "hearts", SIMULATIONS)
    for game, players in SEATS.items():
        from_middle = ours("searches", game, players, "middle", "playouts", SIMULATIONS, 1)
        asked = AtLeast(30_000) if game == "poule" else None
        yield Comparison(group, game, A_SECOND, from_middle, hidden, asked)


def solved_endings() -> Iterator[Comparison]:
    for group, task, unit in (
        ("Solved endings, best action found", "optimal", PERCENT),
        ("Solved endings, share of the victory lost", "lost", LOST),
    ):
        for game in SEATS:
            for player in SOLVING:
                measured = ours(task, player, game, "all")
                yield Comparison(group, f"{game}, {player}", unit, measured, is_slow=True)


def starts() -> Iterator[Comparison]:
    group = "A fresh process"
    pyspiel = Peer("import pyspiel", Source("fresh", "import", ("peers", "pyspiel")))
    yield Comparison(group, "import estaminet", SECONDS, Source("fresh", "import", ("ours", "estaminet")), pyspiel)
    for game in SEATS:
        first_move = Source("fresh", "first_move", (game,))
        yield Comparison(group, f"to first move of {game}", SECONDS, first_move, asked=Under(1))
    compiling = Source("fresh", "compile")
    yield Comparison(group, "compile all, empty cache", SECONDS, compiling, asked=Under(45), is_slow=True)


def measure(comparison: Comparison, machines: Mapping[str, Measure], *, repetitions: int, seconds: float) -> Row:
    """Measure ours and theirs in turn, so that whatever else the machine does hits both."""
    them = comparison.peer
    row = Row(comparison.group, comparison.what, comparison.unit, them.name if them else None, comparison.asked)
    for _ in range(repetitions):
        if row.trouble is None:
            row.trouble = _add(row.ours, comparison.ours, machines, seconds)
        if them and row.peer_trouble is None:
            row.peer_trouble = _add(row.theirs, them.source, machines, seconds)
    return row


def _add(numbers: list[float], source: Source, machines: Mapping[str, Measure], seconds: float) -> str | None:
    """Measure once more; what is wrong if that cannot be."""
    try:
        numbers.append(machines[source.machine](source.task, source.arguments, seconds))
    except CannotMeasure as error:
        return str(error)
    return None
