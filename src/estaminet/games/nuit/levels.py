"""How strong the levels of the house are, by the number of players: from guest to host, and king as usual."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from estaminet.engine.strength import Careless, Ladder, Search

LADDERS: Final[Mapping[int, Ladder]] = MappingProxyType(
    {
        3: Ladder(Careless(0.23), Careless(0.095), Careless(0.045), Careless(0.018), Search(16)),
        4: Ladder(Careless(0.3), Careless(0.09), Careless(0.045), Careless(0.015), Search(8)),
        5: Ladder(Careless(0.25), Careless(0.08), Careless(0.032), Careless(0.015), Search(6)),
    }
)
