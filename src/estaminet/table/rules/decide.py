"""What a table answers to a command: the event that follows, or a typed refusal. Changes nothing."""

from typing import Final, NamedTuple

from estaminet.engine.errors import BadSeat
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
    OfferedAlready,
    SeatTaken,
    StaleMove,
    TableFull,
    TimeIsUp,
)
from estaminet.table.rules import commands
from estaminet.table.rules.events import Event, Kind
from estaminet.table.rules.play import WORLDS, Play
from estaminet.table.rules.state import Seat, State, Status

MOST_UNDOS: Final = 8
"""How often somebody may take back before somebody else has acted."""


class Asker(NamedTuple):
    """Who asks something of a table, and when."""

    person: str
    name: str
    now: int
    """Milliseconds since 1970."""


def decide(state: State, asker: Asker, command: commands.Command) -> Event | None:
    """The event that follows from a command; None if it has been carried out already."""
    match command:
        case commands.Move(number=number, action=action):
            return decide_move(state, asker, number, action)
        case commands.Undo(number=number):
            return decide_undo(state, asker, number)
        case commands.Sit():
            return decide_sit(state, asker, command)
        case commands.Leave():
            return decide_leave(state, asker)
        case commands.Give(seat=seat, level=level):
            return decide_give(state, asker, seat, level)
        case commands.Open(seat=seat):
            return decide_open(state, asker, seat)
        case commands.Start():
            return decide_start(state, asker)
        case commands.Resign():
            return decide_resign(state, asker)
        case commands.OfferStop():
            return decide_offer_stop(state, asker)
        case commands.AcceptStop():
            return decide_offer(state, asker, Kind.STOP_ACCEPTED)
        case commands.DeclineStop():
            return decide_offer(state, asker, Kind.STOP_DECLINED)


def next_event(state: State, now: int, kind: Kind, **details: str | int | None) -> Event:
    """The next event of a table."""
    return Event(state.number + 1, max(now, state.at), kind, **details)  # type: ignore[arg-type]  # fields by name


def is_moot(state: State, kind: Kind) -> bool:
    """Whether it is too late for what the server wants to write: somebody was faster."""
    if kind is Kind.REMATCHED:
        return bool(state.rematch)
    return kind in (Kind.EXPIRED, Kind.RESUMED) and state.status is Status.OVER


def decide_flag(state: State, now: int) -> Event | None:
    """The event that a clock has run out, if one has."""
    deadline = state.clocks.deadline
    if deadline is None or now < deadline:
        return None
    return next_event(state, now, Kind.FLAGGED, seat=state.to_move)


def decide_house_move(state: State, now: int, code: int) -> Event:
    """The event of a house player's action."""
    game = require_game(state).position.game
    return next_event(state, now, Kind.MOVED, seat=state.to_move, text=game.action(code).text)


def decide_move(state: State, asker: Asker, number: int, text: str) -> Event | None:
    if is_repeated(state, asker, number, Kind.MOVED, text):
        return None
    play = require_game(state)
    require_latest(state, number)
    seat = require_turn(state, asker)
    deadline = state.clocks.deadline
    if deadline is not None and asker.now >= deadline:
        raise TimeIsUp("Your time is up.")
    game = play.position.game
    code = game.code(text)
    if code not in play.legal:
        raise game.refuse(play.knowledge.of(seat), seat, code)
    return next_event(state, asker.now, Kind.MOVED, seat=seat, person=asker.person, text=text)


def decide_undo(state: State, asker: Asker, number: int) -> Event | None:
    if is_repeated(state, asker, number, Kind.UNDONE, ""):
        return None
    play = require_game(state)
    require_own_seats(state, asker)
    require_latest(state, number)
    if not state.can_undo(asker.person) or not play.can_be_undone(worlds=WORLDS):
        raise CannotUndo("You can take back your own last action as long as nothing hidden has come to light.")
    if state.undos[0] == play.mover and state.undos[1] >= MOST_UNDOS:
        raise CannotUndo(f"You have taken back {MOST_UNDOS} actions: now it is somebody else's turn to act.")
    deadline = state.clocks.undo().deadline
    if deadline is not None and asker.now >= deadline:
        raise CannotUndo("Your time would be up: it runs on from before the action that you take back.")
    return next_event(state, asker.now, Kind.UNDONE, seat=play.mover, person=asker.person)


def decide_sit(state: State, asker: Asker, command: commands.Sit) -> Event | None:
    if state.status is Status.OVER:
        raise NotWaiting("The game at this table is over.")
    own = state.seats_of(asker.person)
    if own:
        if command.seat is not None and command.seat not in own:
            raise AlreadySeated(f"You have seat {own[0]} at this table.")
        if all(state.seats[each].salt is not None for each in own) or state.status is not Status.WAITING:
            return None
        return next_event(
            state, asker.now, Kind.SAT, seat=own[0], person=asker.person, text=asker.name, salt=command.salt
        )
    if not state.terms.plan.is_public and command.invitation != state.terms.invitation:
        raise NotInvited("This table is private: ask somebody who sits there for their invitation.")
    seat = find_free_seat(state, command.seat, asker)
    return next_event(state, asker.now, Kind.SAT, seat=seat, person=asker.person, text=asker.name, salt=command.salt)


