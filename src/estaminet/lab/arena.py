"""An arena: the same deals for everybody from every seat, on many cores, each game kept as it ends."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from estaminet.extras import require_extra
from estaminet.lab.cluster import play_on_ray
from estaminet.lab.folder import Folder, Outcome
from estaminet.lab.match import play_match, warm_up
from estaminet.lab.plan import Seating, make_plan
from estaminet.lab.processes import play_in_processes
from estaminet.lab.results import Results, evaluate


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
    ) -> None:
        """Check everything, then make the folder, or open it again with all the games that are there."""
        require_extra("lab")
        self.plan = make_plan(game, players, seed=seed, options=options)
        self.folder = Folder(folder, self.plan)
        self.outcomes: dict[Seating, Outcome] = {outcome.seating: outcome for outcome in self.folder.read()}
        """Every finished game."""

    def missing(self, games: int) -> list[Seating]:
        """Which of so many games, rounded up to whole deals, are not played yet."""
        return [seating for seating in self.plan.seatings(games) if seating not in self.outcomes]

    def play(self, games: int, *, jobs: int | None = None, ray: str | None = None) -> Iterator[Outcome]:
        """Play what is missing; each game is kept before it is given.

        `jobs` is the number of processes, all cores if left out; 0 plays in this very process, where a debugger sees
        it. `ray` is the address of a Ray cluster, or `local`.
        """
        missing = self.missing(games)
        if not missing:
            return
        if ray is not None:
            lines = play_on_ray(self.plan, missing, ray, jobs)
        elif jobs == 0:
            lines = (play_match(self.plan, seating) for seating in missing)
        else:
            warm_up(self.plan.game)  # compiled once, not by all processes at the same time
            lines = play_in_processes(self.plan, missing, jobs or os.cpu_count() or 1)
        for line in lines:
            self.folder.append(line)
            outcome = Outcome.read(line)
            self.outcomes[outcome.seating] = outcome
            yield outcome

    def results(self, games: int) -> Results:
        """What so many games say, in an order that does not depend on which ended first."""
        wanted = self.plan.seatings(games)
        return evaluate(self.plan, [self.outcomes[seating] for seating in wanted if seating in self.outcomes])
