"""The chance of a game: the lots and shuffles of its deal, place by place.

Which places nobody who watched the game so far can know is found by trying other deals.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from estaminet.engine.deal import Lot, Part, flatten_parts
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Codes, PackedOptions
from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.envs.open_spiel.worlds import find_departure, trace_game

TRIALS: Final = 3
"""Deals that must start the same game with two cards exchanged before the two count as one face."""

Places = tuple[tuple[int, ...], ...]
"""For every chance part some of its places in a packed deal."""


class ChancePart(NamedTuple):
    """A lot, or the cards of one shuffle."""

    label: str
    places: tuple[int, ...]
    """Where it stands in a packed deal."""
    ids: tuple[int, ...]
    """The ids that it can produce."""
    faces: Mapping[int, int]
    """The face of every id: the lowest id that the rules cannot tell from it."""

    @property
    def is_lot(self) -> bool:
        return len(self.places) < len(self.ids)

    def left(self, deal: Codes, places: Sequence[int]) -> Codes:
        """The ids that are left for these undealt places."""
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


SHUFFLES: Final = 48
"""Random orders of all hidden places that are tried before one more place counts as hidden."""


class Viewers:
    """Some viewers of a game, with everything they saw."""

    def __init__(self, last: Position, options: PackedOptions, seats: range) -> None:
        kernel = last.game.kernel
        self._functions = kernel.functions
        self._start = last.players, options
        self._first = seats[0]
        self._actions = np.array(last.history, np.int16)
        self._choices = np.empty(kernel.most_legal, np.int16)
        self._trace = np.empty((len(last.history) + 1, len(seats), kernel.memory_bytes), np.uint8)
        trace_game(self._functions, *self._start, last.deal.packed, self._actions, self._first, self._trace)

    def contradicts(self, deal: Codes) -> bool:
        """Whether another deal would have shown them something else, or made an action illegal that was played."""
        departure = find_departure(
            self._functions, *self._start, deal, self._actions, self._first, self._trace, self._choices
        )
        return departure < len(self._trace)


class HiddenPlaceFinder:
    """Finds the places of a deal that can be dealt anew without changing anything that was seen so far."""

    def __init__(self, last: Position, options: PackedOptions, parts: Sequence[ChancePart]) -> None:
        self._parts = parts
        self._deal = last.deal.packed
        self._seats = Viewers(last, options, range(last.players))
        self._spectator = Viewers(last, options, range(NOBODY, 0))
        self._rng = np.random.default_rng(len(last.history))

    def hidden_from_seats(self) -> Places:
        """The places that no seat has seen. Stacks are used from the top, so the last places are tried first."""
        found: Places = tuple(() for _ in self._parts)
        for number, part in enumerate(self._parts):
            for place in reversed(part.places):
                found = self._add(found, number, place, self._seats)
        return _sort(found)

    def hidden_from_spectator(self) -> Places:
        """Those, and the places that some seat has seen but not everybody."""
        unseen = self.hidden_from_seats()
        # If all unseen cards have one face, cards of that face that were shown are among them.
        found: Places = tuple(
            places if len(places) == len(part.places) or self._are_different(part, places) else ()
            for part, places in zip(self._parts, unseen, strict=True)
        )
        for number, part in enumerate(self._parts):
            others = [place for place in reversed(part.places) if place not in found[number]]
            secrets = {place: self._count_secrets(part, place) for place in others}
            # The surest first: a card that was shown seems hidden as long as all others have its face.
            for place in sorted(secrets, key=secrets.__getitem__, reverse=True):
                if secrets[place] or place in unseen[number]:
                    found = self._add(found, number, place, self._spectator)
        return _sort(found)

    def _add(self, found: Places, number: int, place: int, viewers: Viewers) -> Places:
        """Add a place if it can be dealt anew together with those that were found before."""
        part, others = self._parts[number], found[number]
        trial = (*found[:number], (place, *others), *found[number + 1 :])
        # Exchanges alone are not enough: if a hand held two cards of one face and showed one, each of them may
        # have been something else, but not both.
        deals = chain(self._exchanges(part, place, others), self._shuffles(trial))
        if viewers is self._spectator:
            deals = chain(deals, self._separations(place, others, self._find_alike(part, place, others)))
        return found if any(map(viewers.contradicts, deals)) else trial

    def _are_different(self, part: ChancePart, unseen: Sequence[int]) -> bool:
        """Whether the unseen cards have several faces: then seats notice different exchanges of them."""
        noticed = (
            [self._seats.contradicts(deal) for deal in self._exchanges(part, place, part.places)] for place in unseen
        )
        first = next(noticed, None)
        return any(each != first for each in noticed)

    def _count_secrets(self, part: ChancePart, place: int) -> int:
        """How many exchanges of a place some seat would notice, but not a spectator."""
        deals = [deal for deal in self._exchanges(part, place, part.places) if self._seats.contradicts(deal)]
        return 0 if part.is_lot else sum(not self._spectator.contradicts(deal) for deal in deals)

    def _exchanges(self, part: ChancePart, place: int, others: Sequence[int]) -> Iterator[Codes]:
        """Deals with something else at a place."""
        if part.is_lot:
            yield from (part.put(self._deal, [place], each) for each in part.ids)
            return
        for other in others:
            changed = self._deal.copy()
            changed[place], changed[other] = self._deal[other], self._deal[place]
            yield changed

    def _find_alike(self, part: ChancePart, place: int, others: Sequence[int]) -> list[int]:
        """The places whose cards no seat can tell from the card of this one."""
        exchanged = zip(others, self._exchanges(part, place, others), strict=True)
        return [other for other, deal in exchanged if not self._seats.contradicts(deal)]

    def _separations(self, place: int, others: Sequence[int], alike: Sequence[int]) -> Iterator[Codes]:
        """Deals with all cards that have the face of this one as far down as they can be.

        Nobody held one of them then. Random orders alone produce that too rarely.
        """
        cards = [self._deal[place], *self._deal[list(alike)]]
        rest = [self._deal[other] for other in others if other not in alike]
        for _ in range(SHUFFLES if alike else 0):
            separated = self._deal.copy()
            separated[sorted([place, *others])] = [*self._rng.permutation(rest), *cards]
            yield separated

    def _shuffles(self, places: Places) -> Iterator[Codes]:
        """Deals with all these places in another order."""
        for _ in range(SHUFFLES):
            yield shuffle_places(self._parts, self._deal, places, self._rng)


def _sort(places: Places) -> Places:
    return tuple(tuple(sorted(each)) for each in places)
