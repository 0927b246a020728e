"""A table's answer to a command: the event that follows, or a typed refusal. Changes nothing."""

from typing import Final

from estaminet.server.errors import Refusal
from estaminet.server.rules import commands
from estaminet.server.rules.apply import OFFERED, replay_event
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.names import tidy_title
from estaminet.server.rules.permissions import (
    Asker,
    find_seat,
    is_repeated,
    next_event,
    require_game,
    require_host,
    require_invitation,
    require_latest,
    require_own_branch,
    require_own_seats,
    require_turn,
    require_waiting,
)
from estaminet.server.rules.plan import Opening
from estaminet.server.rules.state import State, Status
from estaminet.server.rules.taking_back import decide_accept_undo, decide_ask_undo, decide_decline_undo, decide_undo

MOST_NON_MOVES: Final = 200
"""Actions of one person at a table beside the game: coming, going, renaming, asking for seats."""
ALWAYS: Final = commands.Move, commands.Undo, commands.Start, commands.Resign, commands.Leave
"""Commands that are accepted beyond that limit."""


def decide(state: State, asker: Asker, command: commands.Command) -> Event | None:
    """The event that follows from a command; None if it has been carried out already."""
    if over_action_limit(state, asker.person) and not isinstance(command, ALWAYS):
        raise Refusal(
            "table.long",
            "You have come, gone and asked so often that this table accepts only moves from you.",
        )
    match command:
        case commands.Move(number=number, action=action):
            return decide_move(state, asker, number, action)
        case commands.Undo(number=number):
            return decide_undo(state, asker, number)
        case commands.AskUndo(number=number):
            return decide_ask_undo(state, asker, number)
        case commands.AcceptUndo(number=number):
            return decide_accept_undo(state, asker, number)
        case commands.DeclineUndo():
            return decide_decline_undo(state, asker)
        case commands.Sit():
            return decide_sit(state, asker, command)
        case commands.Leave(offers_seat=offers_seat):
            return decide_leave(state, asker, offers_seat=offers_seat)
        case commands.AskSeat():
            return decide_ask(state, asker, command)
        case commands.AcceptGuest():
            return decide_guest(state, asker, EventKind.GUEST_ACCEPTED)
        case commands.DeclineGuest():
            return decide_guest(state, asker, EventKind.GUEST_DECLINED)
        case commands.Give(seat=seat, level=level):
            return decide_give(state, asker, seat, level)
        case commands.Open(seat=seat):
            return decide_open(state, asker, seat)
        case commands.Start():
            return decide_start(state, asker)
        case commands.Resign(seat=seat):
            return decide_resign(state, asker, seat)
        case commands.OfferStop():
            return decide_offer_stop(state, asker)
        case commands.AcceptStop():
            return decide_offer(state, asker, EventKind.STOP_ACCEPTED)
        case commands.DeclineStop():
            return decide_offer(state, asker, EventKind.STOP_DECLINED)
        case commands.NameBranch(name=name):
            return decide_name_branch(state, asker, name)


def over_action_limit(state: State, person: str) -> bool:
    """Whether somebody has used up their actions beside the game; nobody else suffers from that."""
    return state.non_move_counts.get(person, 0) >= MOST_NON_MOVES


def is_moot(state: State, kind: EventKind, person: str = "") -> bool:
    """Whether an event of the server is no longer needed: somebody was faster, or did too much."""
    if kind is EventKind.REMATCHED:
        return bool(state.rematch)
    if kind is EventKind.RENAMED:
        return over_action_limit(state, person)
    if kind is EventKind.LEFT:
        return state.status is Status.OVER or not (can_leave(state, person) or person in state.members)
    if kind is EventKind.EXPIRED and state.vacant:
        return True  # a seat is kept for the promised time
    return kind in (EventKind.EXPIRED, EventKind.RESUMED) and state.status is Status.OVER


def decide_flag(state: State, now: int) -> Event | None:
    """The event of a clock that has run out, if one has."""
    deadline = state.clocks.deadline
    if deadline is None or now < deadline:
        return None
    return next_event(state, now, EventKind.FLAGGED, seat=state.to_move)


def decide_lapse(state: State, now: int) -> Event | None:
    """The event that releases a kept seat, if its time is up."""
    for number in state.vacant:
        until = state.seats[number].kept_until
        if until is not None and now >= until:
            return next_event(state, now, EventKind.LAPSED, seat=number)
    return None


def decide_house_move(state: State, now: int, code: int) -> Event:
    """The event of a house player's action."""
    require_game(state).check(code)
    return next_event(state, now, EventKind.MOVED, seat=state.to_move, text=state.terms.game.action(code).text)


