"""What a table answers to a command: the event that follows, or a typed refusal. Changes nothing."""

from typing import Final, NamedTuple

from estaminet.engine.errors import BadSeat
from estaminet.engine.position import Position
from estaminet.engine.reveals import reveals_something
from estaminet.table import commands
from estaminet.table.errors import (
    AlreadySeated,
    CannotUndo,
    NothingOffered,
    NotInvited,
    NotPlaying,
    NotReady,
    NotWaiting,
    NotYourSeat,
    NotYourTable,
    NotYourTurn,
    SeatTaken,
    StaleMove,
    TableFull,
    TimeIsUp,
)
from estaminet.table.events import Event, Kind
from estaminet.table.state import Seat, Status, TableState

WORLDS: Final = 256
"""How many worlds are imagined before an action may be taken back."""
QUICK_WORLDS: Final = 1
"""How many before it is offered: seldom wrong, and then refused."""


class Asker(NamedTuple):
    """Who asks something of a table, and when."""

    person: str
    name: str
    now: int
    """Milliseconds since 1970."""


def decide(state: TableState, asker: Asker, command: commands.Command) -> Event | None:
    """The event that follows from a command; None if it has been carried out already."""
    match command:
        case commands.Move(number=number, action=action):
            return answer_move(state, asker, number, action)
        case commands.Undo(number=number):
            return answer_undo(state, asker, number)
        case commands.Sit():
            return answer_sit(state, asker, command)
        case commands.Leave():
            return answer_leave(state, asker)
        case commands.Give(seat=seat, level=level):
            return answer_give(state, asker, seat, level)
        case commands.Open(seat=seat):
            return answer_open(state, asker, seat)
        case commands.Start():
            return answer_start(state, asker)
        case commands.Resign():
            return answer_resign(state, asker)
        case commands.OfferStop():
            return answer_offer_stop(state, asker)
        case commands.AcceptStop():
            return answer_offer(state, asker, Kind.STOP_ACCEPTED)
        case commands.DeclineStop():
            return answer_offer(state, asker, Kind.STOP_DECLINED)


def happen(state: TableState, now: int, kind: Kind, **details: str | int | None) -> Event:
    """The next event of a table."""
    return Event(state.number + 1, max(now, state.last_at), kind, **details)  # type: ignore[arg-type]  # fields by name


def is_moot(state: TableState, kind: Kind) -> bool:
    """Whether it is too late for what the server wants to write: somebody was faster."""
    if kind is Kind.REMATCHED:
        return bool(state.rematch)
    return kind in (Kind.EXPIRED, Kind.RESUMED) and state.status is Status.OVER


def decide_flag(state: TableState, now: int) -> Event | None:
    """The event that a clock has run out, if one has."""
    deadline = state.clocks.deadline
    if deadline is None or now < deadline:
        return None
    return happen(state, now, Kind.FLAGGED, seat=state.to_move)


def decide_house_move(state: TableState, now: int, code: int) -> Event:
    """The event of a house player's action."""
    position = require_game(state)
    return happen(state, now, Kind.MOVED, seat=state.to_move, text=position.game.action(code).text)


def can_undo(state: TableState, person: str | None, *, worlds: int = QUICK_WORLDS) -> bool:
    """Whether a person may take back the last action."""
    if state.status is not Status.PLAYING or not state.movers or state.seats[state.movers[-1]].person != person:
        return False
    last = state.events[-1]
    if last.kind is not Kind.MOVED and last.kind is not Kind.UNDONE:
        return False
    position = require_game(state)
    before = state.before
    if before is None:
        earlier = position.copy()
        earlier.undo()
        before = earlier.memory
    return not reveals_something(position.game, before, position.history[-1], position.memory, worlds=worlds)


def answer_move(state: TableState, asker: Asker, number: int, text: str) -> Event | None:
    if is_repeated(state, number, asker.person, Kind.MOVED, text):
        return None
    position = require_game(state)
    require_number(state, number)
    seat = require_turn(state, asker)
    deadline = state.clocks.deadline
    if deadline is not None and asker.now >= deadline:
        raise TimeIsUp("Your time is up.")
    if text not in state.own_view(seat)["legal"]:
        position.play(text)  # raises, and says which rule forbids it
    return happen(state, asker.now, Kind.MOVED, seat=seat, person=asker.person, text=text)


def answer_undo(state: TableState, asker: Asker, number: int) -> Event | None:
    if is_repeated(state, number, asker.person, Kind.UNDONE, ""):
        return None
    require_game(state)
    require_own_seats(state, asker)
    require_number(state, number)
    if not can_undo(state, asker.person, worlds=WORLDS):
        raise CannotUndo("You can take back your own last action as long as nothing hidden has come to light.")
    return happen(state, asker.now, Kind.UNDONE, seat=state.movers[-1], person=asker.person)


def answer_sit(state: TableState, asker: Asker, command: commands.Sit) -> Event | None:
    if state.status is Status.OVER:
        raise NotWaiting("The game at this table is over.")
    own = state.seats_of(asker.person)
    if own:
        if command.seat is not None and command.seat not in own:
            raise AlreadySeated(f"You have seat {own[0]} at this table.")
        if all(state.seats[each].salt is not None for each in own) or state.status is not Status.WAITING:
            return None
        return happen(state, asker.now, Kind.SAT, seat=own[0], person=asker.person, text=asker.name, salt=command.salt)
    if not state.terms.plan.is_public and command.invitation != state.terms.invitation:
        raise NotInvited("This table is private: ask somebody who sits there for their invitation.")
    seat = find_free_seat(state, command.seat, asker)
    return happen(state, asker.now, Kind.SAT, seat=seat, person=asker.person, text=asker.name, salt=command.salt)


