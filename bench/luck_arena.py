"""Whether an arena without luck tells the truth: ``python -m bench.luck_arena reeperbahn 2 --deals 200 --out DIR``.

Equal players meet in an arena, so that the true share is known: one over the players. Reported are how much less
results spread without luck, what that costs, and how often the intervals hold the truth. The same command goes on where
it was stopped; more deals are added.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from estaminet.arena.arena import Arena
from estaminet.arena.betting import always_valid
from estaminet.arena.folder import Outcome
from estaminet.arena.intervals import Estimate, estimate
from estaminet.arena.luck import MOST
from estaminet.arena.stopping import OFTEN

REPETITIONS: Final = 500
LONGEST: Final = 20_000
"""Deals after which nobody goes on waiting for a narrow interval."""
Numbers = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.luck_arena", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("--level", default="regular", help="who plays")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--size", type=int, default=20, help="deals of the small arenas whose intervals are looked at")
    parser.add_argument("--aim", type=float, default=0.05, help="how narrow an interval is to be, as for --until")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, help="processes; all cores if left out")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the arena")
    wanted = parser.parse_args()
    arena = Arena(wanted.game, [wanted.level] * wanted.players, folder=wanted.out, seed=wanted.seed, luck=True)
    games = wanted.deals * wanted.players
    for _ in track(arena.play(games, jobs=wanted.jobs), "games", len(arena.missing(games)), transient=True):
        pass
    deals = [
        [arena.outcomes[seating] for seating in arena.plan.seatings(games) if seating.deal == deal]
        for deal in range(wanted.deals)
    ]
    seconds = [outcome.luck.seconds for deal in deals for outcome in deal if outcome.luck]
    print(f"## {wanted.game} {wanted.players}, {wanted.level}: {wanted.deals} deals, {games} games")
    for line in report(observe(arena, deals), wanted.size, wanted.aim):
        print(line)
    print(f"luck found in {np.mean(seconds):.3f} s a game")


def observe(arena: Arena, deals: Sequence[Sequence[Outcome]]) -> Numbers:
    """The mean share of a deal, plain and without luck, by deal and place in the list: equal names are told apart."""
    found = np.zeros((2, len(deals), len(arena.plan.entrants)))
    for number, deal in enumerate(deals):
        for outcome in deal:
            places = arena.plan.places(outcome.seating.rotation)
            luck = np.array(outcome.luck.shares if outcome.luck else 0)
            found[0, number, places] += outcome.shares
            found[1, number, places] += outcome.shares - luck
    return found / len(arena.plan.entrants)


def report(found: Numbers, size: int, aim: float) -> Iterable[str]:
    """What was measured; ± is one standard error."""
    plain, rest = found
    truth = 1 / plain.shape[1]
    rng = np.random.default_rng(1)
    samples = rng.integers(0, len(plain), (500, len(plain)))
    ratios = [(rest[each] - truth).var() / (plain[each] - truth).var() for each in samples]
    ratio = (rest - truth).var() / (plain - truth).var()
    yield f"variance left {ratio:.3f} ± {np.std(ratios):.3f}: intervals {1 - np.sqrt(ratio):.1%} narrower"
    luck = plain - rest
    factor = (luck * (plain - truth)).sum() / (luck**2).sum()
    yield f"largest luck of a deal {np.abs(luck).max():.2f}; least variance with {factor:.2f} times the weight"
    for name, observations in zip(("plain", "without luck"), found, strict=True):
        first = observations[:, 0]
        error = first.std(ddof=1) / np.sqrt(len(first))
        away = (first.mean() - truth) / error
        yield f"{name}: mean {first.mean():.4f} ± {error:.4f}, truth {truth:.4f}: {away:+.1f} errors"
        whole = len(first) // size
        small = [estimate(each.tolist()) for each in first[: whole * size].reshape(whole, size)]
        yield f"  Student, {whole} arenas of {size} deals: {count_held(small, truth)}"
        # Many more arenas can be drawn from the deals that there are; the truth is then their own mean.
        drawn = [estimate(rng.choice(first, size).tolist()) for _ in range(REPETITIONS)]
        yield f"  Student, {REPETITIONS} arenas of {size} deals drawn from all: {count_held(drawn, first.mean())}"
        beyond = MOST if name != "plain" else 0.0
        stopped = [stop(rng.choice(first, LONGEST), aim, beyond) for _ in range(REPETITIONS // 5)]
        lengths = np.array([length for length, _ in stopped])
        yield (
            f"  stopped at ± {aim:.0%}, {len(stopped)} arenas drawn from all: after {lengths.mean():.0f} deals "
            f"({lengths.min()} to {lengths.max()}); {count_held([each for _, each in stopped], first.mean())}"
        )


def stop(observations: Numbers, aim: float, beyond: float) -> tuple[int, Estimate]:
    """The number of deals and the interval of an arena that is played until it is narrow enough."""
    count = 1
    while True:
        found = always_valid(observations[:count].tolist(), aim=aim, beyond=beyond)
        if found.half_width <= aim or count == len(observations):
            return count, found
        count = min(count + max(count // OFTEN, 1), len(observations))


def count_held(intervals: Sequence[Estimate], truth: float) -> str:
    """How many hold the truth."""
    held = sum(each.low is None or each.high is None or each.low <= truth <= each.high for each in intervals)
    return f"{held} hold the truth ({held / max(len(intervals), 1):.1%})"


if __name__ == "__main__":
    main()
