"""How fast the engine is, measured beside its peers in one run: ``make bench``.

Imports nothing by itself: the peers' Python, which lacks Estaminet's packages, runs a part of this folder.
"""
