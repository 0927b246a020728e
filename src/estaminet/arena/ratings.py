"""Ratings: how strong an entrant is, beside the others of its arena, and how sure that is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from estaminet.arena.folder import Outcome


@dataclass(frozen=True)
class Rating:
    """A strength on a scale on which everybody begins at 25 ± 16.7."""

    mu: float
    """The strength that is most likely."""
    sigma: float
    """One standard deviation of it."""

    @property
    def ordinal(self) -> float:
        """A strength that it has almost certainly, for lists with one number."""
        return self.mu - 3 * self.sigma


def rate_entrants(names: Sequence[str], outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """Plackett-Luce ratings after these games, one after the other; equal shares of a victory are a tie.

    An entrant with several places in a game changes by the mean of what its places would change.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    start = model.rating()
    ratings = {name: Rating(start.mu, start.sigma) for name in names}
    for outcome in outcomes:
        # An object for each seat: the model takes one that comes twice for one player.
        teams = [[model.rating(mu=ratings[name].mu, sigma=ratings[name].sigma)] for name in outcome.players]
        rated = model.rate(teams, ranks=[-share for share in outcome.shares])
        for name in set(outcome.players):
            own = [after for (after,), player in zip(rated, outcome.players, strict=True) if player == name]
            ratings[name] = Rating(fmean(each.mu for each in own), fmean(each.sigma for each in own))
    return ratings
