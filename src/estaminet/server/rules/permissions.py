"""The person who sends a command, and what it needs: a seat, the turn, the latest position."""

from typing import NamedTuple

from estaminet.engine.errors import EstaminetError
from estaminet.server.errors import Refusal
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.play import Play
from estaminet.server.rules.seats import Seat
from estaminet.server.rules.state import State, Status


class Asker(NamedTuple):
    """The person who sends a command to a table, and the time."""

    person: str
    name: str
    now: int
    """Milliseconds since 1970."""


def next_event(state: State, now: int, kind: EventKind, **details: str | int | None) -> Event:
    """The next event of a table."""
    return Event(state.number + 1, max(now, state.at), kind, **details)  # type: ignore[arg-type]  # fields by name


def is_repeated(state: State, asker: Asker, number: int, kind: EventKind, text: str) -> bool:
    """Whether the same command has just been carried out for that position: the message came twice."""
    own = [last for seat in state.seats_of(asker.person) if (last := state.last_commands[seat])]
    return any(
        last.kind is kind and last.since <= number < last.number and (kind is EventKind.UNDONE or last.text == text)
        for last in own
    )


def find_seat(state: State, number: int) -> Seat:
    if number >= len(state.seats):
        raise EstaminetError("seat.unknown", f"There is no seat {number}; the seats are 0 to {len(state.seats) - 1}.")
    return state.seats[number]


def require_game(state: State) -> Play:
    """The game that is being played."""
    if state.play is None or state.status is not Status.PLAYING:
        sentence = "The game has not begun yet." if state.status is Status.WAITING else "The game is over."
        raise Refusal("table.idle", sentence)
    return state.play


def require_waiting(state: State) -> None:
    if state.status is not Status.WAITING:
        raise Refusal("table.started", "The game has begun already.")


def require_invitation(state: State, invitation: str) -> None:
    if not state.terms.plan.is_public and invitation != state.terms.invitation:
        raise Refusal("invitation.invalid", "This table is private: ask somebody there for an invitation.")


def require_host(state: State, asker: Asker) -> None:
    if not state.is_host(asker.person):
        raise Refusal("table.foreign", "Only the owner of the table can do this.")


def require_own_seats(state: State, asker: Asker) -> None:
    if not any(state.seats[each].level is None for each in state.seats_of(asker.person)):
        raise Refusal("seat.foreign", "You have no seat at this table.")


def require_turn(state: State, asker: Asker) -> int:
    """The seat to move, which must be this person's."""
    seat = state.to_move
    if seat is not None and state.seats[seat].person == asker.person and state.seats[seat].level is None:
        return seat
    require_own_seats(state, asker)
    raise Refusal("move.turn", f"Seat {seat} is to move.")


def require_latest(state: State, number: int) -> None:
    """Require that somebody has seen the present position; names, offers and the like may have changed since."""
    if not state.acted <= number <= state.number:
        raise Refusal(
            "move.stale", f"This answers event {number}, but the game has moved on to event {state.acted}: look again."
        )


def require_own_branch(state: State, person: str) -> None:
    """Require that a table is somebody's own branch."""
    if not state.is_branch or state.terms.owner != person:
        raise Refusal("branch.foreign", "This branch is not yours.")
