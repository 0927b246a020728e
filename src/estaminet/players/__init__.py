"""House players: they know the engine, never a single game, and see only what their seat may know."""

from estaminet.players.hints import Hint, HintedAction, Turn, find_hint, find_reason
from estaminet.players.search import Budget

Advice, Suggestion, advise = Hint, HintedAction, find_hint
"""The former names of hints."""

__all__ = ["Advice", "Budget", "Hint", "HintedAction", "Suggestion", "Turn", "advise", "find_hint", "find_reason"]
