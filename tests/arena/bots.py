"""Players for the tests, loaded by their path as a stranger's would be: an honest one, and all sorts of trouble.

Those who do something once leave a note in the folder that the environment names.
"""

import os
import signal
from pathlib import Path

from estaminet.engine.game import Game
from estaminet.engine.kernel import Known

NOTES = "ARENA_TEST_NOTES"
NO_PLAYER = 7


def is_first_time(what: str) -> bool:
    note = Path(os.environ[NOTES]) / what
    if note.exists():
        return False
    note.touch()
    return True


class First:
    """Takes the first action of the list."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.decisions = 0

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:  # noqa: ARG002  # the list says it all
        self.decisions += 1
        return int(game.kernel.codes(known)[0])


class Raises(First):
    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        if self.decisions == 2:
            raise RuntimeError("no idea")
        return super().choose(game, players, known, seat)


class Cheats(First):
    """Chooses an action that exists and is never legal at the beginning: a seat has drawn nothing yet."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:  # noqa: ARG002  # it does not look
        return game.code("place a1")


class Leaves(First):
    """No such action."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:  # noqa: ARG002  # it does not look
        return -1


class Mumbles(First):
    """An action must be a number."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:  # noqa: ARG002  # it does not look
        return "draw"  # type: ignore[return-value]  # that is the trouble


class DiesOnce(First):
    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        if is_first_time("died"):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(game, players, known, seat)


class DiesAlways(First):
    """After the other, honest player has finished a game."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        if not is_first_time("lived") and self.decisions == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(game, players, known, seat)


class Interrupts(First):
    """Presses Ctrl-C in its second game, once, and then thinks for ever."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        if self.decisions == 0 and not is_first_time("began") and is_first_time("interrupted"):
            os.kill(os.getppid(), signal.SIGINT)
            while True:
                signal.pause()
        return super().choose(game, players, known, seat)


class CannotBeMade:
    def __init__(self, seed: int) -> None:
        raise ValueError(f"unlucky {seed}")


class CannotChoose:
    def __init__(self, seed: int) -> None:
        self.seed = seed
