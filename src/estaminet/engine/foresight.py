"""What comes of a position when it is quickly played on to where it is easily judged. A game may do without."""

from estaminet.engine.compiling import Amounts, Memory, jit


@jit
def rollout(memory: Memory, shares: Amounts) -> None:
    """For a game that does not know: nothing."""
