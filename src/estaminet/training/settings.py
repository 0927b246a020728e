"""What can be set in a training run, and how the run changes from its beginning to its end."""

import math
from dataclasses import dataclass, replace
from typing import Final

from estaminet.engine.errors import EstaminetError
from estaminet.players.networks.weights import MOST_WORLDS

CPU: Final = "cpu"
CUDA: Final = "cuda"


@dataclass(frozen=True)
class Settings:
    """A run for a GPU; `for_device` has less of everything for a CPU."""

    minutes: float = 10.0
    """How long the whole run is, with all that was done before it was resumed."""
    updates: int | None = None
    """The same as a number of updates: a run that does not depend on the clock."""
    seed: int = 0
    games: int = 32_768
    """Games at once."""
    steps: int = 32
    """Steps of every game between two updates."""
    epochs: int = 1
    """How often each step is learned from. Where steps are cheap, new ones teach more than old ones."""
    minibatch: int = 65_536
    shaped: bool = True
    """Whether the network knows the game's shape, if it has one; without, it is several times as fast."""
    width: int | None = None
    """Of the network's layers; None: as the network likes it."""
    blocks: int | None = None
    promises: int = 0
    """Over how many imagined worlds promises are averaged, which the network sees and begins with; 0: without."""
    rate: float = 7e-4
    """The learning rate at the beginning."""
    last_rate: float = 2e-5
    entropy: float = 0.03
    """How much it is worth at the beginning to be undecided."""
    last_entropy: float = 0.003
    trace: float = 0.97
    """Lambda: how much a return depends on what happened later, and not on what the critic thought next."""
    clip: float = 0.2
    """How far an update may move the odds of an action."""
    share_weight: float = 0.25
    """How much the actor's own forecast counts beside its actions."""
    largest_gradient: float = 1.0
    rivals: float = 0.125
    """The part of the games in which earlier selves have all seats but one."""
    habit: float = 0.0
    """The part of the games in which all seats but one do what promises most; only with promises."""
    watching: float = 0.0
    """The part of the run in which the critic learns alone: for an actor that has learned elsewhere."""
    averaging: float = 0.98
    """How much of the average of weights, with which the network plays, stays after an update."""

    def __post_init__(self) -> None:
        for name in ("updates", "games", "steps", "epochs", "minibatch", "width", "blocks"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise EstaminetError("training.invalid", f"{name} is a whole number from 1 on, not {value!r:.60}.")
        if not 0 <= self.promises <= MOST_WORLDS:
            raise EstaminetError(
                "training.invalid", f"promises is a whole number from 0 to {MOST_WORLDS}, not {self.promises!r:.60}."
            )
        for name in ("minutes", "rate", "last_rate", "entropy", "last_entropy", "clip"):
            value = getattr(self, name)
            if not (value > 0 and math.isfinite(value)):
                raise EstaminetError("training.invalid", f"{name} is a number above 0, not {value!r:.60}.")
        for name in ("trace", "rivals", "habit", "watching"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise EstaminetError("training.invalid", f"{name} is a number from 0 to 1, not {value!r:.60}.")
        if self.habit + self.rivals > 1:
            raise EstaminetError(
                "training.invalid",
                f"habit and rivals are parts of the games, together 1 at most, not {self.habit + self.rivals:g}.",
            )
        if self.habit and not self.promises:
            raise EstaminetError(
                "training.invalid", "habit needs promises: those who play by habit do what promises most."
            )

    @classmethod
    def for_device(cls, device: str) -> "Settings":
        """What suits a GPU, or a few cores, where steps are dear."""
        return cls() if device == CUDA else cls(games=256, minibatch=1024, epochs=2, rate=2e-3)

    def but(self, **changes: object) -> "Settings":
        """The same settings with those that are not None in place of the old ones; minutes end the count of updates."""
        wanted = {name: value for name, value in changes.items() if value is not None}
        if "minutes" in wanted:
            wanted.setdefault("updates", None)
        return replace(self, **wanted)  # type: ignore[arg-type]  # checked when it is made

    def spent(self, seconds: float, updates: int) -> float:
        """How much of the run is over, 0 to 1."""
        part = updates / self.updates if self.updates else seconds / (60 * self.minutes)
        return min(part, 1.0)

    def rate_at(self, spent: float) -> float:
        """The learning rate: half a cosine from the first to the last."""
        return self.last_rate + (self.rate - self.last_rate) * (1 + math.cos(math.pi * spent)) / 2

    def entropy_at(self, spent: float) -> float:
        """The worth of being undecided: the same ratio in the same time."""
        return self.entropy * math.pow(self.last_entropy / self.entropy, spent)
