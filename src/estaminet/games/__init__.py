"""The house games, one folder each, and the registry of all installed games."""

import sys
from typing import Final

from estaminet.engine.registry import Registry

REGISTRY: Final = Registry(sys.modules[__name__], entry_point_group="estaminet.games")
