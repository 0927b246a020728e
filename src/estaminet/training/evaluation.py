"""Progress of a run: small matches against house players in another process, and a picture."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Final

from torch import nn

from estaminet.arena.folder import Outcome
from estaminet.arena.intervals import estimate
from estaminet.arena.match import make_plan, play_match
from estaminet.arena.report import COLOURS, DASHES, INK, PALE, STYLE
from estaminet.arena.workers import worker_pool
from estaminet.training.checkpoint import export_network

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Row = Mapping[str, float]
"""Figures of one update by their names: those of `Losses`, and minutes, steps, rate and speed."""
PANELS: Final = (
    ("What they cannot foresee yet, nats", {"value": "critic", "share": "actor"}),
    ("How undecided the actor is, nats", {"entropy": ""}),
    ("Part of the odds that moved as far as they may", {"clipped": ""}),
)


@dataclass(frozen=True)
class Evaluation:
    """A small match of the network, on one seat, against a house player on all others."""

    steps: int
    """The training steps at that point."""
    seconds: float
    """And seconds."""
    opponent: str
    games: int
    share: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Match:
    """A match to play. Plain data: it travels to the process that plays."""

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
        """Begin to measure this network, as it is now."""
        steps = int(str(about["steps"]))
        file = self._folder / f"{steps}.npz"
        export_network(file, network, about)
        self._running = self._pool.submit(self._match.play, file, steps, seconds)

    def collect(self, *, wait: bool = False) -> Sequence[Evaluation]:
        """The evaluations since the last time."""
        if self._running is None or not (wait or self._running.done()):
            return []
        running, self._running = self._running, None
        return running.result()

    def close(self) -> None:
        """Close at once, whatever is being played: otherwise the pool would wait for its games."""
        reason = InterruptedError("nobody wants to know any more")
        self._stack.__exit__(type(reason), reason, None)


def draw_curves(file: Path, title: str, chance: float, rows: Sequence[Row], evaluations: Sequence[Evaluation]) -> None:
    """Write the picture."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):  # type: ignore[arg-type]  # its keys are checked when they are set
        figure = Figure(figsize=(11, 7))
        panels = figure.subplots(2, 2).flatten()
        figure.subplots_adjust(left=0.07, right=0.97, top=0.87, bottom=0.08, hspace=0.32, wspace=0.18)
        figure.text(0.02, 0.95, title, fontsize=14, fontweight="bold", va="center")
        if rows:
            last = rows[-1]
            said = f"{last['steps'] / 1e6:,.1f} M steps in {last['minutes']:.1f} minutes"
            figure.text(0.98, 0.95, said, ha="right", va="center", color=PALE, fontsize=9)
        _draw_shares(panels[0], chance, evaluations)
        for axes, (name, lines) in zip(panels[1:], PANELS, strict=True):
            _draw_lines(axes, name, lines, rows)
        for axes in panels[2:]:
            axes.set_xlabel("minutes")
        figure.savefig(file, format="png", dpi=130, metadata={"Software": None})


def _draw_shares(axes: "Axes", chance: float, evaluations: Sequence[Evaluation]) -> None:
    axes.set_title("Share of the victory; dashed: chance", loc="left", fontsize=10)
    axes.axhline(chance, color=PALE, linestyle=DASHES, linewidth=1.2)
    axes.set_ylim(0, 1)
    for opponent, colour in zip(dict.fromkeys(each.opponent for each in evaluations), COLOURS, strict=False):
        those = [each for each in evaluations if each.opponent == opponent]
        minutes = [each.seconds / 60 for each in those]
        axes.plot(
            minutes, [each.share for each in those], "o-", color=colour, markersize=4, label=f"against {opponent}"
        )
        low = [each.share if each.low is None else each.low for each in those]
        high = [each.share if each.high is None else each.high for each in those]
        axes.fill_between(minutes, low, high, color=colour, alpha=0.15, linewidth=0)
    if evaluations:
        axes.legend(frameon=False, fontsize=9, labelcolor=INK)


def _draw_lines(axes: "Axes", name: str, lines: Mapping[str, str], rows: Sequence[Row]) -> None:
    axes.set_title(name, loc="left", fontsize=10)
    minutes = [row["minutes"] for row in rows]
    for (line, label), colour in zip(lines.items(), COLOURS, strict=False):
        axes.plot(minutes, [row[line] for row in rows], color=colour, linewidth=1.5, label=label)
    if len(lines) > 1:
        axes.legend(frameon=False, fontsize=9, labelcolor=INK)
