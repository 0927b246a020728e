"""The games of the house, one folder each, and the registry that finds them and those of others."""

import sys
from typing import Final

from estaminet.engine.registry import Registry

REGISTRY: Final = Registry(sys.modules[__name__], entry_point_group="estaminet.games")
