"""`estaminet.engine.jit` in a page: nothing is compiled there, compiled functions are in a game's module."""
