"""How far ahead a seat is, in squares: how far Lilli and Charly have come to its side, some turns from now."""

from estaminet.engine.jit.layout import Memory, unpack
from estaminet.games.reeperbahn.components import CENTRE, CHARLY, LILLI
from estaminet.games.reeperbahn.rules import State


def lead(world: Memory, seat: int) -> float:
    """The squares of Lilli and of Charly from the centre, counted together."""
    figures = unpack(world, State).figures.tolist()
    squares = 2 * CENTRE - figures[LILLI] - figures[CHARLY]
    return float(squares if seat == 0 else -squares)
