"""What a house player is asked."""

import secrets
from typing import NamedTuple

from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.players.levels import LevelPlayer
from estaminet.players.styles import Style
from estaminet.server.live.accounts import Account


class Question(NamedTuple):
    """What a house player is asked, with all that it may know: what its seat knows."""

    game: Game
    players: int
    known: Known
    seat: int
    level: str
    style: Style | None
    payer: Account
    """On whose account it thinks."""
    began: float
    """When somebody first had to decide this, as `monotonic` counts."""
    seed: int | None = None
    """What it thinks with where it is to answer everybody alike; otherwise it draws lots."""
    is_undoable: bool = False
    """Whether somebody may take back what led to it: they are given a moment."""

    def seat_player(self) -> LevelPlayer:
        """The house player who is asked."""
        if self.seed is None:
            return LevelPlayer(self.level, secrets.randbits(32), self.style)
        return LevelPlayer(self.level, self.seed, self.style, is_timed=False)
