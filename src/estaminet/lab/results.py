"""What an arena says about its players: shares, scores and ratings, and how far to trust them.

The rotations of one deal depend on each other: one observation is the mean over a whole deal, and intervals are over
deals.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from estaminet.lab.folder import Outcome, describe
from estaminet.lab.intervals import Estimate, estimate
from estaminet.lab.plan import Plan
from estaminet.lab.ratings import Rating, rate_entrants


@dataclass(frozen=True)
class Row:
    """One entrant."""

    entrant: str
    places: int
    """How many of the players it is."""
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
        }


def evaluate(plan: Plan, outcomes: Sequence[Outcome]) -> Results:
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
    rows = [_evaluate_entrant(plan, name, deals, ratings[name]) for name in names]
    return Results(
        plan,
        len(deals),
        len(games),
        1 / len(plan.entrants),
        sorted(rows, key=lambda row: -row.share.mean),
        [
            estimate([fmean(outcome.shares[seat] for outcome in deal) for deal in deals], least=0, most=1)
            for seat in range(len(plan.entrants))
        ],
    )


def _evaluate_entrant(plan: Plan, name: str, deals: Sequence[Sequence[Outcome]], rating: Rating) -> Row:
    taken = [[(outcome, seat) for outcome in deal for seat in _seats(outcome, name)] for deal in deals]
    shares = [fmean(outcome.shares[seat] for outcome, seat in deal) for deal in taken]
    scores = [fmean(outcome.scores[seat] for outcome, seat in deal) for deal in taken]
    thinking = [outcome.thinking[seat] for deal in taken for outcome, seat in deal]
    share = estimate(shares, least=0, most=1)
    return Row(
        entrant=name,
        places=plan.names.count(name),
        games=sum(len(deal) for deal in deals),
        share=share,
        times_chance=share.mean * len(plan.entrants),
        score=estimate(scores),
        rating=rating,
        mean_thinking=sum(each.total for each in thinking) / max(sum(each.decisions for each in thinking), 1),
        longest_thinking=max(each.longest for each in thinking),
        shares_by_deal=shares,
    )


def _seats(outcome: Outcome, name: str) -> list[int]:
    return [seat for seat, player in enumerate(outcome.players) if player == name]
