"""How strong the network is by now: duplicate deals against house players, in a process beside the training."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import monotonic

from torch import nn

from estaminet.arena.folder import Outcome
from estaminet.arena.intervals import estimate
from estaminet.arena.match import play_match
from estaminet.arena.plan import make_plan
from estaminet.arena.workers import worker_pool
from estaminet.training.checkpoint import export_network


@dataclass(frozen=True)
class Evaluation:
    """A small match of the network, on one seat, against a house player on all others."""

    steps: int
    """After how many steps of training."""
    seconds: float
    """And seconds."""
    opponent: str
    games: int
    share: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Match:
    """What is to be played. Plain data: it travels to the process that plays."""

    game: str
    players: int
    options: Mapping[str, object]
    opponents: tuple[str, ...]
    deals: int
    longest: float
    """Seconds after which no further deal is begun against an opponent."""
    seed: int = 0

    def play(self, network: Path, steps: int, seconds: float) -> list[Evaluation]:
        return [self._meet(network, opponent, steps, seconds) for opponent in self.opponents]

    def _meet(self, network: Path, opponent: str, steps: int, seconds: float) -> Evaluation:
        entrant = f"net:{network}"
        names = [entrant] + [opponent] * (self.players - 1)
        plan = make_plan(self.game, names, seed=self.seed, options=self.options)
        shares: list[float] = []
        began = monotonic()
        for deal in range(self.deals):
            if shares and monotonic() - began > self.longest:
                break
            seatings = plan.seatings((deal + 1) * self.players)[-self.players :]
            outcomes = [Outcome.read(play_match(plan, seating)) for seating in seatings]
            shares.append(fmean(outcome.shares[outcome.players.index(entrant)] for outcome in outcomes))
        result = estimate(shares, least=0, most=1)
        games = len(shares) * self.players
        return Evaluation(steps, seconds, opponent, games, result.mean, result.low, result.high)


class Evaluator:
    """A process that plays the last network while the next one is trained; one match at a time."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._stack = ExitStack()
        self._folder = Path(self._stack.enter_context(TemporaryDirectory()))
        self._pool = self._stack.enter_context(worker_pool(1))
        self._running: Future[list[Evaluation]] | None = None

    @property
    def is_busy(self) -> bool:
        return self._running is not None

    def begin(self, network: nn.Module, about: Mapping[str, object], seconds: float) -> None:
        """Measure this network; what it learns from now on does not count."""
        steps = int(str(about["steps"]))
        file = self._folder / f"{steps}.npz"
        export_network(file, network, about)
        self._running = self._pool.submit(self._match.play, file, steps, seconds)

    def collect(self, *, wait: bool = False) -> Sequence[Evaluation]:
        """What has been measured since the last time."""
        if self._running is None or not (wait or self._running.done()):
            return []
        running, self._running = self._running, None
        return running.result()

    def close(self) -> None:
        """At once, whatever is being played: a pool that is left in peace waits for its games."""
        reason = InterruptedError("nobody wants to know any more")
        self._stack.__exit__(type(reason), reason, None)
