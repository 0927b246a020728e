"""The results of an arena: shares, scores and ratings, their intervals, and the rule to stop.

The rotations of one deal depend on each other: one observation is the mean over a whole deal, and intervals are over
deals. The luck of the draws is taken from every game of a deal before that mean is made, so that an observation is as
independent of the others as before.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Final

from estaminet.arena.folder import Outcome, describe
from estaminet.arena.intervals import Estimate, always_valid, estimate
from estaminet.arena.match import MOST, Plan, Seating

OFTEN: Final = 50
"""After t deals the next look is t / 50 later: a look takes longer the more there is, and less and less changes."""


@dataclass(frozen=True)
class Rating:
    """A strength on a scale on which everybody begins at 25 ± 16.7."""

    mu: float
    """The strength that is most likely."""
    sigma: float
    """One standard deviation of it."""

    @property
    def ordinal(self) -> float:
        """A strength that it almost certainly has, for lists with one number."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class WithoutLuck:
    """The share of an entrant without what the draws gave it: the same mean in the long run, and less spread."""

    share: Estimate
    luck: float
    """What was taken from each seat's share, on average."""
    narrower: float | None
    """By which part its observations spread less, and Student's interval is narrower; None if they do not spread."""
    shares_by_deal: list[float]


@dataclass(frozen=True)
class Row:
    """One entrant."""

    entrant: str
    places: int
    """The number of its places among the players."""
    games: int
    share: Estimate
    """Of the victory, for each seat it took."""
    times_chance: float
    """Its share beside that of somebody who is as good as the average."""
    score: Estimate
    rating: Rating
    mean_thinking: float
    """Seconds for a decision."""
    longest_thinking: float
    shares_by_deal: list[float]
    """Its observations: the mean share over the rotations of each deal."""
    without_luck: WithoutLuck | None = None


@dataclass(frozen=True)
class Results:
    """All entrants, the best first, and all seats."""

    plan: Plan
    deals: int
    games: int
    chance: float
    """The share of the victory of somebody who is as good as the average."""
    rows: list[Row]
    seats: list[Estimate]
    """The share of each seat, whoever sits there."""
    luck_seconds: float | None = None
    """How long it took to find the luck of a game, on average; None if it was not asked for."""
    aim: float | None = None
    """Games were played until every interval reached no further to each side; all intervals are then always valid."""
    is_stopped: bool = False
    """That was so before all games were played."""

    def as_data(self) -> dict[str, object]:
        """Plain data for JSON."""
        rows = [asdict(row) | {"rating": asdict(row.rating) | {"ordinal": row.rating.ordinal}} for row in self.rows]
        return {
            "settings": describe(self.plan),
            "deals": self.deals,
            "games": self.games,
            "chance": self.chance,
            "entrants": rows,
            "seats": [asdict(seat) for seat in self.seats],
            "luck_seconds": self.luck_seconds,
            "until": self.aim,
            "is_stopped": self.is_stopped,
        }


def summarize(
    plan: Plan,
    outcomes: Sequence[Outcome],
    *,
    has_luck: bool = False,
    aim: float | None = None,
    is_stopped: bool = False,
) -> Results:
    """The results of these games, in order of deal and rotation; deals that are not complete are left out."""
    by_deal: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_deal.setdefault(outcome.seating.deal, []).append(outcome)
    deals = [deal for deal in by_deal.values() if len(deal) == len(plan.entrants)]
    games = [outcome for deal in deals for outcome in deal]
    names = list(dict.fromkeys(plan.names))
    if not deals:
        return Results(plan, 0, 0, 1 / len(plan.entrants), [], [])
    ratings = rate_entrants(names, games)
    rows = [_evaluate_entrant(plan, name, deals, ratings[name], has_luck=has_luck, aim=aim) for name in names]
    return Results(
        plan,
        len(deals),
        len(games),
        1 / len(plan.entrants),
        sorted(rows, key=lambda row: -row.share.mean),
        [
            estimate_share([fmean(outcome.shares[seat] for outcome in deal) for deal in deals], aim)
            for seat in range(len(plan.entrants))
        ],
        fmean(outcome.luck.seconds for outcome in games if outcome.luck) if has_luck else None,
        aim,
        is_stopped,
    )


def observe(deal: Sequence[Outcome], name: str, *, without_luck: bool = False) -> float:
    """One observation: the mean share of an entrant over all seats that it took in a deal."""
    return fmean(
        outcome.shares[seat] - (outcome.luck.shares[seat] if without_luck and outcome.luck else 0)
        for outcome in deal
        for seat in _seats(outcome, name)
    )


def estimate_share(observations: Sequence[float], aim: float | None, *, beyond: float = 0.0) -> Estimate:
    """A share with Student's interval, or, for games that were played until something, with one that always holds."""
    if aim is None:
        return estimate(observations, least=0, most=1)
    return always_valid(observations, aim=aim, beyond=beyond)


def _evaluate_entrant(
    plan: Plan, name: str, deals: Sequence[Sequence[Outcome]], rating: Rating, *, has_luck: bool, aim: float | None
) -> Row:
    taken = [[(outcome, seat) for outcome in deal for seat in _seats(outcome, name)] for deal in deals]
    shares = [observe(deal, name) for deal in deals]
    scores = [fmean(outcome.scores[seat] for outcome, seat in deal) for deal in taken]
    thinking = [outcome.thinking[seat] for deal in taken for outcome, seat in deal]
    share = estimate_share(shares, aim)
    return Row(
        entrant=name,
        places=plan.names.count(name),
        games=sum(len(deal) for deal in deals),
        share=share,
        times_chance=share.mean * len(plan.entrants),
        # A score has no bounds, and so no interval that always holds.
        score=estimate(scores) if aim is None else Estimate(fmean(scores)),
        rating=rating,
        mean_thinking=sum(each.total for each in thinking) / max(sum(each.decisions for each in thinking), 1),
        longest_thinking=max(each.longest for each in thinking),
        shares_by_deal=shares,
        without_luck=_take_luck(shares, [observe(deal, name, without_luck=True) for deal in deals], aim)
        if has_luck
        else None,
    )


def _take_luck(shares: Sequence[float], rest: list[float], aim: float | None) -> WithoutLuck:
    spread = stdev(shares) if len(shares) > 1 else 0
    return WithoutLuck(
        share=estimate_share(rest, aim, beyond=MOST),
        luck=fmean(shares) - fmean(rest),
        narrower=1 - stdev(rest) / spread if spread else None,
        shares_by_deal=rest,
    )


def _seats(outcome: Outcome, name: str) -> list[int]:
    return [seat for seat, player in enumerate(outcome.players) if player == name]


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


class StoppingRule:
    """When to stop: as soon as all intervals of an arena are narrow enough.

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
