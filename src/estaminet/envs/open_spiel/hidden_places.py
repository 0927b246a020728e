"""Which places of a deal those who watched the game so far cannot know: found by trying other deals."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np

from estaminet.engine.jit.layout import Codes, PackedOptions
from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.envs.open_spiel.chance_parts import ChancePart, Places, shuffle_places
from estaminet.envs.open_spiel.worlds import find_departure, trace_game

SHUFFLES: Final = 48
"""How many random orders of all hidden places are tried before one more place counts as hidden."""


class Viewers:
    """Some viewers of a game, and what they saw of it."""

    def __init__(self, last: Position, options: PackedOptions, seats: range) -> None:
        kernel = last.game.kernel
        self._functions = kernel.functions
        self._start = last.players, options
        self._first = seats[0]
        self._actions = np.array(last.history, np.int16)
        self._choices = np.empty(kernel.most_legal, np.int16)
        self._trace = np.empty((len(last.history) + 1, len(seats), kernel.memory_bytes), np.uint8)
        trace_game(self._functions, *self._start, last.deal.packed, self._actions, self._first, self._trace)

    def would_notice(self, deal: Codes) -> bool:
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
        return found if any(map(viewers.would_notice, deals)) else trial

    def _are_different(self, part: ChancePart, unseen: Sequence[int]) -> bool:
        """Whether the unseen cards have several faces: then seats notice different exchanges of them."""
        noticed = (
            [self._seats.would_notice(deal) for deal in self._exchanges(part, place, part.places)] for place in unseen
        )
        first = next(noticed, None)
        return any(each != first for each in noticed)

    def _count_secrets(self, part: ChancePart, place: int) -> int:
        """How many exchanges of a place some seat would notice, but not a spectator."""
        deals = [deal for deal in self._exchanges(part, place, part.places) if self._seats.would_notice(deal)]
        return 0 if part.is_lot else sum(not self._spectator.would_notice(deal) for deal in deals)

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
        return [other for other, deal in exchanged if not self._seats.would_notice(deal)]

    def _separations(self, place: int, others: Sequence[int], alike: Sequence[int]) -> Iterator[Codes]:
        """Deals with all cards that have the face of this one as far down as they can be.

        Nobody held one of them then. Random orders alone may bring that about too seldom for anybody to notice.
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
