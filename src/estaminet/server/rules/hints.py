"""Hints that people had: decisions that they did not make alone.

A hint is no event. Nobody at the table learns of it, the log and the record leave it out, and taking back does not undo
it.
"""

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import NamedTuple

from estaminet.server.rules.play import Play


class HintNote(NamedTuple):
    """A hint that somebody was given."""

    person: str
    ply: int
    """The ply at which they asked."""
    actions: int
    """How many actions of the turn it showed."""


def find_hinted(play: Play, seat: int, person: str | None, hints: Iterable[HintNote]) -> list[int]:
    """The plies of a seat's decisions that a hint showed, asked for then or earlier in that turn."""
    shown = {ply for hint in hints if hint.person == person for ply in _list_shown(play, seat, hint)}
    return [ply for ply in play.decisions_of(seat) if ply in shown]


def _list_shown(play: Play, seat: int, hint: HintNote) -> Iterable[int]:
    end = min(hint.ply + hint.actions, len(play.movers))
    return takewhile(lambda ply: play.movers[ply] == seat, range(hint.ply, end))


def hinted_of(summary: Mapping[str, object], seat: int) -> list[int]:
    """The plies of a seat's decisions after a hint, from the table's summary; older summaries have none."""
    hinted = summary.get("hinted")
    return list(hinted[seat]) if isinstance(hinted, list) else []


def is_mostly_hinted(summary: Mapping[str, object], seat: int) -> bool:
    """Whether a seat had a hint for more than a third of its decisions: then the game says little about its player."""
    decisions = summary.get("decisions")
    return isinstance(decisions, list) and 3 * len(hinted_of(summary, seat)) > decisions[seat]
