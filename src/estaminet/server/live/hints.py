"""Hints as they are sent."""

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.position import Position
from estaminet.players.hints import Hint, Risk
from estaminet.server.live.messages import LineMessage
from estaminet.server.live.updates import line_messages


class SuggestionMessage(TypedDict):
    """One action that you could take."""

    action: str
    share: float
    """The share of the victory that you may expect after it."""
    continuation: list[str]
    """The expected continuation."""


class TurnMessage(TypedDict):
    """A whole turn that you could play."""

    actions: list[str]
    """In order, until somebody else is to move or something new is revealed."""
    effects: list[dict[str, object]]
    """The certain effects of each, like those of a view; empty if the game does not say."""
    share: float
    """The share of the victory that you may expect after it."""
    error: float
    """The standard error of the share; 0 if it was calculated."""
    lead: float | None
    """By how much you would be ahead of the best of the others, in the game's own unit; null if it has none."""
    is_as_good: bool
    """Not the first, and as good as it, as far as can be told."""
    risk: Risk | None
    """Why its chance is better than that of a turn with a better lead; null if there is no such turn."""


class FollowingMessage(TypedDict):
    """One action of a likely continuation."""

    seat: int
    action: str
    lines: list[LineMessage]


class HintMessage(TypedDict):
    """A hint, from what you may know and nothing else."""

    turns: list[TurnMessage]
    """Up to three that differ in what matters, the best first; all of them were tried in the same imagined worlds."""
    reason: LineMessage | None
    """Why the first of them is better than the second; null if there is no second."""
    follow: list[FollowingMessage]
    """What is likely to follow the first turn, itself included, in a world that you could imagine."""
    suggestions: list[SuggestionMessage]
    """Everything that you can do now, the best first."""
    win_shares: list[float]
    """The share of the victory that every seat may expect, if you play the first turn; they add up to 1."""
    is_exact: bool
    """Whether this was calculated to the end."""


def describe_hint(hint: Hint, position: Position) -> HintMessage:
    """A hint for the seat that is to move in a position."""
    return {
        "turns": [
            {
                "actions": list(each.actions),
                "effects": [dict(effect) for effect in position.foresee(each.actions)],
                "share": each.share,
                "error": each.error,
                "lead": each.lead,
                "is_as_good": each.is_as_good,
                "risk": each.risk,
            }
            for each in hint.turns
        ],
        "follow": [
            {"seat": each.seat, "action": each.action, "lines": line_messages(each.lines)} for each in hint.following
        ],
        "reason": line_messages([hint.reason])[0] if hint.reason else None,
        "suggestions": [
            {"action": each.action, "share": each.share, "continuation": list(each.continuation)}
            for each in hint.actions
        ],
        "win_shares": list(hint.win_shares),
        "is_exact": hint.is_exact,
    }
