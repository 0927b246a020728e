"""A game so far, for OpenSpiel: what was dealt, what was played, what every seat has seen of it.

Chance decides as late as it can: after an action, what it brings is dealt as soon as somebody at the table would see
it, one thing at a time. Whether anybody sees something is found out by carrying the action out in many worlds, one
for every card that could be at a place: if no seat can tell them apart, there is nothing to deal.
"""

from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.adapters.open_spiel.sources import Open, Source
from estaminet.adapters.open_spiel.table import Setup, Table, lay_table
from estaminet.adapters.open_spiel.worlds import find_difference
from estaminet.engine.errors import GameIsOver, IllegalAction, UnknownAction
from estaminet.engine.layout import Codes, Memory
from estaminet.engine.random import generator

NOTHING: Final = -1
"""In place of an action: nothing is done."""
DIGEST: Final = 12
"""Bytes in which all that a seat has seen is summed up."""


@dataclass(frozen=True, eq=False, slots=True)
class Course:
    """A game so far. Never changes: an action gives a new one, so that copies cost nothing."""

    table: Table
    deal: Codes | None
    """Dealt places are final, the open ones hold what is left in any order; None in an imagined world."""
    open: Open
    actions: tuple[int, ...]
    """All actions so far; the last one, or the beginning, may wait for chance."""
    worlds: NDArray[np.uint8]
    """The truth, then other worlds that nobody can tell from it; no row before the game has begun."""
    made_from: tuple[int, ...]
    """For every world the number of the source that is in another order in it."""
    seen: tuple[bytes, ...]
    """For every seat the sum of all that it has seen."""
    awaits: int | None = None
    """The number of the source that decides next; None if it is a player's turn or the game is over."""

    @classmethod
    def begin(cls, table: Table) -> "Course":
        """The beginning, with nothing dealt."""
        nothing = np.empty((0, table.game.kernel.memory_bytes), np.uint8)
        empty = cls(table, table.deal, table.open, table.actions, nothing, (), (b"",) * table.players)
        return empty._look_on(table.deal, table.open, *spread(table, table.deal, table.open, table.actions))

    @classmethod
    def restore(
        cls, setup: Setup, deal: Codes | None, places: Open, actions: tuple[int, ...], truth: NDArray[np.uint8],
        seen: tuple[bytes, ...], awaits: int | None,
    ) -> "Course":  # fmt: skip
        """A course that comes back from a file: other worlds are made again."""
        table = lay_table(setup)
        worlds, made_from = (
            (truth, (0,)) if deal is None or awaits is not None else spread(table, deal, places, actions)
        )
        return cls(table, deal, places, actions, worlds, made_from, seen, awaits)

    def __reduce__(self) -> tuple[object, ...]:
        values = self.deal, self.open, self.actions, self.worlds[:1], self.seen, self.awaits
        return Course.restore, (self.table.setup, *values)

    def __deepcopy__(self, memo: object) -> "Course":
        return self

    @property
    def has_begun(self) -> bool:
        """Whether there is something to look at."""
        return len(self.worlds) > 0

    @property
    def memory(self) -> Memory:
        """The truth, as it was before whatever waits for chance."""
        memory: Memory = self.worlds[0]
        return memory

    @property
    def to_move(self) -> int:
        """The seat that decides, -1 when the game is over; not asked while chance decides."""
        return int(self.table.game.kernel.to_move(self.memory))

    @property
    def source(self) -> Source | None:
        """What decides next, if it is chance."""
        return None if self.awaits is None else self.table.sources[self.awaits]

    def outcomes(self) -> dict[int, float]:
        """What can be dealt now, each with its probability, ascending."""
        if self.awaits is None or self.deal is None:
            return {}
        source = self.table.sources[self.awaits]
        left = source.left(self.deal, self.open[self.awaits]).tolist()
        counts = Counter(source.looks[each] for each in left)
        return {look: counts[look] / len(left) for look in sorted(counts)}

    def dealt(self) -> list[int]:
        """What was dealt so far, by source and place; nothing in an imagined world."""
        if self.deal is None:
            return []
        left = {place for places in self.open for place in places}
        begun = {place for places in self.table.open for place in places}
        return [int(self.deal[place]) for place in sorted(begun - left)]

    def legal(self) -> list[int]:
        """The codes of all legal actions, ascending."""
        codes: list[int] = self.table.game.kernel.codes(self.memory).tolist()
        return codes

    def play(self, action: int) -> "Course":
        """What follows from an outcome of chance or from an action; an error says why it cannot be."""
        if self.awaits is not None:
            return self._settle(action)
        game = self.table.game
        seat = self.to_move
        if seat < 0:
            raise GameIsOver("The game is over.", rule=game.end_rule)
        if action not in self.legal():
            refused = game.action(action)
            refusal = game.explain(game.kernel.known(self.memory, seat), seat, refused)
            raise IllegalAction(f"{refused.text!r} is not possible: {refusal.sentence}", rule=refusal.rule)
        return self._look_on(self.deal, self.open, self.worlds.copy(), self.made_from, action)

    def imagine(self, seat: int, seed: int) -> "Course":
        """A whole world that agrees with all that a seat has seen; chance has nothing left to decide in it.

        What other seats saw on the way is not imagined: for them it begins now.
        """
        game = self.table.game
        worlds = self.worlds[:1].copy()
        game.kernel.determinize(worlds[0], seat, generator(seed))
        seen = tuple(
            self.seen[other] if other == seat else sum_up(b"", game.kernel.known(worlds[0], other))
            for other in range(self.table.players)
        )
        nothing = tuple(() for _ in self.open)
        return Course(self.table, None, nothing, self.actions, worlds, (0,), seen)

    def _settle(self, look: int) -> "Course":
        """Deal something to the first open place of the source that decides."""
        number = self.awaits
        if number is None or self.deal is None or look not in self.outcomes():
            raise UnknownAction(f"{look!r:.60} cannot be dealt now; what can be is: {[*self.outcomes()]}.")
        source, places = self.table.sources[number], self.open[number]
        deal = source.put(self.deal, places, look)
        left = (*self.open[:number], places[1:], *self.open[number + 1 :])
        return self._look_on(deal, left, *spread(self.table, deal, left, self.actions))

    def _look_on(
        self,
        deal: Codes | None,
        places: Open,
        worlds: NDArray[np.uint8],
        made_from: tuple[int, ...],
        action: int = NOTHING,
    ) -> "Course":
        """Go on to these worlds, after an action in them, if nobody can tell them apart; else wait for chance."""
        rules = self.table.game.kernel.pointers
        views = np.empty((self.table.players, worlds.shape[1]), np.uint8)
        different = find_difference(rules.to_move, rules.returns, rules.hide, rules.apply, action, worlds, views)
        actions = self.actions if action == NOTHING else (*self.actions, action)
        if different:
            source = made_from[different]
            return Course(self.table, deal, places, actions, self.worlds[:1], (0,), self.seen, source)
        seen = tuple(sum_up(before, view) for before, view in zip(self.seen, views, strict=True))
        return Course(self.table, deal, places, actions, worlds, made_from, seen)


def spread(
    table: Table, deal: Codes, places: Open, actions: tuple[int, ...]
) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """The truth, and worlds in which the open places of one source are turned: every card comes to every place once."""
    deals, made_from = [deal[None, :]], [0]
    for number, (source, open_places) in enumerate(zip(table.sources, places, strict=True)):
        left = source.left(deal, open_places) if open_places else deal[:0]
        if len({source.looks[each] for each in left.tolist()}) > 1:
            turns = np.arange(1, len(left))
            others = np.repeat(deal[None, :], len(turns), axis=0)
            others[:, list(open_places)] = left[(np.arange(len(open_places)) + turns[:, None]) % len(left)]
            deals.append(others)
            made_from += [number] * len(turns)
    return table.play(np.concatenate(deals), actions), tuple(made_from)


def sum_up(before: bytes, known: NDArray[np.uint8]) -> bytes:
    return blake2b(before + known.tobytes(), digest_size=DIGEST).digest()
