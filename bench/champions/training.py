"""One network after the other: trained, then measured on the other cores while the next one is trained."""

import json
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from importlib.resources import as_file
from pathlib import Path
from time import monotonic
from typing import Any, Final

from bench.champions.runs import GREEDY, HOUSE, Run
from bench.strength.matches import DEALS, Match
from bench.strength.playing import play, say
from estaminet.engine.errors import EstaminetError
from estaminet.games import REGISTRY
from estaminet.players.networks.weights import find_weights_file
from estaminet.training.checkpoint import Beginning, load_beginning
from estaminet.training.evaluation import Evaluator
from estaminet.training.evaluation import Match as Check
from estaminet.training.settings import CUDA, Settings
from estaminet.training.trainer import Trainer
from estaminet.vector import VectorGames

SAID_EVERY: Final = 15.0
"""Seconds."""
CHECKED_DEALS: Final = 50
LONGEST_CHECK: Final = 20.0
"""Seconds of a small match in the middle of a run."""
PARTS: Final = 6
"""In so many parts a match is played, so that something is known of it before its end."""
CHECKED_EVERY: Final = 64
"""Steps between two looks for illegal actions on a GPU."""


@dataclass
class Workshop:
    """Where networks are made, and how."""

    folder: Path
    device: str
    jobs: int
    """Cores for matches; 0: they are played in this process."""
    until: float = float("inf")
    """When nothing new is begun any more, by the monotonic clock."""
    deals: float = 1.0
    """How many deals of every match are played, as a part of the usual number."""
    thinking: str = "0.1s"
    """About each decision, as the arena names it."""
    say: Callable[[str], None] = print

    def make(self, runs: Iterable[Run]) -> None:
        """Train all that are not there yet, in their order."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(1) as beside:
            measured: list[Future[None]] = []
            for run in runs:
                _ = REGISTRY.find(run.game).kernel  # compiled here, not by two threads at the same time
                if not self.file(run, ".json").exists() and monotonic() < self.until:
                    self.train(run)
                if self.file(run, ".json").exists():
                    measured.append(beside.submit(self.measure, run))
            for each in measured:
                each.result()

    def file(self, run: Run, suffix: str) -> Path:
        return self.folder / f"{run.name}{suffix}"

    def train(self, run: Run) -> None:
        game = REGISTRY.find(run.game)
        settings = Settings.for_device(self.device).but(minutes=run.minutes, **run.changes)
        on_gpu: dict[str, Any] = (
            {"device": CUDA, "check_every": CHECKED_EVERY, "final_observations": False} if self.device == CUDA else {}
        )
        deals = max(1, round(CHECKED_DEALS * self.deals))
        opponent = self.find_network(run, run.against)
        check = Check(run.game, run.players, {}, ("greedy",), deals, LONGEST_CHECK)
        with (
            closing(
                VectorGames(game, settings.games, players=run.players, promises=settings.promises, **on_gpu)
            ) as environment,
            closing(Evaluator(check)) as evaluator,
        ):
            trainer = Trainer(
                environment, settings, self.file(run, ".pt"), device=self.device,
                opponents=[opponent.actor] if opponent else [], evaluator=evaluator, command=run.command, say=self.say,
            )  # fmt: skip
            if beginning := self.find_network(run, run.start):
                trainer.begin_like(beginning.actor, beginning.critic)
            self._follow(run, trainer)
        progress = trainer.progress
        self._note(run, {
            "name": run.name, "seconds": progress.seconds, "steps": progress.steps, "rows": progress.rows,
            "evaluations": [asdict(each) for each in progress.evaluations], "matches": {},
        })  # fmt: skip

    def find_network(self, run: Run, name: str) -> Beginning | None:
        """One that a run names; its checkpoint, if that is here: it has a critic, too."""
        if name in ("", GREEDY):
            return None
        if name == HOUSE:
            file = find_weights_file(REGISTRY.find(run.game), run.players)
            if file is None:
                raise EstaminetError("training.invalid", f"{run.name} needs a network of the house, and there is none.")
            with as_file(file) as path:
                return load_beginning(path, run.game)
        checkpoint = self.folder / f"{name}.pt"
        return load_beginning(checkpoint if checkpoint.exists() else checkpoint.with_suffix(".npz"), run.game)

    def _follow(self, run: Run, trainer: Trainer) -> None:
        told = -SAID_EVERY
        for report in trainer.run():
            if trainer.progress.seconds - told >= SAID_EVERY:
                told = trainer.progress.seconds
                losses = report.losses
                shares = "".join(f", {each.opponent} {each.share:.0%}" for each in report.evaluations)
                self.say(
                    f"{run.name}: {told:.0f} s, {report.steps / 1e6:,.1f} M steps, {report.speed / 1e3:,.0f} k/s, "
                    f"value {losses.value:.4f}, entropy {losses.entropy:.3f}, moved {losses.divergence:.4f}{shares}"
                )

    def measure(self, run: Run) -> None:
        """Play its matches as far as the time allows, and note after each part what came of them."""
        notes = json.loads(self.file(run, ".json").read_text())
        for match in list_matches(run, self.folder, self.deals, self.thinking):
            for part in range(1, PARTS + 1):
                if monotonic() > self.until:
                    return
                deals = -(-match.deals * part // PARTS)
                result = play(replace(match, deals=deals), self.folder / "matches", self.jobs)
                notes["matches"][match.players[0].partition(":")[0] + f" {match.players[1]}"] = result.to_data()
                self._note(run, notes)
            self.say(f"{match.players[0]} against {match.players[1]}, {run.name}: {say(result)}")

    def _note(self, run: Run, notes: dict[str, Any]) -> None:
        self.file(run, ".json").write_text(json.dumps(notes))


def list_matches(run: Run, folder: Path, part: float, thinking: str) -> list[Match]:
    """The network alone against greedy, then its search against greedy and against the classic one.

    One that has learned to beat another meets that one, alone and with its search.
    """
    deals = max(1, round(DEALS[run.players] * part))
    network = folder / f"{run.name}.npz"
    search = f"learned:{network}@{thinking}"
    pairs = [(f"net:{network}", "greedy"), (search, f"classic@{thinking}"), (search, "greedy")]
    if run.against == GREEDY:
        del pairs[1]
    elif run.against:
        opponent = "" if run.against == HOUSE else f":{folder / run.against}.npz"
        pairs = [(f"net:{network}", f"learned{opponent}@{thinking}")]
        if opponent:
            pairs = [(f"net:{network}", f"net{opponent}"), *pairs]
    return [
        Match("champions", run.game, (first, *[second] * (run.players - 1)), deals, seed=31) for first, second in pairs
    ]