def decide_hint(state: State, person: str) -> int:
    """The seat for which somebody may have a hint now: their own, when it is its turn, and not against people."""
    require_game(state)
    seat = state.to_move
    if seat is None or seat not in state.seats_of(person):
        raise Refusal("advice.refused", "You get a hint when it is your turn.")
    if state.is_contest:
        raise Refusal("advice.refused", "There are no hints in a contest: everybody plays on their own.")
    if not state.plays_alone(person):
        raise Refusal("advice.refused", "There are no hints in a game with other people, even while they are away.")
    return seat


def decide_opening(state: State, asker: Asker, opening: Opening) -> tuple[State, list[Event]]:
    """The events that set up a prepared game, and the table after them."""
    events: list[Event] = []

    def happen(kind: EventKind, seat: int | None, text: str = "") -> State:
        person = None if seat not in (None, opening.seat) else asker.person
        events.append(next_event(state, asker.now, kind, seat=seat, person=person, text=text))
        return replay_event(state, events[-1])

    state = happen(EventKind.SAT, opening.seat, asker.name)
    state = happen(EventKind.STARTED, None)
    for action in opening.actions:
        state = happen(EventKind.MOVED, state.to_move, action)
    return state, events


def decide_move(state: State, asker: Asker, number: int, text: str) -> Event | None:
    if is_repeated(state, asker, number, EventKind.MOVED, text):
        return None
    play = require_game(state)
    require_latest(state, number)
    seat = require_turn(state, asker)
    deadline = state.clocks.deadline
    if deadline is not None and asker.now >= deadline:
        raise Refusal("clock.over", "Your time is up.")
    play.check(state.terms.game.code(text))
    return next_event(state, asker.now, EventKind.MOVED, seat=seat, person=asker.person, text=text)


def decide_sit(state: State, asker: Asker, command: commands.Sit) -> Event | None:
    if state.status is Status.OVER:
        raise Refusal("table.started", "The game at this table is over.")
    # A second salt, chosen after those of the others, could choose the deal for somebody who knows the seed.
    salt = state.first_salts.get(asker.person, command.salt)
    own = state.seats_of(asker.person)
    if own:
        if command.seat is not None and command.seat not in own:
            raise Refusal("seat.second", f"You have seat {own[0]} at this table.")
        if all(state.seats[each].salt is not None for each in own) or state.status is not Status.WAITING:
            return None
        return next_event(state, asker.now, EventKind.SAT, seat=own[0], person=asker.person, text=asker.name, salt=salt)
    seat = find_free_seat(state, asker, command)
    return next_event(state, asker.now, EventKind.SAT, seat=seat, person=asker.person, text=asker.name, salt=salt)


def decide_leave(state: State, asker: Asker, *, offers_seat: bool) -> Event | None:
    if not can_leave(state, asker.person):
        return None
    return next_event(state, asker.now, EventKind.LEFT, person=asker.person, text=OFFERED if offers_seat else "")


def can_leave(state: State, person: str) -> bool:
    """Whether somebody has a seat here, asks for one, or set up the table that waits."""
    is_owner = state.owner == person and state.status is Status.WAITING
    is_guest = state.guest is not None and state.guest.person == person
    return state.status is not Status.OVER and (bool(state.seats_of(person)) or is_owner or is_guest)


def decide_ask(state: State, asker: Asker, command: commands.AskSeat) -> Event | None:
    require_game(state)
    if state.guest and (state.guest.person, state.guest.seat) == (asker.person, command.seat):
        return None
    if state.seats_of(asker.person) or any(asker.person in each.seen_by for each in state.seats):
        raise Refusal("seat.second", "You have a seat at this table, or had one: you can only sit down there.")
    require_invitation(state, command.invitation)
    seat = find_seat(state, command.seat)
    if asker.person in state.turned_away:
        raise Refusal("seat.refused", "Somebody at the table said no: watch, or set up a table of your own.")
    if command.seat not in state.vacant:
        raise Refusal("seat.taken", f"Seat {command.seat} is taken.")
    if not seat.is_offered:
        raise Refusal("seat.consent", f"Seat {command.seat} is kept for its former player.")
    if state.guest:
        raise Refusal("seat.consent", "Somebody else asks for a seat already.")
    return next_event(state, asker.now, EventKind.SEAT_ASKED, seat=command.seat, person=asker.person, text=asker.name)


def decide_guest(state: State, asker: Asker, kind: EventKind) -> Event | None:
    """The answer to a request for a seat."""
    require_game(state)
    require_own_seats(state, asker)
    if state.guest is None:
        raise Refusal("seat.not_asked", "Nobody asks for a seat.")
    if kind is EventKind.GUEST_ACCEPTED and asker.person in state.guest.accepted:
        return None
    return next_event(state, asker.now, kind, person=asker.person, seat=state.seats_of(asker.person)[0])


