"""How strong the levels of the house are, by the number of players: from guest to host, and king as usual."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from estaminet.engine.strength import Careless, Ladder, Search

LADDERS: Final[Mapping[int, Ladder]] = MappingProxyType(
    {
        2: Ladder(Careless(0.0385), Careless(0.0265), Careless(0.017), Careless(0.007), Search(250)),
        3: Ladder(Careless(0.08), Careless(0.053), Careless(0.034), Careless(0.02), Search(12)),
        4: Ladder(Careless(0.069), Careless(0.041), Careless(0.0245), Careless(0.0145), Search(120)),
    }
)
