"""The settings of a training run, and their schedules.

`estaminet train` has an option for every setting that has a help text here.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from estaminet.engine.errors import EstaminetError
from estaminet.players.networks.weights import MOST_WORLDS

CPU: Final = "cpu"
CUDA: Final = "cuda"
HELP: Final = "help"
FLAGS: Final = "flags"
"""The names of an option that differ from ``--its-name``, the former one last."""
FORMER: Final = {"promises": "one_ply_worlds", "habit": "greedy", "watching": "critic_warmup", "trace": "gae_lambda"}
"""Names of settings in checkpoints of former versions."""


def option(default: Any, text: str, *flags: str) -> Any:  # noqa: ANN401  # as dataclasses.field has it
    """A setting that is an option, too."""
    return field(default=default, metadata={HELP: text, FLAGS: flags})


@dataclass(frozen=True)
class Settings:
    """A run for a GPU; `for_device` has less of everything for a CPU."""

    minutes: float = option(10.0, "Length of the whole run, including what was done before a resume. 10 if left out.")
    updates: int | None = option(None, "Length in updates instead of minutes.")
    seed: int = option(0, "Seed of the first weights, the deals and the choices.")
    games: int = option(32_768, "Games at once.")
    steps: int = option(32, "Steps of every game between two updates.")
    epochs: int = option(1, "How often each decision is used.")
    minibatch: int = option(65_536, "Decisions in one step of the optimizer.")
    shaped: bool = option(True, "Whether the network knows the game's shape, if it has one.", "--shape/--no-shape")
    width: int | None = option(None, "Width of the network's layers.")
    blocks: int | None = option(None, "How many residual blocks the network has.")
    one_ply_worlds: int = option(
        0, "Use one-ply values, averaged over so many imagined worlds, as input.", "--one-ply-worlds", "--promises"
    )
    rate: float = option(7e-4, "The learning rate at the beginning.")
    last_rate: float = option(2e-5, "The learning rate at the end.")
    entropy: float = option(0.03, "The entropy bonus at the beginning.")
    last_entropy: float = option(0.003, "The entropy bonus at the end.")
    rivals: float = option(0.125, "The fraction of games with earlier networks on the other seats.")
    greedy: float = option(
        0.0, "The fraction of games in which the others play the best one-ply action.", "--greedy", "--habit"
    )
    critic_warmup: float = option(
        0.0,
        "The fraction of the run in which only the critic learns, after --start or --imitate.",
        "--critic-warmup",
        "--watching",
    )
    gae_lambda: float = 0.97
    """Lambda of the returns: 1 uses results alone, 0 the critic's next value."""
    clip: float = 0.2
    """How far an update may move the odds of an action."""
    share_weight: float = 0.25
    """The weight of the actor's own forecast beside its actions."""
    largest_gradient: float = 1.0
    averaging: float = 0.98
    """How much of the average of weights, with which the network plays, stays after an update."""

    def __post_init__(self) -> None:
        for name in ("updates", "games", "steps", "epochs", "minibatch", "width", "blocks"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise EstaminetError("training.invalid", f"{name} is a whole number from 1 on, not {value!r:.60}.")
        if self.seed < 0:
            raise EstaminetError("training.invalid", f"seed is a whole number from 0 on, not {self.seed!r:.60}.")
        if not 0 <= self.one_ply_worlds <= MOST_WORLDS:
            raise EstaminetError(
                "training.invalid",
                f"one_ply_worlds is a whole number from 0 to {MOST_WORLDS}, not {self.one_ply_worlds!r:.60}.",
            )
        for name in ("minutes", "rate", "last_rate", "entropy", "last_entropy", "clip"):
            value = getattr(self, name)
            if not (value > 0 and math.isfinite(value)):
                raise EstaminetError("training.invalid", f"{name} is a number above 0, not {value!r:.60}.")
        for name in ("gae_lambda", "rivals", "greedy", "critic_warmup"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise EstaminetError("training.invalid", f"{name} is a number from 0 to 1, not {value!r:.60}.")
        if self.greedy + self.rivals > 1:
            raise EstaminetError(
                "training.invalid",
                f"greedy and rivals are parts of the games, together 1 at most, not {self.greedy + self.rivals:g}.",
            )
        if self.greedy and not self.one_ply_worlds:
            raise EstaminetError("training.invalid", "greedy needs one_ply_worlds: it takes the best one-ply action.")

    @classmethod
    def load(cls, saved: Mapping[str, Any]) -> "Settings":
        """The settings of a checkpoint."""
        return cls(**{FORMER.get(name, name): value for name, value in saved.items()})

    @classmethod
    def for_device(cls, device: str) -> "Settings":
        """Settings for a GPU, or for a few cores, where steps are dear."""
        return cls() if device == CUDA else cls(games=256, minibatch=1024, epochs=2, rate=2e-3)

    def change(self, changes: Mapping[str, Any]) -> "Settings":
        """The same settings with some others; minutes end the count of updates."""
        return replace(self, **{**({"updates": None} if "minutes" in changes else {}), **changes})

    def spent(self, seconds: float, updates: int) -> float:
        """The elapsed fraction of the run, 0 to 1."""
        part = updates / self.updates if self.updates else seconds / (60 * self.minutes)
        return min(part, 1.0)

    def rate_at(self, spent: float) -> float:
        """The learning rate: half a cosine from the first to the last."""
        return self.last_rate + (self.rate - self.last_rate) * (1 + math.cos(math.pi * spent)) / 2

    def entropy_at(self, spent: float) -> float:
        """The entropy bonus: the same ratio in the same time."""
        return self.entropy * math.pow(self.last_entropy / self.entropy, spent)
