"""How strong the levels of the house are, by the number of players: from guest to host, and king as usual."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from estaminet.engine.strength import Careless, Ladder, Search

LADDERS: Final[Mapping[int, Ladder]] = MappingProxyType(
    {
        2: Ladder(Careless(0.1), Careless(0.07), Careless(0.045), Careless(0.022), Search(40)),
    }
)
