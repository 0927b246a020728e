"""Finds levels of even steps: ``python -m bench.ladder poule 2 --top learned@0.1s``.

Players of many strengths meet their neighbours in small matches. A scale is fitted to what they win, on which the odds
of one against each of several others are the difference of their worths, in logits; `greedy` has 0. Levels are then put
on it from the top down, a step apart. What is printed is a proposal: `make strength` measures what came of it.
"""

import argparse
import math
import sys
from collections.abc import Sequence
from concurrent.futures import as_completed
from itertools import combinations, pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.strength.matches import Match
from bench.strength.playing import Result, play
from estaminet.arena.processes import hire

RUNGS: Final = (
    *(f"careless@{each}" for each in (0.3, 0.2, 0.13, 0.08, 0.05, 0.03, 0.015)),
    "greedy",
    *(f"classic@{each}" for each in (4, 12, 40, 120, 300)),
)
"""From the weakest to the strongest."""
GAPS: Final = (1, 3)
"""How far apart they stand on the list who meet. Further, one would win nearly always, which tells little."""
FEWER: Final = 3
"""So many times fewer games for those who search: they take their time."""
LEVELS: Final = 6
PULL: Final = 0.05
"""How much a scale is drawn to zero: enough for somebody who won every game to have a place on it."""
SEED: Final = 1
"""Other deals than those on which levels are measured."""


class Rung(NamedTuple):
    """A player and its place on the scale."""

    name: str
    worth: float
    error: float = 0.0