def decide_leave(state: State, asker: Asker) -> Event | None:
    if not state.seats_of(asker.person) or state.status is Status.OVER:
        return None
    return next_event(state, asker.now, Kind.LEFT, person=asker.person)


def decide_give(state: State, asker: Asker, number: int, level: str) -> Event | None:
    seat = find_seat(state, number)
    if state.status is Status.OVER:
        raise NotPlaying("The game at this table is over.")
    if seat.person and seat.person != asker.person:
        raise NotYourSeat(f"Seat {number} is somebody else's.")
    if not seat.person:
        require_owner(state, asker)
    if state.status is Status.PLAYING and seat.level and not seat.person:
        raise SeatTaken(f"A house player has seat {number} already.")
    return next_event(state, asker.now, Kind.GIVEN, seat=number, person=asker.person, text=level)


def decide_open(state: State, asker: Asker, number: int) -> Event | None:
    seat = find_seat(state, number)
    require_owner(state, asker)
    require_waiting(state)
    if seat.person:
        raise SeatTaken(f"Seat {number} is somebody's.")
    if seat.level is None:
        return None
    return next_event(state, asker.now, Kind.OPENED, seat=number)


def decide_start(state: State, asker: Asker) -> Event | None:
    require_owner(state, asker)
    require_waiting(state)
    missing = [number for number, seat in enumerate(state.seats) if not seat.is_ready]
    if missing:
        raise NotReady(f"Nobody sits on seat {missing[0]} yet.")
    return next_event(state, asker.now, Kind.STARTED, person=asker.person)


def decide_resign(state: State, asker: Asker) -> Event | None:
    require_game(state)
    require_own_seats(state, asker)
    return next_event(state, asker.now, Kind.RESIGNED, person=asker.person)


def decide_offer_stop(state: State, asker: Asker) -> Event | None:
    require_game(state)
    require_own_seats(state, asker)
    if asker.person in state.agreed:
        return None
    if asker.person in state.offered:
        raise OfferedAlready("You have offered to stop: wait for the next move before you offer it again.")
    return next_event(state, asker.now, Kind.STOP_OFFERED, person=asker.person, seat=state.seats_of(asker.person)[0])


def decide_offer(state: State, asker: Asker, kind: Kind) -> Event | None:
    """Yes or no to an offer to stop."""
    require_game(state)
    require_own_seats(state, asker)
    if not state.agreed:
        raise NothingOffered("Nobody has offered to stop.")
    if kind is Kind.STOP_ACCEPTED and asker.person in state.agreed:
        return None
    if kind is Kind.STOP_DECLINED and state.agreed == {asker.person}:
        raise OfferedAlready("Your own offer stands until somebody declines it, or moves.")
    return next_event(state, asker.now, kind, person=asker.person, seat=state.seats_of(asker.person)[0])


def is_repeated(state: State, asker: Asker, number: int, kind: Kind, text: str) -> bool:
    """Whether what is asked for has just been done for that very position: the message came twice."""
    own = (state.answered[seat] for seat in state.seats_of(asker.person))
    return any(last and last.since <= number < last.number and (last.kind, last.text) == (kind, text) for last in own)


def find_free_seat(state: State, wanted: int | None, asker: Asker) -> int:
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


def is_free(state: State, seat: Seat) -> bool:
    """Before the game a house player has a seat for good; during it one that took over gives it back."""
    if state.status is Status.WAITING:
        return seat.person is None and seat.level is None
    return seat.person is None and not seat.has_lost and (bool(seat.seen_by) or seat.salt is not None)


def find_seat(state: State, number: int) -> Seat:
    if number >= len(state.seats):
        raise BadSeat(f"There is no seat {number}; the seats are 0 to {len(state.seats) - 1}.")
    return state.seats[number]


def require_game(state: State) -> Play:
    """The game that is being played."""
    if state.play is None or state.status is not Status.PLAYING:
        sentence = "The game has not begun yet." if state.status is Status.WAITING else "The game is over."
        raise NotPlaying(sentence)
    return state.play


def require_waiting(state: State) -> None:
    if state.status is not Status.WAITING:
        raise NotWaiting("The game has begun already.")


def require_owner(state: State, asker: Asker) -> None:
    if not state.is_owner(asker.person):
        raise NotYourTable("Only the person who set up the table can do this.")


def require_own_seats(state: State, asker: Asker) -> None:
    if not any(state.seats[each].level is None for each in state.seats_of(asker.person)):
        raise NotYourSeat("You have no seat at this table.")


def require_turn(state: State, asker: Asker) -> int:
    """The seat that is to move, if it is this person's."""
    seat = state.to_move
    if seat is not None and state.seats[seat].person == asker.person and state.seats[seat].level is None:
        return seat
    require_own_seats(state, asker)
    raise NotYourTurn(f"Seat {seat} is to move.")


def require_latest(state: State, number: int) -> None:
    """Whether somebody has seen the position as it is; names, offers and the like may have changed since."""
    if not state.acted <= number <= state.number:
        raise StaleMove(f"This answers event {number}, but the game has moved on to event {state.acted}: look again.")
