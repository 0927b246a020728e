"""Arenas that were never played, to judge by hand."""

from collections.abc import Sequence

from estaminet.arena.entrants import Entrant
from estaminet.arena.folder import Outcome
from estaminet.arena.match import Plan, ThinkingTime


def plan_of(*names: str, game: str = "poule") -> Plan:
    return Plan(game, tuple(Entrant(name) for name in names), 1, {})


def outcomes_of(plan: Plan, winners: Sequence[Sequence[str]]) -> list[Outcome]:
    """For each game, by deal and rotation, the names that share the victory; a name wins with all its places."""
    outcomes = []
    for seating, names in zip(plan.seatings(len(winners)), winners, strict=False):  # a last deal may be unfinished
        players = [plan.names[place] for place in plan.places(seating.rotation)]
        count = sum(player in names for player in players)
        shares = [(player in names) / count for player in players]
        scores = [10.0 * (player in names) for player in players]
        outcomes.append(Outcome(seating, players, shares, scores, [ThinkingTime(4, 2.0, 1.5) for _ in players]))
    return outcomes
