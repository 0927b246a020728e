"""The same games on a GPU: the functions of the rules compiled for it, one thread for each game. Needs numba-cuda."""

import numpy as np

if not hasattr(np, "row_stack"):
    # NumPy 2.5 no longer has it, and numba-cuda 0.30 asks for it when it is imported.
    np.row_stack = np.vstack
