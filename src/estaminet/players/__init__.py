"""House players: they know the engine, never a single game, and see only what their seat may know."""

from estaminet.players.advice import Advice, Suggestion, advise
from estaminet.players.search import Budget

__all__ = ["Advice", "Budget", "Suggestion", "advise"]
