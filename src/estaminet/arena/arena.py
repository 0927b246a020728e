"""An arena: the same deals for everybody from every seat, on many cores, each game kept as it ends."""

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from estaminet.arena.folder import Folder, Outcome
from estaminet.arena.match import Lines, Luck, Seating, Task, check_luck, make_plan, perform, warm_up
from estaminet.arena.results import Results, StoppingRule, summarize
from estaminet.arena.workers import play_in_processes, play_on_ray
from estaminet.engine.errors import EstaminetError
from estaminet.extras import require_extra

WIDEST: Final = 0.5
"""All shares lie between 0 and 1."""


class Arena:
    """A contest of players, kept in a folder.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     arena = Arena("poule", ["regular", "random"], folder=Path(folder), seed=1)
    ...     [outcome.players for outcome in arena.play(games=2, jobs=0)]
    [['regular', 'random'], ['random', 'regular']]
    """

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        *,
        folder: Path,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        luck: bool = False,
        until: float | None = None,
    ) -> None:
        """Check everything, then make the folder, or open it again with all the games that are there.

        With `luck` there are results without the luck of the draws beside the plain ones. `until` is how far the
        interval of every entrant may reach to each side, 0.02 for two points: as soon as that is so, no more games are
        played. Neither is a setting of the folder.
        """
        require_extra("lab")
        self.plan = make_plan(game, players, seed=seed, options=options)
        if luck:
            check_luck(game)
        if until is not None and not 0 < until < WIDEST:
            raise EstaminetError(
                "option.value",
                f"An interval can reach more than 0 % and less than 50 % to each side, not {100 * until:g} %.",
            )
        self.has_luck = luck
        self.until = until
        self.folder = Folder(folder, self.plan)
        self.outcomes: dict[Seating, Outcome] = {outcome.seating: outcome for outcome in self.folder.read()}
        """Every finished game."""
        self._stopping = None if until is None else StoppingRule(self.plan, until, has_luck=luck)

    @property
    def half_width(self) -> float | None:
        """How far the widest interval reaches to each side; None if nobody looked."""
        return self._stopping.half_width if self._stopping else None

    def wanted(self, games: int) -> list[Seating]:
        """So many games, rounded up to whole deals; fewer if that is enough."""
        return self.plan.seatings(games)[: self._find_stop(games)]

    def missing(self, games: int) -> list[Seating]:
        """Which of the wanted games are not played yet, or lack the luck that is asked for."""
        return [seating for seating in self.wanted(games) if not self._is_done(seating)]

    def play(self, games: int, *, jobs: int | None = None, ray: str | None = None) -> Iterator[Outcome]:
        """Play what is missing; each game is kept before it is given.

        `jobs` is the number of processes, all cores if left out; 0 plays in this very process, where a debugger sees
        it. `ray` is the address of a Ray cluster, or `local`.
        """
        tasks = self._list_tasks(games)
        if not tasks:
            return
        with closing(self._perform(tasks, jobs, ray)) as finished:
            for lines in finished:
                yield self._keep(lines)
                if self._find_stop(games) is not None:
                    return

    def results(self, games: int) -> Results:
        """What so many games say, in an order that does not depend on which ended first."""
        return summarize(
            self.plan,
            [self.outcomes[seating] for seating in self.wanted(games) if self._is_done(seating)],
            has_luck=self.has_luck,
            aim=self.until,
            is_stopped=self._find_stop(games) is not None,
        )

    def _is_done(self, seating: Seating) -> bool:
        outcome = self.outcomes.get(seating)
        return outcome is not None and not (self.has_luck and outcome.luck is None)

    def _find_stop(self, games: int) -> int | None:
        """After how many of so many games the intervals are narrow enough; None if after none."""
        if self._stopping is None:
            return None
        self._stopping.look(self.outcomes)
        deals = self._stopping.deals
        return None if deals is None or deals > self.plan.count_deals(games) else deals * len(self.plan.entrants)

    def _list_tasks(self, games: int) -> list[Task]:
        missing = self.missing(games)
        without_luck = {seating for seating in missing if seating in self.outcomes}
        games_there = self.folder.read_games() if without_luck else ()
        there = {seating: line for seating, line in games_there if seating in without_luck}
        return [Task(seating, self.has_luck, there.get(seating, "")) for seating in missing]

    def _perform(self, tasks: Sequence[Task], jobs: int | None, ray: str | None) -> Generator[Lines, None, None]:
        if ray is not None:
            return play_on_ray(self.plan, tasks, ray, jobs)
        if jobs == 0:
            return (perform(self.plan, task) for task in tasks)
        warm_up(self.plan.game)  # compiled once, not by all processes at the same time
        return play_in_processes(self.plan, tasks, jobs or os.cpu_count() or 1)

    def _keep(self, lines: Lines) -> Outcome:
        if lines.game:
            self.folder.append(lines.game)
            outcome = Outcome.read(lines.game)
            self.outcomes[outcome.seating] = outcome
        if lines.luck:
            self.folder.append_luck(lines.luck)
            luck = Luck.read(lines.luck)
            outcome = self.outcomes[luck.seating] = replace(self.outcomes[luck.seating], luck=luck)
        return outcome
