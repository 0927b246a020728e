"""What chance decides in a game: the lots and shuffles of its deal, place by place."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from estaminet.engine.deal import Lot, Part, flatten_parts
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Codes, PackedOptions

TRIALS: Final = 3
"""How many deals must start the same game with two cards exchanged before the two count as one face."""

Places = tuple[tuple[int, ...], ...]
"""For every chance part some of its places in a packed deal."""


class ChancePart(NamedTuple):
    """A lot, or the cards of one shuffle."""

    label: str
    places: tuple[int, ...]
    """Where it stands in a packed deal."""
    ids: tuple[int, ...]
    """What can come out of it."""
    faces: Mapping[int, int]
    """The face of every id: the lowest id that the rules cannot tell from it."""

    @property
    def is_lot(self) -> bool:
        return len(self.places) < len(self.ids)

    def left(self, deal: Codes, places: Sequence[int]) -> Codes:
        """What may come to these undealt places."""
        return np.array(self.ids, np.int16) if self.is_lot else deal[list(places)]

    def put(self, deal: Codes, places: Sequence[int], face: int) -> Codes:
        """The deal with something of that face at the first of these undealt places."""
        changed = deal.copy()
        if self.is_lot:
            changed[places[0]] = face
            return changed
        where = next(place for place in places if self.faces[int(deal[place])] == face)
        changed[places[0]], changed[where] = deal[where], deal[places[0]]
        return changed


def list_chance_parts(
    game: Game, players: int, options: PackedOptions, parts: Sequence[Part]
) -> tuple[ChancePart, ...]:
    """The chance parts of a deal, in the order in which ``start`` reads them."""
    chance_parts: list[ChancePart] = []
    first = 0
    for part in flatten_parts(parts):
        ids = tuple(range(part.sides)) if isinstance(part, Lot) else tuple(sorted(part.ids))
        places = tuple(range(first, first + (1 if isinstance(part, Lot) else len(ids))))
        chance_parts.append(ChancePart(part.name, places, ids, {each: each for each in ids}))
        first += len(places)
    rng = np.random.default_rng(1)
    everything = tuple(part.places for part in chance_parts)
    deals = [shuffle_places(chance_parts, first_deal(chance_parts), everything, rng) for _ in range(TRIALS)]
    return tuple(part._replace(faces=_find_faces(game, players, options, part, deals)) for part in chance_parts)


def first_deal(parts: Sequence[ChancePart]) -> Codes:
    """A deal to begin with: everything in ascending order."""
    return np.array([each for part in parts for each in part.ids[: len(part.places)]], np.int16)


def shuffle_places(parts: Sequence[ChancePart], deal: Codes, places: Places, rng: np.random.Generator) -> Codes:
    """The deal with these places dealt anew."""
    shuffled = deal.copy()
    for part, undealt in zip(parts, places, strict=True):
        if undealt:
            shuffled[list(undealt)] = rng.permutation(part.left(deal, undealt))[: len(undealt)]
    return shuffled


def _find_faces(
    game: Game, players: int, options: PackedOptions, part: ChancePart, deals: Sequence[Codes]
) -> dict[int, int]:
    """Ids that can be exchanged in any deal without a trace in the record have the same face."""
    faces: dict[int, int] = {}
    starts = [_start(game, players, options, deal) for deal in deals]
    for each in part.ids:
        for other in dict.fromkeys(faces.values()) if not part.is_lot else ():
            swapped = (_swap(deal, part, each, other) for deal in deals)
            if all(_start(game, players, options, deal) == start for deal, start in zip(swapped, starts, strict=True)):
                faces[each] = other
                break
        else:
            faces[each] = each
    return faces


def _swap(deal: Codes, part: ChancePart, one: int, other: int) -> Codes:
    changed = deal.copy()
    cards = changed[part.places[0] : part.places[-1] + 1]
    where_one, where_other = cards == one, cards == other
    cards[where_one], cards[where_other] = other, one
    return changed


def _start(game: Game, players: int, options: PackedOptions, deal: Codes) -> bytes:
    memory = game.kernel.new_memory()
    game.kernel.start(memory, players, options, deal)
    return memory.tobytes()
