"""How fast the engine is, measured beside its peers in one run: ``make bench``.

Needs nothing but the standard library: the peers' Python, which lacks Estaminet's packages, runs a part of this folder.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "examples/connect_four/src"))  # measured, but not installed
