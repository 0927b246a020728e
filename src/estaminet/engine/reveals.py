"""Whether an action brought something to light: then it cannot be taken back."""

from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Kernel, Known


def reveals_something(kernel: Kernel, seat: int, before: Known, code: int, after: Known, *, worlds: int) -> bool:
    """Whether a seat learned from its action what it could not know before.

    In every world that agrees with what it knew, an action that shows nothing leads to what it knows now. So many
    worlds are tried; one that leads to something else is enough.
    """
    if kernel.revealed(after):
        return True
    seen = after.tobytes()
    rng = generator(code)
    for _ in range(worlds):
        imagined = before.copy()
        kernel.determinize(imagined, seat, rng)
        kernel.apply(imagined, code)
        kernel.hide(imagined, seat)
        if imagined.tobytes() != seen:
            return True
    return False
