"""House players: they know the engine, never a single game, and see only what their seat may know."""

from estaminet.players.hints import Hint, HintedAction, Turn, find_hint, find_reason
from estaminet.players.hints import Hint as Advice  # the former names of hints
from estaminet.players.hints import HintedAction as Suggestion
from estaminet.players.hints import find_hint as advise
from estaminet.players.search import Budget

__all__ = ["Advice", "Budget", "Hint", "HintedAction", "Suggestion", "Turn", "advise", "find_hint", "find_reason"]
