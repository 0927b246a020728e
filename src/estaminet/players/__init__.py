"""House players: they know the engine, never a single game, and see only what their seat may know."""

from estaminet.players.advice import Advice, Suggestion, advise
from estaminet.players.reasons import find_reason
from estaminet.players.search import Budget
from estaminet.players.turns import Turn

__all__ = ["Advice", "Budget", "Suggestion", "Turn", "advise", "find_reason"]
