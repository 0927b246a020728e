"""Random play in compiled code, for any game: the functions of its kernel come as pointers."""

import numpy as np

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.functions import Apply, Legal, ToMove
from estaminet.engine.jit.layout import Codes, Memory, Random
from estaminet.engine.jit.random import below


@jit
def play_randomly(
    to_move: ToMove, legal: Legal, apply: Apply, memory: Memory, choices: Codes, played: Codes, rng: Random
) -> int:
    """Play random actions to the end and write them to ``played``; how many. ``choices`` is scratch."""
    count = 0
    while to_move(memory) >= 0:
        action = choices[below(rng, legal(memory, choices))]
        apply(memory, action)
        played[count] = action
        count += 1
    return count


@jit_allocating
def playouts(
    to_move: ToMove, legal: Legal, apply: Apply, start: Memory, games: int, choices: Codes, rng: Random
) -> int:
    """Play a position to the end again and again at random; the number of decisions taken."""
    memory = np.empty_like(start)
    decisions = 0
    for _ in range(games):
        for at in range(start.size):
            memory[at] = start[at]
        while to_move(memory) >= 0:
            apply(memory, choices[below(rng, legal(memory, choices))])
            decisions += 1
    return decisions
