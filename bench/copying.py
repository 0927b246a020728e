"""A copy of a position inside compiled code, as random play and search make it."""

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Memory


@jit
def copy_often(memory: Memory, copy: Memory, times: int) -> int:
    """Copy a position again and again; looks at another byte of every copy, so that none can be left out."""
    total = 0
    looked_at = 0
    for _ in range(times):
        for at in range(memory.size):
            copy[at] = memory[at]
        total += copy[looked_at]
        looked_at += 1
        if looked_at == memory.size:
            looked_at = 0
    return total
