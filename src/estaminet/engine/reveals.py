"""Whether an action brought something to light: then it cannot be taken back."""

from estaminet.engine.compiling import Memory
from estaminet.engine.game import Game
from estaminet.engine.random import generator


def reveals_something(game: Game, before: Memory, code: int, after: Memory, *, worlds: int) -> bool:
    """Whether the seat that acted learned from its action what it could not know before.

    In every world that agrees with what it knew, an action that shows nothing leads to the same picture. So many
    worlds are tried; one that leads to another picture is enough.
    """
    kernel = game.kernel
    if kernel.revealed(after):
        return True
    seat = int(kernel.to_move(before))
    seen = kernel.known(after, seat).tobytes()
    known = kernel.known(before, seat)
    rng = generator(code)
    for _ in range(worlds):
        imagined = known.copy()
        kernel.determinize(imagined, seat, rng)
        kernel.apply(imagined, code)
        kernel.hide(imagined, seat)
        if imagined.tobytes() != seen:
            return True
    return False
