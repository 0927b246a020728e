"""A copy of a position inside compiled code, as search makes it."""

from estaminet.engine.compiling import Memory, jit


@jit
def copy_often(memory: Memory, copy: Memory, times: int) -> int:
    """Copy a position again and again; looks at a different byte of every copy, so that none can be left out."""
    total = 0
    for turn in range(times):
        for at in range(memory.size):
            copy[at] = memory[at]
        total += copy[turn % copy.size]
        memory[0] ^= 1
    return total
