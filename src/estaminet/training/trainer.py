"""A training run from its first update, or a checkpoint, to its last.

It keeps the schedule and the files, and guards against numbers out of all bounds.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

import torch

from estaminet.engine.errors import EstaminetError
from estaminet.training.checkpoint import export_network, save_checkpoint
from estaminet.training.evaluation import Evaluation, Evaluator, draw_curves
from estaminet.training.imitation import Demonstrations
from estaminet.training.learner import Learner, Losses
from estaminet.training.rollout import Environment, OpponentPool, Rollout, State
from estaminet.training.settings import Settings

SAVED_EVERY: Final = 60.0
"""Seconds between two checkpoints."""
EVALUATIONS: Final = 20
"""How often a run is measured, at most; it is not begun before the last one is over."""
ROWS: Final = 400
"""About how many updates the curves show."""
REMEMBERED: Final = 32
"""How often a run keeps its network among its earlier selves."""
PASSES: Final = 12
"""How often a teacher's lessons are gone through."""
UNSEEN: Final = 20
"""One lesson in so many is kept back, to see what was learned."""
LESSON: Final = 4096
"""Decisions in one step of the optimizer, of lessons."""
TRIES: Final = 4
"""How often a run goes back to its last good weights before it gives up."""


@dataclass
class Progress:
    """How far a run is, and what it has seen on its way. Kept in every checkpoint."""

    updates: int = 0
    steps: int = 0
    seconds: float = 0.0
    slower: float = 1.0
    """What the guard has made of the learning rate."""
    in_full_precision: bool = False
    """Whether the guard wants that."""
    tries: int = 0
    """How often the guard had to go back."""
    rows: list[dict[str, float]] = field(default_factory=list)
    """Figures of some updates, for the curves."""
    evaluations: list[Evaluation] = field(default_factory=list)


@dataclass(frozen=True)
class Report:
    """What an update did."""

    spent: float
    """The elapsed fraction of the run, 0 to 1."""
    steps: int
    speed: float
    """Steps a second, of this update."""
    losses: Losses
    evaluations: list[Evaluation]
    """The newest against each opponent."""


