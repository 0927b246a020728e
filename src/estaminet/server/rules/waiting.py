"""For whom a game waits: what somebody who is not at the table may want to be told."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

from estaminet.server.rules.clocks import DAY
from estaminet.server.rules.plan import GameClock, MoveClock
from estaminet.server.rules.state import State


class Waiting(NamedTuple):
    """A game among people that waits for one of them. Nothing in it is secret."""

    table: str
    game: str
    """Its title."""
    person: str
    turn: int
    """How many turns they have had: nobody is told twice of the same."""
    since: int
    """When something last happened."""
    others: tuple[str, ...]
    """What the other people at the table are called."""
    deadline: int | None = None
    """When their time is up."""
    warning: int | None = None
    """When that is near."""


def waiting_at(state: State) -> Waiting | None:
    """For whom a table waits; None if for nobody, for a house player, or where people play against a running clock."""
    person, clock = mover_of(state), state.terms.plan.clock
    if person is None or state.play is None or isinstance(clock, GameClock):
        return None
    others = others_at(state, person)
    if not others:
        return None
    turn = count_turns(state.play.movers, state.seats_of(person))
    deadline = state.clocks.deadline
    warning = deadline - min(DAY, clock.days * DAY // 4) if deadline and isinstance(clock, MoveClock) else None
    return Waiting(
        state.terms.id, state.terms.game.title, person, turn, state.at, others, deadline, warning
    )  # fmt: skip


def mover_of(state: State) -> str | None:
    """The person who is to move."""
    seat = None if state.to_move is None else state.seats[state.to_move]
    return seat.person if seat and seat.level is None else None


def others_at(state: State, person: str) -> tuple[str, ...]:
    """What the other people at a table are called."""
    return tuple(seat.name for seat in state.seats if seat.person and seat.person != person)


def count_turns(movers: Sequence[int], seats: Collection[int]) -> int:
    """How many turns of these seats are over. What others take back and do again is the same turn of theirs.

    >>> count_turns([0, 0, 1, 0, 1, 1], {0})
    2
    >>> count_turns([0, 0, 1, 0], {0})  # the second goes on
    1
    """
    turns = [is_own for is_own, _ in groupby(seat in seats for seat in movers)]
    return turns.count(True) - (turns[-1:] == [True])
