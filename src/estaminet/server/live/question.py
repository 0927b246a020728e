"""The question that a house player answers."""

import secrets
from typing import NamedTuple

from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.players.levels import LevelPlayer
from estaminet.players.styles import Style
from estaminet.server.live.accounts import Account


class Question(NamedTuple):
    """A position to decide, as the house player's seat knows it."""

    game: Game
    players: int
    known: Known
    seat: int
    level: str
    style: Style | None
    payer: Account
    """The account that its thinking is charged to."""
    began: float
    """The time when the question arose, as `monotonic` counts."""
    seed: int | None = None
    """The seed where everybody must get the same answer; None for a random one."""
    is_undoable: bool = False
    """Whether somebody may take back the last action: they are given a moment."""

    def seat_player(self) -> LevelPlayer:
        """The house player who is asked."""
        if self.seed is None:
            return LevelPlayer(self.level, secrets.randbits(32), self.style)
        return LevelPlayer(self.level, self.seed, self.style, is_timed=False)