class Trainer:
    """One run, with its files: FILE is the checkpoint, and beside it are FILE.npz, which plays, and FILE.png."""

    def __init__(
        self,
        environment: Environment,
        settings: Settings,
        file: Path,
        *,
        device: str = "cpu",
        opponents: Sequence[State] = (),
        evaluator: Evaluator | None = None,
        command: str = "",
        say: Callable[[str], None] = print,
    ) -> None:
        """With opponents it learns to beat these, and only that."""
        self.environment, self.settings, self.file = environment, settings, file
        self.progress = Progress()
        self.is_stopped = False
        """Set it to end the run after the update that is under way."""
        self._device = torch.device(device)
        self.learner = Learner(environment.game, environment.players, settings, self._device)
        games, players = environment.num_envs, environment.players
        part, greedy = (1.0, 0.0) if opponents else (settings.rivals, settings.greedy)
        rivals = OpponentPool(self.learner, games, players, part, opponents, greedy=greedy)
        self._rivals = rivals if part or greedy else None
        self._rollout = Rollout(environment, self.learner, settings.steps, settings.gae_lambda, self._rivals)
        self._evaluator, self._command, self._say = evaluator, command, say
        self._good = self.learner.state()
        self._saved_at = 0.0
        self._measured_at = -math.inf
        self._remembered_at = -math.inf

    @property
    def network_file(self) -> Path:
        return self.file.with_suffix(".npz")

    @property
    def picture_file(self) -> Path:
        return self.file.with_suffix(".png")

    @property
    def spent(self) -> float:
        """The elapsed fraction of the run, 0 to 1."""
        return self.settings.spent(self.progress.seconds, self.progress.updates)

    @property
    def about(self) -> dict[str, Any]:
        """What the network is for, and where it comes from."""
        game = self.environment.game
        return {
            "game": game.name,
            "players": self.environment.players,
            "features": game.kernel.features,
            "actions": len(game.actions),
            "options": dict(self.environment.options),
            "promises": self.settings.one_ply_worlds,
            "steps": self.progress.steps,
            "seed": self.settings.seed,
            "command": self._command,
        }

    def resume(self, checkpoint: dict[str, Any]) -> None:
        """Go on where a run was stopped: the same weights and the same place in the schedule, with new deals."""
        about = {"promises": 0, **checkpoint["about"]}
        for name in ("game", "players", "features", "actions", "options", "promises"):
            there, here = about.get(name), self.about[name]
            if there != here:
                what = {"promises": "one-ply worlds"}.get(name, name)
                raise EstaminetError(
                    "checkpoint.invalid", f"The checkpoint is of a run with {what} {there}, not {here}."
                )
        known = dict(checkpoint["progress"])
        known["evaluations"] = [Evaluation(**each) for each in known["evaluations"]]
        try:
            self.learner.restore(checkpoint["learner"])
        except RuntimeError as error:
            raise EstaminetError(
                "checkpoint.invalid", "The network of the checkpoint has another width or number of blocks."
            ) from error
        self.progress = Progress(**known)
        self._good = self.learner.state()
        if self.progress.in_full_precision:
            self._be_careful()

    def begin_like(self, actor: State, critic: State) -> None:
        """Begin with networks of this game that were trained elsewhere, perhaps with another number of players."""
        self.learner.begin_like(actor, critic)
        self._good = self.learner.state()

    def imitate(self, lessons: Demonstrations, *, passes: int = PASSES) -> float:
        """Begin with what a teacher does; gives how often the network does the same where it has not seen it."""
        device, storage = self._device, self.learner.storage
        inputs = torch.as_tensor(lessons.inputs, device=device).to(storage)
        actions = torch.as_tensor(lessons.actions, device=device).long()
        shares = torch.as_tensor(lessons.shares, device=device)
        unseen = len(actions) // UNSEEN
        size = min(LESSON, len(actions) - unseen)
        batches = max(passes * (len(actions) - unseen) // size, 1)
        for batch in range(batches):
            rows = unseen + torch.randint(
                len(actions) - unseen, (size,), generator=self.learner.generator, device=device
            )  # fmt: skip
            rate = self.settings.rate_at(batch / batches)
            self.learner.imitate(inputs[rows], actions[rows], shares[rows], rate=rate)
        self._good = self.learner.state()
        with torch.no_grad():
            log_odds, _ = self.learner.score(inputs[:unseen], self.learner.average)
        return float((log_odds.argmax(1) == actions[:unseen]).float().mean())

    def run(self) -> Iterator[Report]:
        """Train until the time is over or somebody stops it; the files are written now and then, and at the end."""
        first = self.settings.seed * 1_000_003 + self.progress.updates * self.environment.num_envs
        self._rollout.deal(first)
        self._rollout.scatter(first)
        began = monotonic() - self.progress.seconds
        self._saved_at = self.progress.seconds
        while (spent := self.spent) < 1 and not self.is_stopped:
            losses = self._update(spent)
            before, self.progress.seconds = self.progress.seconds, monotonic() - began
            if losses is None:
                continue
            yield self._report(spent, losses, self.progress.seconds - before)
            self._evaluate()
            if self.progress.seconds - self._saved_at > SAVED_EVERY:
                self.save()
        if self._evaluator and not self.is_stopped:
            self._evaluate(is_last=True)
        self.save()

    def save(self) -> None:
        """Write the checkpoint, the network that plays, and the curves."""
        self._good = self.learner.state()
        self._saved_at = self.progress.seconds
        checkpoint = {
            "about": self.about,
            "settings": asdict(self.settings),
            "progress": asdict(self.progress),
            "learner": self._good,
        }
        save_checkpoint(self.file, checkpoint)
        export_network(self.network_file, self.learner.average, self.about, self.learner.has_seen)
        game, players = self.environment.game, self.environment.players
        with suppress(ImportError):  # a picture is no reason to lose a run
            draw_curves(
                self.picture_file, f"{game.title}, {players} players", 1 / players,
                self.progress.rows, self.progress.evaluations,
            )  # fmt: skip

    def _update(self, spent: float) -> Losses | None:
        """Roll out and learn; None if that had to be taken back."""
        rate = self.settings.rate_at(spent) * self.progress.slower
        try:
            batch = self._rollout.collect()
            losses = self.learner.learn(
                batch,
                rate=rate,
                entropy=self.settings.entropy_at(spent),
                critic_only=spent < self.settings.critic_warmup,
            )
        except Exception as error:  # what a compiler raises has no common type
            if not self.learner.is_compiled:
                raise
            self._say(f"torch.compile gave up ({type(error).__name__}); going on without it.")
            self.learner.use_compiler(wanted=False)
            self.learner.restore(self._good)
            return None
        if not all(map(math.isfinite, losses)):
            self._go_back()
            return None
        self.learner.renew_average()
        if self._rivals and spent - self._remembered_at >= 1 / REMEMBERED:
            self._remembered_at = spent
            self._rivals.remember()
        self.progress.updates += 1
        self.progress.steps += len(batch.actions)
        return losses

    def _go_back(self) -> None:
        """To the last good weights, and slower from there."""
        self.progress.tries += 1
        if self.progress.tries > TRIES:
            raise EstaminetError(
                "training.diverged",
                f"The losses were no numbers for the {TRIES + 1}th time. {self.file} has the last good weights: "
                "resume with a lower rate.",
            )
        self.progress.slower /= 2
        self._say(
            "The losses are no numbers any more: back to the last good weights, in full precision, with "
            f"{self.progress.slower:.3g} times the learning rate."
        )
        self.learner.restore(self._good)
        self._be_careful()

    def _be_careful(self) -> None:
        self.progress.in_full_precision = True
        self.learner.is_half = False
        self.learner.use_compiler(wanted=False)

    def _report(self, spent: float, losses: Losses, seconds: float) -> Report:
        progress = self.progress
        speed = self.settings.steps * self.environment.num_envs / max(seconds, 1e-9)
        if not progress.rows or abs(spent - progress.rows[-1]["spent"]) >= 1 / ROWS:
            place = {"spent": spent, "minutes": progress.seconds / 60, "steps": progress.steps, "speed": speed}
            progress.rows.append(place | losses._asdict())
        newest = {each.opponent: each for each in progress.evaluations}
        return Report(spent, progress.steps, speed, losses, list(newest.values()))

    def _evaluate(self, *, is_last: bool = False) -> None:
        """Take what was measured, and begin anew if it is time."""
        if self._evaluator is None:
            return
        try:
            self.progress.evaluations.extend(self._evaluator.collect(wait=is_last))
            is_due = self.spent - self._measured_at >= 1 / EVALUATIONS
            if (is_due or is_last) and not self._evaluator.is_busy:
                self._measured_at = self.spent
                self._evaluator.begin(self.learner.average, self.about, self.progress.seconds)
            if is_last:
                self.progress.evaluations.extend(self._evaluator.collect(wait=True))
        except Exception as error:  # whatever happens to the games beside it, the training goes on
            self._say(f"The network is not measured any more: {type(error).__name__}: {error}")
            self._evaluator = None
