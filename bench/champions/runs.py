"""All networks that come with the games: how long each is trained, and with what it begins."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

HOUSE: Final = "house"
"""To begin with the network that is in the game's folder."""
GREEDY: Final = "greedy"
"""To learn to beat those who do what promises most."""
RESPONSE: Final = "-response"
"""How the name of a run ends that learns to beat a network,"""
EXPLOIT: Final = "-exploit"
"""or to beat GREEDY."""
USUAL: Final[Mapping[str, Any]] = {
    "games": 16_384, "minibatch": 16_384, "promises": 2, "habit": 0.25, "shaped": False, "width": 288, "rate": 4e-4,
    "entropy": 0.003, "watching": 0.02,
}  # fmt: skip
"""Small minibatches, for many steps in little time. Three networks, 288 wide, are not larger than 4 MB together."""
QUICK: Final[Mapping[str, Any]] = {"games": 32_768, "minibatch": 32_768}
"""Without promises, for a game in which a network finds out by itself what they would tell it."""
FLAGS: Final[Mapping[str, tuple[str, str]]] = {"shaped": ("--no-shape", "--shape")}
"""Settings that are a flag on the command line: if they are off, and if they are on."""


@dataclass(frozen=True)
class Run:
    """One network."""

    game: str
    players: int
    minutes: float
    start: str = ""
    """The name of another run whose network it begins with, or HOUSE; nothing: it begins with promises alone."""
    settings: Mapping[str, Any] = field(default_factory=lambda: USUAL)
    against: str = ""
    """The same, for whom it learns to beat, and nobody else, or GREEDY; nothing: it plays against itself."""

    @property
    def name(self) -> str:
        ending = "" if not self.against else EXPLOIT if self.against == GREEDY else RESPONSE
        return f"{self.game}-{self.players}{ending}"

    @property
    def changes(self) -> Mapping[str, Any]:
        """Its settings; who learns to beat those that do what promises most meets nobody else."""
        return {**self.settings, "habit": 1.0, "rivals": 0.0} if self.against == GREEDY else self.settings

    @property
    def command(self) -> str:
        """What a person types to train it."""
        words = ["estaminet", "train", self.game, "--players", str(self.players), "--minutes", f"{self.minutes:g}"]
        for name, value in self.changes.items():
            words += [FLAGS[name][value]] if name in FLAGS else [f"--{name.replace('_', '-')}", str(value)]
        for flag, network in (("--start", self.start), ("--against", self.against)):
            if network not in ("", GREEDY):
                file = f"src/estaminet/games/{self.game}/weights/{self.players}" if network == HOUSE else network
                words += [flag, f"{file}.npz"]
        return shlex.join([*words, "--out", f"{self.name}.pt"])


RUNS: Final = (
    Run("poule", 2, 11.0),
    Run("nuit", 4, 8.0),
    Run("poule", 4, 10.0, "poule-2"),
    Run("nuit", 3, 2.0, "nuit-4"),
    Run("poule", 3, 8.0, "poule-4"),
    Run("nuit", 5, 2.0, "nuit-4"),
    Run("reeperbahn", 2, 13.0, settings=QUICK),
    Run("poule", 2, 2.0, HOUSE, against=HOUSE),
    Run("reeperbahn", 2, 2.0, HOUSE, {**QUICK, "rate": 4e-4, "watching": 0.02}, against=HOUSE),
    Run("reeperbahn", 2, 2.0, HOUSE, {**USUAL, "width": 512}, against=GREEDY),
    Run("poule", 2, 2.0, HOUSE, against=GREEDY),
    Run("nuit", 4, 2.0, "nuit-4", against=GREEDY),
)
"""In the order in which they are trained: the ones that teach most first."""