def measure(game: str, players: int, rungs: Sequence[str], games: int, folder: Path, jobs: int) -> list[Result]:
    """Let neighbours meet, the stronger alone against all others; several matches at once."""
    matches = []
    for lower, upper in combinations(range(len(rungs)), 2):
        if upper - lower in GAPS:
            is_quick = rungs[upper].startswith(("careless", "greedy"))
            deals = -(-(games if is_quick else games // FEWER) // players)
            pair = (rungs[upper], *[rungs[lower]] * (players - 1))
            matches.append(Match("ladder", game, pair, deals, seed=SEED))
    if jobs == 0:
        return [play(match, folder, 0) for match in matches]
    found = []
    with hire(jobs) as pool:
        # The longest first: no process is left alone with them at the end.
        running = [pool.submit(play, match, folder, 0) for match in reversed(matches)]
        for number, future in enumerate(as_completed(running), start=1):
            found.append(future.result())
            print(f"{game} {players}: {number} of {len(matches)} matches", end="\r", file=sys.stderr, flush=True)
    return found


def fit(rungs: Sequence[str], results: Sequence[Result], anchor: str = "greedy") -> list[Rung]:
    """Worths that explain the results best, by Newton's method; errors as if games did not depend on each other."""
    count = len(rungs)
    pairs = [(rungs.index(each.players[0]), rungs.index(each.players[1])) for each in results]
    winners, losers = np.array(pairs).T
    share = np.array([each.share.mean for each in results])
    games = np.array([each.games for each in results])
    rivals = np.log([len(each.players) - 1 for each in results])
    worth = np.zeros(count)
    inverse: NDArray[np.floating] = np.eye(count)
    for _ in range(50):
        expected = 1 / (1 + np.exp(worth[losers] + rivals - worth[winners]))
        slope, curve = -PULL * worth, PULL * np.eye(count)
        surprise, weight = games * (share - expected), games * expected * (1 - expected)
        for signs, who in ((1, winners), (-1, losers)):
            np.add.at(slope, who, signs * surprise)
            np.add.at(curve, (who, who), weight)
        np.add.at(curve, (winners, losers), -weight)
        np.add.at(curve, (losers, winners), -weight)
        inverse = np.linalg.inv(curve)
        worth = worth + np.clip(inverse @ slope, -1, 1)
    zero = rungs.index(anchor)
    spread = np.sqrt(np.maximum(np.diag(inverse) + inverse[zero, zero] - 2 * inverse[zero], 0))
    return [Rung(name, float(worth[at] - worth[zero]), float(spread[at])) for at, name in enumerate(rungs)]


def expect(step: float, players: int) -> float:
    """The share of one whose worth is greater by a step than that of all others."""
    return 1 / (1 + (players - 1) * math.exp(-step))


def find_step(players: int) -> float:
    """The middle of what is asked of a level against the one below."""
    share = 0.725 if players == 2 else 1.85 / players
    return math.log(share / (1 - share)) + math.log(players - 1)


def propose(scale: Sequence[Rung], players: int) -> list[Rung]:
    """Six levels, the strongest first: the top of the scale, then always a step lower, as far as the scale goes."""
    top, step = max(rung.worth for rung in scale), find_step(players)
    return [place(scale, top - number * step) for number in range(LEVELS)]


def place(scale: Sequence[Rung], worth: float) -> Rung:
    """Somebody of this worth, between two of the scale; its end if there is nobody."""
    rising = [scale[0]]
    for rung in scale[1:]:
        if rung.worth > rising[-1].worth:  # what measures no better than something weaker is of no use
            rising.append(rung)
    if worth <= rising[0].worth:
        return rising[0]
    for lower, upper in pairwise(rising):
        if lower.worth < worth <= upper.worth:
            return mix(lower, upper, (worth - lower.worth) / (upper.worth - lower.worth))
    return rising[-1]


def mix(lower: Rung, upper: Rung, part: float) -> Rung:
    """Somebody between two; of different kinds, the nearer one."""
    kind, numbers = lower.name.partition("@")[0], [_read_number(each.name) for each in (lower, upper)]
    if upper.name == "greedy" and kind == "careless":
        number = numbers[0] * (1 - part)
    elif upper.name.startswith(f"{kind}@") and not upper.name.endswith("s"):
        number = math.exp((1 - part) * math.log(numbers[0]) + part * math.log(numbers[1]))
    else:
        return lower if part < 0.5 else upper
    shown = f"{number:.2g}" if kind == "careless" else f"{number:.0f}"
    return Rung(f"{kind}@{shown}", lower.worth + part * (upper.worth - lower.worth))


def _read_number(name: str) -> float:
    text = name.partition("@")[2].removesuffix("s")
    return float(text) if text else 0.0


def report(game: str, players: int, scale: Sequence[Rung]) -> list[str]:
    """The scale and the proposal, as Markdown."""
    levels = propose(scale, players)
    lines = [f"## {game}, {players} players", "", "| player | logits against greedy | ± |", "|---|---:|---:|"]
    lines += [f"| `{rung.name}` | {rung.worth:+.2f} | {rung.error:.2f} |" for rung in scale]
    lines += ["", "| level | player | logits | expected against the one below | x chance |", "|---|---|---:|---:|---:|"]
    for number, (level, below) in enumerate(zip(levels, [*levels[1:], None], strict=True)):
        share = "" if below is None else f"{expect(level.worth - below.worth, players):.0%}"
        times = "" if below is None else f"{players * expect(level.worth - below.worth, players):.2f}"
        lines.append(f"| {LEVELS - number} | `{level.name}` | {level.worth:+.2f} | {share} | {times} |")
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=200, help="of each match")
    parser.add_argument("--rungs", default=",".join(RUNGS), help="who meets, the weakest first")
    parser.add_argument("--top", default="", help="the strongest of all, above the rungs")
    parser.add_argument("--folder", type=Path, default=Path(".bench/ladder"), help="where games are kept")
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    rungs = [*wanted.rungs.split(","), *([wanted.top] if wanted.top else [])]
    results = measure(wanted.game, wanted.players, rungs, wanted.games, wanted.folder, wanted.jobs)
    print("\n".join(report(wanted.game, wanted.players, fit(rungs, results))))


if __name__ == "__main__":
    main()
