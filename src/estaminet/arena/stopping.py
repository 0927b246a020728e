"""When to stop: as soon as every interval is narrow enough."""

from collections.abc import Mapping
from typing import Final

from estaminet.arena.betting import always_valid
from estaminet.arena.folder import Outcome
from estaminet.arena.luck import MOST
from estaminet.arena.plan import Plan, Seating
from estaminet.arena.results import observe

OFTEN: Final = 50
"""After t deals the next look is t / 50 later: a look takes longer the more there is, and less and less changes."""


class Stopping:
    """Looks now and then whether all intervals of an arena are narrow enough.

    It looks at deals in their order, after numbers of them that are settled before, so that what it finds depends
    neither on which game ended first nor on interruptions.
    """

    def __init__(self, plan: Plan, aim: float, *, has_luck: bool) -> None:
        self.half_width: float | None = None
        """Of the widest interval at the last look."""
        self.deals: int | None = None
        """After how many deals all were narrow enough."""
        self._plan, self._aim, self._has_luck = plan, aim, has_luck
        self._observations: dict[str, list[float]] = {name: [] for name in plan.names}
        self._seen = 0
        self._next = 1

    def look(self, outcomes: Mapping[Seating, Outcome]) -> None:
        """Look at all deals that were completed since the last time."""
        while self.deals is None and (deal := self._find_deal(outcomes)):
            for name, observations in self._observations.items():
                observations.append(observe(deal, name, without_luck=self._has_luck))
            self._seen += 1
            if self._seen == self._next:
                self._next += max(self._next // OFTEN, 1)
                self._measure()

    def _find_deal(self, outcomes: Mapping[Seating, Outcome]) -> list[Outcome]:
        """The next deal, if all its games are there."""
        seatings = [Seating(self._seen, rotation) for rotation in range(len(self._plan.entrants))]
        deal = [outcomes[seating] for seating in seatings if seating in outcomes]
        is_complete = len(deal) == len(seatings) and not (self._has_luck and any(game.luck is None for game in deal))
        return deal if is_complete else []

    def _measure(self) -> None:
        beyond = MOST if self._has_luck else 0.0
        found = [always_valid(each, aim=self._aim, beyond=beyond) for each in self._observations.values()]
        self.half_width = max(each.half_width for each in found)
        if self.half_width <= self._aim:
            self.deals = self._seen