def answer_leave(state: TableState, asker: Asker) -> Event | None:
    if not state.seats_of(asker.person) or state.status is Status.OVER:
        return None
    return happen(state, asker.now, Kind.LEFT, person=asker.person)


def answer_give(state: TableState, asker: Asker, number: int, level: str) -> Event | None:
    seat = find_seat(state, number)
    if state.status is Status.OVER:
        raise NotPlaying("The game at this table is over.")
    if seat.person and seat.person != asker.person:
        raise NotYourSeat(f"Seat {number} is somebody else's.")
    if not seat.person:
        require_owner(state, asker)
    if state.status is Status.PLAYING and seat.level and not seat.person:
        raise SeatTaken(f"A house player has seat {number} already.")
    return happen(state, asker.now, Kind.GIVEN, seat=number, person=asker.person, text=level)


def answer_open(state: TableState, asker: Asker, number: int) -> Event | None:
    seat = find_seat(state, number)
    require_owner(state, asker)
    require_waiting(state)
    if seat.person:
        raise SeatTaken(f"Seat {number} is somebody's.")
    if seat.level is None:
        return None
    return happen(state, asker.now, Kind.OPENED, seat=number)


def answer_start(state: TableState, asker: Asker) -> Event | None:
    require_owner(state, asker)
    require_waiting(state)
    missing = [number for number, seat in enumerate(state.seats) if not seat.is_ready]
    if missing:
        raise NotReady(f"Nobody sits on seat {missing[0]} yet.")
    return happen(state, asker.now, Kind.STARTED, person=asker.person)


def answer_resign(state: TableState, asker: Asker) -> Event | None:
    require_game(state)
    require_own_seats(state, asker)
    return happen(state, asker.now, Kind.RESIGNED, person=asker.person)


def answer_offer_stop(state: TableState, asker: Asker) -> Event | None:
    require_game(state)
    require_own_seats(state, asker)
    if asker.person in state.agreed:
        return None
    return happen(state, asker.now, Kind.STOP_OFFERED, person=asker.person, seat=state.seats_of(asker.person)[0])


def answer_offer(state: TableState, asker: Asker, kind: Kind) -> Event | None:
    """Yes or no to an offer to stop."""
    require_game(state)
    require_own_seats(state, asker)
    if not state.agreed:
        raise NothingOffered("Nobody has offered to stop.")
    if kind is Kind.STOP_ACCEPTED and asker.person in state.agreed:
        return None
    return happen(state, asker.now, kind, person=asker.person, seat=state.seats_of(asker.person)[0])


def is_repeated(state: TableState, number: int, person: str, kind: Kind, text: str) -> bool:
    """Whether the event that follows this number is just what is asked for now: the message came twice."""
    if not 0 <= number < state.number:
        return False
    event = state.events[number]
    return (event.kind, event.person, event.text) == (kind, person, text)


def find_free_seat(state: TableState, wanted: int | None, asker: Asker) -> int:
    """The seat that somebody may take, the first one if they do not mind."""
    seen = [number for number, seat in enumerate(state.seats) if asker.person in seat.seen_by]
    free = [number for number, seat in enumerate(state.seats) if is_free(state, seat) and (not seen or number in seen)]
    if wanted is not None:
        seat = find_seat(state, wanted)
        if not is_free(state, seat):
            raise SeatTaken(f"Seat {wanted} is taken.")
        if wanted not in free:
            raise AlreadySeated(f"You have seen the cards of seat {seen[0]}: you can only sit down there again.")
        return wanted
    if not free:
        raise TableFull("Every seat at this table is taken.")
    return free[0]


def is_free(state: TableState, seat: Seat) -> bool:
    """Before the game a house player has a seat for good; during it one that took over gives it back."""
    if state.status is Status.WAITING:
        return seat.person is None and seat.level is None
    return seat.is_free and (bool(seat.seen_by) or seat.salt is not None)


def find_seat(state: TableState, number: int) -> Seat:
    if number >= len(state.seats):
        raise BadSeat(f"There is no seat {number}; the seats are 0 to {len(state.seats) - 1}.")
    return state.seats[number]


def require_game(state: TableState) -> Position:
    """The position of the game that is being played."""
    if state.position is None or state.status is not Status.PLAYING:
        sentence = "The game has not begun yet." if state.status is Status.WAITING else "The game is over."
        raise NotPlaying(sentence)
    return state.position


def require_waiting(state: TableState) -> None:
    if state.status is not Status.WAITING:
        raise NotWaiting("The game has begun already.")


def require_owner(state: TableState, asker: Asker) -> None:
    if not state.is_owner(asker.person):
        raise NotYourTable("Only who set up the table can do this.")


def require_own_seats(state: TableState, asker: Asker) -> None:
    if not any(state.seats[each].level is None for each in state.seats_of(asker.person)):
        raise NotYourSeat("You have no seat at this table.")


def require_turn(state: TableState, asker: Asker) -> int:
    """The seat that is to move, if it is this person's."""
    seat = state.to_move
    if seat is not None and state.seats[seat].person == asker.person and state.seats[seat].level is None:
        return seat
    require_own_seats(state, asker)
    raise NotYourTurn(f"Seat {seat} is to move.")


def require_number(state: TableState, number: int) -> None:
    if number != state.number:
        raise StaleMove(f"This answers event {number}, but the last one is {state.number}: look again.")
