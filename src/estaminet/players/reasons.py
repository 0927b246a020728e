"""Why one turn is better than another: for whoever asks before it, and for whoever looks at it afterwards."""

from collections.abc import Sequence
from typing import Final

from estaminet.engine.game import Game, LogLine
from estaminet.engine.kernel import Known
from estaminet.players.turns import imagine_worlds

WORLDS: Final = 32
CLOSE: Final = 1
NEAR: Final = 2
"""In percent of the victory: what is closer is as good; what is nearer too, unless the game has a reason."""
KEYS: Final = {"reason.chance": ("percent",), "reason.close": ()}
"""What can be said of any game."""


def find_reason(
    game: Game, known: Known, seat: int, better: Sequence[int], worse: Sequence[int], *, gain: float, seed: int = 0
) -> LogLine:
    """Why a seat does better with one turn than with another; both are codes, and begin at what the seat knows.

    Neither goes on after something that the game's `pauses` name: it would come out otherwise in an imagined world.
    `gain` is how much more of the victory it brings: what is said if the game itself has nothing to say.
    """
    percent = round(100 * gain)
    if percent < CLOSE:
        return LogLine("reason.close", {})
    worlds = imagine_worlds(game, known, seat, WORLDS, seed)
    found = game.reason(worlds, seat, better, worse)
    if found or percent >= NEAR:
        return found or LogLine("reason.chance", {"percent": percent})
    return LogLine("reason.close", {})
