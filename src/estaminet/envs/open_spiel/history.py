"""A game so far, for OpenSpiel: its deal, its actions, and everything that every seat has seen.

Chance decides as late as possible: what an action brings is dealt as soon as somebody at the table would see it, one
card at a time. To find out whether anybody would, the action is carried out in many worlds, which together have every
card at every place: if no seat can tell them apart, there is nothing to deal.
"""

from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import EstaminetError, UnknownAction
from estaminet.engine.jit.layout import Codes, Memory
from estaminet.engine.jit.random import generator
from estaminet.envs.open_spiel.chance import ChancePart, Places
from estaminet.envs.open_spiel.scenario import Scenario, Setup, load_scenario
from estaminet.envs.open_spiel.worlds import find_difference

NO_ACTION: Final = -1
DIGEST_BYTES: Final = 12
"""The length of the hash of all that a seat has seen."""


@dataclass(frozen=True, eq=False, slots=True)
class History:
    """A game so far. Never changes: an action gives a new one, so that copies cost nothing."""

    scenario: Scenario
    deal: Codes | None
    """Dealt places are final, the undealt ones hold what is left in any order; None in an imagined world."""
    undealt: Places
    """The places that are not dealt yet, in their order."""
    actions: tuple[int, ...]
    """All actions so far; the last one, or the beginning, may wait for chance."""
    worlds: NDArray[np.uint8]
    """The truth, then other worlds that nobody can tell from it; no row before the game has begun."""
    reordered: tuple[int, ...]
    """For every world the number of the chance part that is in another order in it."""
    digests: tuple[bytes, ...]
    """For every seat a hash of all that it has seen."""
    pending_part: int | None = None
    """The number of the chance part that decides next; None if it is a player's turn or the game is over."""

    @classmethod
    def begin(cls, scenario: Scenario) -> "History":
        """The beginning, with nothing dealt."""
        no_worlds = np.empty((0, scenario.game.kernel.memory_bytes), np.uint8)
        deal, undealt, actions = scenario.deal, scenario.undealt, scenario.actions
        empty = cls(scenario, deal, undealt, actions, no_worlds, (), (b"",) * scenario.players)
        return empty._advance(deal, undealt, *list_worlds(scenario, deal, undealt, actions))

    @classmethod
    def restore(
        cls, setup: Setup, deal: Codes | None, undealt: Places, actions: tuple[int, ...], truth: NDArray[np.uint8],
        digests: tuple[bytes, ...], pending_part: int | None,
    ) -> "History":  # fmt: skip
        """A history that comes back from a file; the other worlds are made again."""
        scenario = load_scenario(setup)
        worlds, reordered = (
            (truth, (0,)) if deal is None or pending_part is not None else list_worlds(scenario, deal, undealt, actions)
        )
        return cls(scenario, deal, undealt, actions, worlds, reordered, digests, pending_part)

    def __reduce__(self) -> tuple[object, ...]:
        values = self.deal, self.undealt, self.actions, self.worlds[:1], self.digests, self.pending_part
        return History.restore, (self.scenario.setup, *values)

    def __deepcopy__(self, memo: object) -> "History":
        return self

    @property
    def has_begun(self) -> bool:
        """Whether there is a position to look at."""
        return len(self.worlds) > 0

    @property
    def memory(self) -> Memory:
        """The truth, as it was before whatever waits for chance."""
        memory: Memory = self.worlds[0]
        return memory

    @property
    def to_move(self) -> int:
        """The seat that decides, -1 when the game is over; means nothing while chance decides."""
        return int(self.scenario.game.kernel.to_move(self.memory))

    @property
    def chance_part(self) -> ChancePart | None:
        """The chance part that decides next, if chance does."""
        return None if self.pending_part is None else self.scenario.parts[self.pending_part]

    def outcomes(self) -> dict[int, float]:
        """The faces that can be dealt now, each with its probability, ascending."""
        if self.pending_part is None or self.deal is None:
            return {}
        part = self.scenario.parts[self.pending_part]
        left = part.left(self.deal, self.undealt[self.pending_part]).tolist()
        counts = Counter(part.faces[each] for each in left)
        return {face: counts[face] / len(left) for face in sorted(counts)}

    def list_dealt(self) -> list[int]:
        """The deal so far, by chance part and place; empty in an imagined world."""
        if self.deal is None:
            return []
        left = {place for places in self.undealt for place in places}
        all_places = {place for places in self.scenario.undealt for place in places}
        return [int(self.deal[place]) for place in sorted(all_places - left)]

    def legal(self) -> list[int]:
        """The codes of all legal actions, ascending."""
        codes: list[int] = self.scenario.game.kernel.codes(self.memory).tolist()
        return codes

    def play(self, action: int) -> "History":
        """The history after an outcome of chance or an action; an error if it is impossible."""
        if self.pending_part is not None:
            return self._deal_face(action)
        game = self.scenario.game
        seat = self.to_move
        if seat < 0:
            raise EstaminetError("game.over", "The game is over.", rule=game.end_rule)
        if action not in self.legal():
            raise game.refuse(game.kernel.known(self.memory, seat), seat, action)
        return self._advance(self.deal, self.undealt, self.worlds.copy(), self.reordered, action)

    def resample(self, seat: int, seed: int) -> "History":
        """A whole world that agrees with all that a seat has seen; chance has nothing left to decide in it.

        What other seats saw on the way is not imagined: their memory begins now.
        """
        game = self.scenario.game
        worlds = self.worlds[:1].copy()
        game.kernel.determinize(worlds[0], seat, generator(seed))
        digests = tuple(
            self.digests[other] if other == seat else extend_digest(b"", game.kernel.known(worlds[0], other))
            for other in range(self.scenario.players)
        )
        nothing = tuple(() for _ in self.undealt)
        return History(self.scenario, None, nothing, self.actions, worlds, (0,), digests)

    def _deal_face(self, face: int) -> "History":
        """Deal a card of this face, or a side of the lot, to the first undealt place of the part that decides."""
        number = self.pending_part
        if number is None or self.deal is None or face not in self.outcomes():
            raise UnknownAction(f"{face!r:.60} cannot be dealt now; what can be is: {[*self.outcomes()]}.")
        part, places = self.scenario.parts[number], self.undealt[number]
        deal = part.put(self.deal, places, face)
        undealt = (*self.undealt[:number], places[1:], *self.undealt[number + 1 :])
        return self._advance(deal, undealt, *list_worlds(self.scenario, deal, undealt, self.actions))

    def _advance(
        self,
        deal: Codes | None,
        undealt: Places,
        worlds: NDArray[np.uint8],
        reordered: tuple[int, ...],
        action: int = NO_ACTION,
    ) -> "History":
        """Go on to these worlds, after an action in them, if nobody can tell them apart; else wait for chance."""
        functions = self.scenario.game.kernel.functions
        views = np.empty((self.scenario.players, worlds.shape[1]), np.uint8)
        different = find_difference(functions, action, worlds, views)
        actions = self.actions if action == NO_ACTION else (*self.actions, action)
        if different:
            pending_part = reordered[different]
            return History(self.scenario, deal, undealt, actions, self.worlds[:1], (0,), self.digests, pending_part)
        digests = tuple(extend_digest(before, view) for before, view in zip(self.digests, views, strict=True))
        return History(self.scenario, deal, undealt, actions, worlds, reordered, digests)


def list_worlds(
    scenario: Scenario, deal: Codes, undealt: Places, actions: tuple[int, ...]
) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """The truth, and worlds in which the undealt places of one part are rotated: every card is at every place once."""
    deals, reordered = [deal[None, :]], [0]
    for number, (part, places) in enumerate(zip(scenario.parts, undealt, strict=True)):
        left = part.left(deal, places) if places else deal[:0]
        if len({part.faces[each] for each in left.tolist()}) > 1:
            turns = np.arange(1, len(left))
            others = np.repeat(deal[None, :], len(turns), axis=0)
            others[:, list(places)] = left[(np.arange(len(places)) + turns[:, None]) % len(left)]
            deals.append(others)
            reordered += [number] * len(turns)
    return scenario.play(np.concatenate(deals), actions), tuple(reordered)


def extend_digest(before: bytes, known: NDArray[np.uint8]) -> bytes:
    """The hash of all that a seat saw before, and of what it knows now."""
    return blake2b(before + known.tobytes(), digest_size=DIGEST_BYTES).digest()
