"""How strong the levels of the house are, by the number of players: from guest to host, and king as usual."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from estaminet.engine.strength import Careless, Ladder, Search

LADDERS: Final[Mapping[int, Ladder]] = MappingProxyType(
    {
        3: Ladder(Careless(0.23), Careless(0.095), Careless(0.045), Careless(0.018), Search(24)),
        4: Ladder(Careless(0.3), Careless(0.09), Careless(0.043), Careless(0.017), Search(12)),
        5: Ladder(Careless(0.8), Careless(0.12), Careless(0.05), Careless(0.021), Search(14)),
    }
)
