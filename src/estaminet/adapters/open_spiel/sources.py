"""Where chance comes from: the lots and shuffles of a deal, place by place."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from estaminet.engine.deal import Lot, Part, Shuffle
from estaminet.engine.game import Game
from estaminet.engine.layout import Codes, PackedOptions

TRIALS: Final = 3
"""From how many deals two ids must give the same position to be alike."""

Open = tuple[tuple[int, ...], ...]
"""For every source the places that are not dealt yet, in their order."""


class Source(NamedTuple):
    """A lot, or the cards of one shuffle."""

    label: str
    places: tuple[int, ...]
    """Where it stands in a packed deal."""
    ids: tuple[int, ...]
    """What can come out of it."""
    looks: Mapping[int, int]
    """For every id the lowest one that the rules cannot tell from it."""

    @property
    def is_lot(self) -> bool:
        return len(self.places) < len(self.ids)

    def left(self, deal: Codes, places: Sequence[int]) -> Codes:
        """What may come to the open places."""
        return np.array(self.ids, np.int16) if self.is_lot else deal[list(places)]

    def put(self, deal: Codes, places: Sequence[int], look: int) -> Codes:
        """The deal with something of that look at the first open place."""
        changed = deal.copy()
        if self.is_lot:
            changed[places[0]] = look
            return changed
        where = next(place for place in places if self.looks[int(deal[place])] == look)
        changed[places[0]], changed[where] = deal[where], deal[places[0]]
        return changed


def list_sources(game: Game, players: int, settings: PackedOptions, parts: Sequence[Part]) -> tuple[Source, ...]:
    """The sources of a deal, in the order in which ``start`` reads them."""
    sources: list[Source] = []
    first = 0
    for part in flatten(parts):
        ids = tuple(range(part.sides)) if isinstance(part, Lot) else tuple(sorted(part.ids))
        places = tuple(range(first, first + (1 if isinstance(part, Lot) else len(ids))))
        sources.append(Source(part.name, places, ids, {each: each for each in ids}))
        first += len(places)
    rng = np.random.default_rng(1)
    everything = tuple(source.places for source in sources)
    deals = [shuffle_open(sources, first_deal(sources), everything, rng) for _ in range(TRIALS)]
    return tuple(source._replace(looks=_find_looks(game, players, settings, source, deals)) for source in sources)


def flatten(parts: Sequence[Part]) -> list[Lot | Shuffle]:
    """The parts of a deal, several shuffles one by one."""
    return [each for part in parts for each in ([part] if isinstance(part, Lot | Shuffle) else part.parts)]


def first_deal(sources: Sequence[Source]) -> Codes:
    """A deal to begin with: everything in ascending order."""
    return np.array([each for source in sources for each in source.ids[: len(source.places)]], np.int16)


def shuffle_open(sources: Sequence[Source], deal: Codes, places: Open, rng: np.random.Generator) -> Codes:
    """The deal with everything open in another order."""
    mixed = deal.copy()
    for source, open_places in zip(sources, places, strict=True):
        if open_places:
            mixed[list(open_places)] = rng.permutation(source.left(deal, open_places))[: len(open_places)]
    return mixed


def _find_looks(
    game: Game, players: int, settings: PackedOptions, source: Source, deals: Sequence[Codes]
) -> dict[int, int]:
    """Ids that may change places in any deal without a trace in the record are one and the same."""
    looks: dict[int, int] = {}
    begun = [_start(game, players, settings, deal) for deal in deals]
    for each in source.ids:
        for other in dict.fromkeys(looks.values()) if not source.is_lot else ():
            swapped = (_swap(deal, source, each, other) for deal in deals)
            if all(_start(game, players, settings, deal) == start for deal, start in zip(swapped, begun, strict=True)):
                looks[each] = other
                break
        else:
            looks[each] = each
    return looks


def _swap(deal: Codes, source: Source, one: int, other: int) -> Codes:
    changed = deal.copy()
    part = changed[source.places[0] : source.places[-1] + 1]
    where_one, where_other = part == one, part == other
    part[where_one], part[where_other] = other, one
    return changed


def _start(game: Game, players: int, settings: PackedOptions, deal: Codes) -> bytes:
    memory = game.kernel.new_memory()
    game.kernel.start(memory, players, settings, deal)
    return memory.tobytes()
