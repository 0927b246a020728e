"""The same games on a GPU: the functions of the rules compiled for it, one thread for each game. Needs numba-cuda."""