def decide_give(state: State, asker: Asker, number: int, level: str) -> Event | None:
    seat = find_seat(state, number)
    if state.status is Status.OVER:
        raise Refusal("table.idle", "The game at this table is over.")
    if seat.person and seat.person != asker.person and seat.is_ready:  # a person who has not come yet blocks nobody
        raise Refusal("seat.foreign", f"Seat {number} is somebody else's.")
    if state.status is Status.PLAYING:
        check_substitute(state, number, level)
    elif seat.person != asker.person:
        require_host(state, asker)
    return next_event(state, asker.now, EventKind.GIVEN, seat=number, person=asker.person, text=level)


def check_substitute(state: State, number: int, level: str) -> None:
    """During a game people give away their own seats alone, and not to a stronger player."""
    plan = state.terms.plan
    if not state.seats[number].person:
        raise Refusal("seat.taken", f"Seat {number} is not yours to give during a game.")
    if plan.is_lost_at_zero:
        raise Refusal("seat.substitute", "Nobody plays for you at this table: your clock runs on.")
    if len(state.members) > 1 and level != plan.substitute:
        raise Refusal(
            "seat.substitute", f"Among people a seat goes to the substitute that was agreed on: {plan.substitute}."
        )


def decide_open(state: State, asker: Asker, number: int) -> Event | None:
    seat = find_seat(state, number)
    require_host(state, asker)
    require_waiting(state)
    if seat.person:
        raise Refusal("seat.taken", f"Seat {number} is somebody's.")
    if seat.level is None:
        return None
    return next_event(state, asker.now, EventKind.OPENED, seat=number, person=asker.person)


def decide_start(state: State, asker: Asker) -> Event | None:
    require_host(state, asker)
    require_waiting(state)
    missing = [number for number, seat in enumerate(state.seats) if not seat.is_ready]
    if missing:
        raise Refusal("table.not_ready", f"Nobody sits on seat {missing[0]} yet.")
    return next_event(state, asker.now, EventKind.STARTED, person=asker.person)


def decide_resign(state: State, asker: Asker, seat: int | None) -> Event | None:
    require_game(state)
    require_own_seats(state, asker)
    if seat is not None and (seat not in state.seats_of(asker.person) or state.seats[seat].level is not None):
        raise Refusal("seat.foreign", f"Seat {seat} is not yours to give up.")
    return next_event(state, asker.now, EventKind.RESIGNED, seat=seat, person=asker.person)


def decide_offer_stop(state: State, asker: Asker) -> Event | None:
    require_game(state)
    require_own_seats(state, asker)
    if asker.person in state.agreed:
        return None
    if asker.person in state.offered:
        raise Refusal(
            "stop.offered", "You have offered to stop already: wait for the next move before you offer again."
        )
    return next_event(
        state, asker.now, EventKind.STOP_OFFERED, person=asker.person, seat=state.seats_of(asker.person)[0]
    )


def decide_offer(state: State, asker: Asker, kind: EventKind) -> Event | None:
    """The answer to an offer to stop; the person who offered may withdraw it."""
    require_game(state)
    require_own_seats(state, asker)
    if not state.agreed:
        raise Refusal("stop.not_offered", "Nobody has offered to stop.")
    if kind is EventKind.STOP_ACCEPTED and asker.person in state.agreed:
        return None
    return next_event(state, asker.now, kind, person=asker.person, seat=state.seats_of(asker.person)[0])


def decide_name_branch(state: State, asker: Asker, name: str) -> Event | None:
    require_own_branch(state, asker.person)
    title = tidy_title(name)
    if title == state.title:
        return None
    return next_event(state, asker.now, EventKind.NAMED, person=asker.person, text=title)


def find_free_seat(state: State, asker: Asker, command: commands.Sit) -> int:
    """The seat that somebody may take, the first one if they name none."""
    free, wanted = state.may_sit(asker.person), command.seat
    if state.status is Status.WAITING or not free:
        require_invitation(state, command.invitation)
    if wanted is not None and wanted not in free:
        seat = find_seat(state, wanted)
        if free and state.status is Status.PLAYING:
            raise Refusal(
                "seat.second", f"You have had seat {free[0]} in this game: you can only sit down there again."
            )
        if seat.is_offered:
            raise Refusal("seat.consent", f"Ask for seat {wanted}: everybody must agree.")
        raise Refusal("seat.taken", f"Seat {wanted} is taken.")
    if not free:
        raise Refusal("table.full", "Every seat at this table is taken.")
    return free[0] if wanted is None else wanted
