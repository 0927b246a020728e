"""Plays matches on the cores of this machine. Every finished game is kept: an interrupted run goes on."""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import monotonic

from bench.strength.matches import Match
from estaminet.arena.folder import Folder, Outcome, describe
from estaminet.arena.intervals import Estimate, estimate
from estaminet.arena.match import warm_up
from estaminet.arena.plan import Plan, make_plan
from estaminet.arena.processes import play_in_processes
from estaminet.arena.results import observe
from estaminet.arena.tasks import Task, perform
from estaminet.engine.errors import EstaminetError


@dataclass(frozen=True)
class Result:
    """What a match has said so far."""

    name: str
    table: str
    game: str
    players: list[str]
    deals: int
    """How many were played, each from every seat."""
    share: Estimate
    """Of the victory, for the first player."""
    seconds: dict[str, float]
    """What each player thought about a decision, on average."""
    command: str
    sources: str
    """Which version of rules, players and networks it was played with."""
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
        """Whether it is as asked; None if nothing is asked."""
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
    """Play what is missing of all of them; one that cannot be played is left out with its reason."""
    for match in matches:
        try:
            result = play(match, root, jobs)
        except EstaminetError as error:
            print(f"{match.name}: left out. {error}", flush=True)
        else:
            print(f"{match.name}: {say(result)}", flush=True)


def play(match: Match, root: Path, jobs: int | None = None) -> Result:
    """Play what is missing of a match, and say what came of it; `jobs` 0 plays in this process."""
    plan = make_plan(match.game, match.players, seed=match.seed, options=None)
    folder = Folder(find_folder(match, plan, root), plan)
    outcomes = {outcome.seating: outcome for outcome in folder.read()}
    missing = [Task(seating) for seating in plan.seatings(match.games) if seating not in outcomes]
    if missing:
        warm_up(plan.game)  # compiled once, not by all processes at the same time
        lines = (
            (perform(plan, task) for task in missing)
            if jobs == 0
            else play_in_processes(plan, missing, jobs or os.cpu_count() or 1)
        )
        began = monotonic()
        for number, each in enumerate(lines, start=1):
            folder.append(each.game)
            outcome = Outcome.read(each.game)
            outcomes[outcome.seating] = outcome
            _show(match, len(outcomes), (monotonic() - began) / number * (len(missing) - number))
    return summarize(match, plan, outcomes.values())


def look_up(match: Match, root: Path) -> Result | None:
    """What has been played of a match, with the sources of today; None if no whole deal."""
    try:
        plan = make_plan(match.game, match.players, seed=match.seed, options=None)
        path = find_folder(match, plan, root)
        outcomes = list(Folder(path, plan).read()) if path.exists() else []
    except EstaminetError:
        return None
    result = summarize(match, plan, outcomes)
    return result if result.deals else None


def find_folder(match: Match, plan: Plan, root: Path) -> Path:
    """Where its games are: whatever changes what is played leads to another folder."""
    digest = hashlib.sha256(json.dumps(describe(plan), sort_keys=True).encode()).hexdigest()
    return root / f"{match.name}-{digest[:8]}"


def summarize(match: Match, plan: Plan, outcomes: Iterable[Outcome]) -> Result:
    """The share of the first player over whole deals, with its interval."""
    wanted = set(plan.seatings(match.games))
    by_deal: dict[int, list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda each: each.seating):
        if outcome.seating in wanted:
            by_deal.setdefault(outcome.seating.deal, []).append(outcome)
    deals = [deal for deal in by_deal.values() if len(deal) == len(plan.entrants)]
    games = [outcome for deal in deals for outcome in deal]
    return Result(
        name=match.name,
        table=match.table,
        game=match.game,
        players=list(match.players),
        deals=len(deals),
        share=estimate([observe(deal, match.players[0]) for deal in deals], least=0, most=1)
        if deals
        else Estimate(0.0),
        seconds={name: _mean_thinking(games, name) for name in dict.fromkeys(match.players)},
        command=match.command,
        sources=str(describe(plan)["sources"]),
        least=match.least,
        within=None if match.within is None else list(match.within),
    )


def _mean_thinking(games: Sequence[Outcome], name: str) -> float:
    seats = [
        outcome.thinking[seat] for outcome in games for seat, player in enumerate(outcome.players) if player == name
    ]
    return sum(each.total for each in seats) / max(sum(each.decisions for each in seats), 1)


def say(result: Result) -> str:
    """One line for the terminal."""
    share = result.share
    interval = "" if share.low is None or share.high is None else f" ({share.low:.1%} to {share.high:.1%})"
    verdict = {True: ", as asked", False: ", not as asked", None: ""}[result.is_reached]
    return f"{share.mean:.1%}{interval}, {result.games} games{verdict}"


def _show(match: Match, played: int, seconds: float) -> None:
    if sys.stderr.isatty():
        end = "\n" if played == match.games else ""
        print(f"\r{match.name}: {played} of {match.games}, {seconds:.0f} s left ", end=end, file=sys.stderr, flush=True)
