"""What a draw may bring: the part of a game that an exact calculation needs. A game may do without."""

from estaminet.engine.compiling import Amounts, Memory, jit


@jit
def outcomes(memory: Memory, action: int, weights: Amounts) -> int:  # noqa: ARG001  # nothing is known of this game
    """For a game that cannot say: -1."""
    return -1


@jit
def fix_outcome(memory: Memory, action: int, number: int) -> None:
    """For a game that cannot say: nothing."""


@jit
def is_end_near(memory: Memory) -> bool:  # noqa: ARG001  # the same for every position
    """For a game whose `outcomes` are few wherever there are any."""
    return True


@jit
def canonicalize(memory: Memory) -> None:
    """For a game that remembers nothing without need: nothing."""
