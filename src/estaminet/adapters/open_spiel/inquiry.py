"""What those who watched a game so far cannot know of its deal: found by trying other deals."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np

from estaminet.adapters.open_spiel.sources import Open, Source, shuffle_open
from estaminet.adapters.open_spiel.worlds import find_departure, trace_game
from estaminet.engine.kernel import NOBODY
from estaminet.engine.layout import Codes, PackedOptions
from estaminet.engine.position import Position

MIXTURES: Final = 48
"""How many orders of all open places are tried before one more counts as open."""


class Witnesses:
    """Some viewers of a game, and what they saw of it."""

    def __init__(self, last: Position, settings: PackedOptions, viewers: range) -> None:
        kernel = last.game.kernel
        self._rules = rules = kernel.pointers
        self._start = last.players, settings
        self._first = viewers[0]
        self._actions = np.array(last.history, np.int16)
        self._choices = np.empty(kernel.most_legal, np.int16)
        self._trace = np.empty((len(last.history) + 1, len(viewers), kernel.memory_bytes), np.uint8)
        trace_game(
            rules.start, rules.apply, rules.hide, *self._start, last.deal.packed, self._actions, self._first,
            self._trace,
        )  # fmt: skip

    def would_notice(self, deal: Codes) -> bool:
        """Whether they would have seen something else with another deal, or what was played been forbidden."""
        rules = self._rules
        departure = find_departure(
            rules.start, rules.legal, rules.apply, rules.hide, *self._start, deal, self._actions, self._first,
            self._trace, self._choices,
        )  # fmt: skip
        return departure < len(self._trace)


class Inquiry:
    """Looks for the places of a deal that can be dealt anew without a difference to what was seen so far."""

    def __init__(self, last: Position, settings: PackedOptions, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._deal = last.deal.packed
        self._seats = Witnesses(last, settings, range(last.players))
        self._table = Witnesses(last, settings, range(NOBODY, 0))
        self._rng = np.random.default_rng(len(last.history))

    def find_unseen(self) -> Open:
        """For every source the places that no seat has seen. Stacks are used from the top, so these are the last."""
        found: Open = tuple(() for _ in self._sources)
        for number, source in enumerate(self._sources):
            for place in reversed(source.places):
                found = self._add(found, number, place, self._seats)
        return _sort(found)

    def find_secret(self) -> Open:
        """For every source also the places that some seat has seen, but not everybody at the table."""
        unseen = self.find_unseen()
        # If all unseen cards are of one kind, cards of that kind that were shown are among them.
        found: Open = tuple(
            places if len(places) == len(source.places) or self._are_different(source, places) else ()
            for source, places in zip(self._sources, unseen, strict=True)
        )
        for number, source in enumerate(self._sources):
            others = [place for place in reversed(source.places) if place not in found[number]]
            secrets = {place: self._count_secrets(source, place) for place in others}
            # The surest first: a card that was shown looks open as long as all others are of its kind.
            for place in sorted(secrets, key=secrets.__getitem__, reverse=True):
                if secrets[place] or place in unseen[number]:
                    found = self._add(found, number, place, self._table)
        return _sort(found)

    def _add(self, found: Open, number: int, place: int, witnesses: Witnesses) -> Open:
        """Add a place if it can be dealt anew together with those that were found before."""
        source, others = self._sources[number], found[number]
        trial = (*found[:number], (place, *others), *found[number + 1 :])
        # Exchanges alone are not enough: if a hand held two cards of a kind and showed one, each of them may
        # have been something else, but not both.
        deals = chain(self._exchanges(source, place, others), self._mixtures(trial))
        if witnesses is self._table:
            deals = chain(deals, self._separations(place, others, self._find_alike(source, place, others)))
        return found if any(map(witnesses.would_notice, deals)) else trial

    def _are_different(self, source: Source, unseen: Sequence[int]) -> bool:
        """Whether the unseen cards are not all of a kind: then seats notice different exchanges of them."""
        noticed = (
            [self._seats.would_notice(deal) for deal in self._exchanges(source, place, source.places)]
            for place in unseen
        )
        first = next(noticed, None)
        return any(each != first for each in noticed)

    def _count_secrets(self, source: Source, place: int) -> int:
        """How many exchanges of a place some seat would notice, but not the table."""
        deals = [deal for deal in self._exchanges(source, place, source.places) if self._seats.would_notice(deal)]
        return 0 if source.is_lot else sum(not self._table.would_notice(deal) for deal in deals)

    def _exchanges(self, source: Source, place: int, others: Sequence[int]) -> Iterator[Codes]:
        """The deal with something else at a place."""
        if source.is_lot:
            yield from (source.put(self._deal, [place], each) for each in source.ids)
            return
        for other in others:
            changed = self._deal.copy()
            changed[place], changed[other] = self._deal[other], self._deal[place]
            yield changed

    def _find_alike(self, source: Source, place: int, others: Sequence[int]) -> list[int]:
        """The places that hold what looks to everybody like the card of this one."""
        exchanged = zip(others, self._exchanges(source, place, others), strict=True)
        return [other for other, deal in exchanged if not self._seats.would_notice(deal)]

    def _separations(self, place: int, others: Sequence[int], alike: Sequence[int]) -> Iterator[Codes]:
        """Deals with all cards that look like that of a place as far down as they can be.

        Nobody had them in hand then, which orders at random may show too seldom to be noticed.
        """
        cards = [self._deal[place], *self._deal[list(alike)]]
        rest = [self._deal[other] for other in others if other not in alike]
        for _ in range(MIXTURES if alike else 0):
            separated = self._deal.copy()
            separated[sorted([place, *others])] = [*self._rng.permutation(rest), *cards]
            yield separated

    def _mixtures(self, places: Open) -> Iterator[Codes]:
        """Deals with all these places in another order."""
        for _ in range(MIXTURES):
            yield shuffle_open(self._sources, self._deal, places, self._rng)


def _sort(places: Open) -> Open:
    return tuple(tuple(sorted(each)) for each in places)
