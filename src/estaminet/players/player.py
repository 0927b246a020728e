"""What a player is: somebody who chooses an action from what one seat may know, and from nothing else."""

from typing import Protocol

from estaminet.engine.game import Game
from estaminet.engine.kernel import Known


class Player(Protocol):
    """A house player, or one of your own."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        """The code of a legal action for the seat, which is to move. `known` holds what the seat may know."""
