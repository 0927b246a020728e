"""Hints that people had: which of their decisions they did not make alone.

A hint is no event. Nobody at the table hears of it, the log and the record say nothing of it, and taking back leaves it
alone: whoever has been told something knows it.
"""

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import NamedTuple

from estaminet.server.rules.play import Play


class HintNote(NamedTuple):
    """A hint that somebody had."""

    person: str
    ply: int
    """How many actions had been carried out when they asked."""
    actions: int
    """How many it showed of the turn, from there."""


def find_hinted(play: Play, seat: int, hints: Iterable[HintNote]) -> list[int]:
    """The plies of a seat's decisions of which a hint showed something: one asked for then, or earlier that turn."""
    shown = {ply for hint in hints for ply in _list_shown(play, seat, hint)}
    return [ply for ply in play.decisions if ply in shown]


def _list_shown(play: Play, seat: int, hint: HintNote) -> Iterable[int]:
    end = min(hint.ply + hint.actions, len(play.movers))
    return takewhile(lambda ply: play.movers[ply] == seat, range(hint.ply, end))


def hinted_of(summary: Mapping[str, object], seat: int) -> list[int]:
    """The plies of the decisions for which a seat had a hint, by the summary of its table; older ones do not say."""
    hinted = summary.get("hinted")
    return list(hinted[seat]) if isinstance(hinted, list) else []


def is_mostly_hinted(summary: Mapping[str, object], seat: int) -> bool:
    """Whether a seat had a hint for more than a third of its decisions: then the game says little about who had it."""
    decisions = summary.get("decisions")
    return isinstance(decisions, list) and 3 * len(hinted_of(summary, seat)) > decisions[seat]
