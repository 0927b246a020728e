"""How strong the levels of the house are in a game: a table that the game fills in, and house players read."""

from typing import Final, NamedTuple

KING_SECONDS: Final = 1.0
"""How long the strongest may think about an action."""


class Careless(NamedTuple):
    """Looks one action ahead, and errs on purpose, by a little more often than by much."""

    carelessness: float
    """An action that gives away so large a share is taken about a third as often as the best."""


class Search(NamedTuple):
    """Searches through imagined worlds with the game's own judgement."""

    iterations: int


class Learned(NamedTuple):
    """Plans with the network that comes with the game; searches for as long where there is none."""

    iterations: int | None = None
    """Playouts; 0: what the network likes best, without any."""
    seconds: float | None = None


Strength = Careless | Search | Learned


class Ladder(NamedTuple):
    """What each level does, from the weakest; a game says what suits it better than these."""

    guest: Strength = Careless(0.15)
    apprentice: Strength = Careless(0.1)
    regular: Strength = Careless(0.06)
    waiter: Strength = Careless(0.03)
    host: Strength = Search(100)
    king: Strength = Learned(seconds=KING_SECONDS)


LEVELS: Final = Ladder._fields
"""The names under which a person chooses them, the weakest first."""
