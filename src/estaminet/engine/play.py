"""Random play in compiled code, for any game."""

import numpy as np

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.functions import Functions
from estaminet.engine.jit.layout import Codes, Memory, Random
from estaminet.engine.jit.random import below


@jit
def play_randomly(functions: Functions, memory: Memory, choices: Codes, played: Codes, rng: Random) -> int:
    """Play random actions to the end and write them to ``played``; how many. ``choices`` is scratch."""
    count = 0
    while functions.to_move(memory) >= 0:
        action = choices[below(rng, functions.legal(memory, choices))]
        functions.apply(memory, action)
        played[count] = action
        count += 1
    return count


@jit_allocating
def playouts(functions: Functions, start: Memory, games: int, choices: Codes, rng: Random) -> int:
    """Play a position to the end again and again at random; the number of decisions taken."""
    memory = np.empty_like(start)
    decisions = 0
    for _ in range(games):
        for at in range(start.size):
            memory[at] = start[at]
        while functions.to_move(memory) >= 0:
            functions.apply(memory, choices[below(rng, functions.legal(memory, choices))])
            decisions += 1
    return decisions
