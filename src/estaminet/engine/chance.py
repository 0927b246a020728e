"""What a draw may bring: the part of a game that an exact calculation needs. A game may do without."""

from estaminet.engine.compiling import Amounts, Memory, jit


@jit
def chances(memory: Memory, action: int, weights: Amounts) -> int:  # noqa: ARG001  # nothing is known of this game
    """For a game that cannot say: -1."""
    return -1


@jit
def settle(memory: Memory, number: int) -> None:
    """For a game that cannot say: nothing."""
