"""What an event makes of a table: `apply` gives the next state, and nothing else does.

It trusts its events, which come from `decide`. A log from elsewhere may be damaged: `replay_event` reads it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from estaminet.engine.fairness import mix
from estaminet.server.rules.events import Event, EventKind, actions_undone
from estaminet.server.rules.plan import Terms
from estaminet.server.rules.play import Play
from estaminet.server.rules.seats import Guest, Seat, Seats
from estaminet.server.rules.state import KEPT, LastCommand, Outcome, Reason, State, Status, UndoRequest

OFFERED: Final = "offered"
"""The text of a departure that offers the seat to somebody else."""
GONE: Final = "gone"
"""The text of a departure for good: the server has forgotten that person."""
MOST_HOLDERS: Final = 20
"""Players of a seat that are remembered."""
PLAYS: Final = {EventKind.MOVED, EventKind.UNDONE}
Changes = dict[str, Any]
"""Fields of the state that an event changes."""


def replay(terms: Terms, events: Iterable[Event]) -> State:
    """A table as it is after all of these events; ValueError or IllegalAction if they cannot have happened."""
    return reduce(replay_event, events, State.of(terms))


def replay_event(state: State, event: Event) -> State:
    """The table after an event of a log that may be damaged: a move is checked again."""
    if event.kind is EventKind.MOVED:
        play = playing(state)
        if event.seat != play.to_move:
            raise ValueError(f"event {event.number} is an action of a seat that is not to move")
        play.check(state.terms.game.code(event.text))
    return apply(state, event)


def apply(state: State, event: Event) -> State:
    """The table after its next event."""
    if event.number != state.number + 1:
        raise ValueError(f"event {event.number} cannot follow event {state.number}")
    changes = CHANGES[event.kind](state, event)
    if event.person and event.kind not in PLAYS:
        changes["non_move_counts"] = {
            **state.non_move_counts,
            event.person: state.non_move_counts.get(event.person, 0) + 1,
        }
    after = evolve(state, number=event.number, at=event.at, **changes)
    if after.seats is not state.seats and after.play:
        seats = Seats(note_holder(seat, event.number) for seat in after.seats)
        after = evolve(after, seats=seats, undo_request=None)  # others would have to agree now
    outcome = find_outcome(after, event) if after.status is Status.PLAYING else None
    if outcome:
        after = evolve(after, status=Status.OVER, outcome=outcome)
    clocks = after.clocks.switch(find_clock(after), event.at)
    return after if clocks is after.clocks else evolve(after, clocks=clocks)


def find_clock(state: State) -> int | None:
    """The seat whose clock runs: the one to move, unless it is a house player's."""
    seat = state.to_move
    return seat if seat is not None and state.seats[seat].level is None else None


def evolve(state: State, **changes: Any) -> State:  # noqa: ANN401  # fields by name
    """The state with some fields changed: what `replace` does, at a tenth of its cost."""
    after = object.__new__(State)
    after.__dict__.update(state.__dict__, **changes)
    return after


def sat(state: State, event: Event) -> Changes:
    seat = number_of(state, event)
    taken = [seat] if not state.seats[seat].person else state.seats_of(event.person)
    person = event.person or ""

    def take(each: Seat) -> Seat:
        each = replace(let_go(each), person=event.person, level=None, declined_by="").rename(event.text)
        if state.status is Status.WAITING:
            return replace(each, salt=event.salt)
        return replace(each, seen_by=each.seen_by | {person})

    first_salts = state.first_salts
    if state.status is Status.WAITING and person not in first_salts:
        first_salts = {**first_salts, person: event.salt}
    return {
        "owner": state.owner or event.person,
        "seats": change(state.seats, taken, take),
        "first_salts": first_salts,
        "guest": None if state.guest and state.guest.seat == seat else state.guest,
    }


def left(state: State, event: Event) -> Changes:
    is_offered = event.text == OFFERED and state.status is Status.PLAYING

    may_decline = state.status is Status.WAITING and event.person != state.owner and event.text != GONE

    def leave(seat: Seat) -> Seat:
        declined_by = seat.name if may_decline and not seat.is_ready else ""
        return replace(vacate(state, seat, event), is_offered=is_offered, declined_by=declined_by)

    seats = change(state.seats, state.seats_of(event.person), leave)
    if event.text == GONE:
        seats = Seats(let_go(seat) if seat.kept_for == event.person else seat for seat in seats)
    owner, guest = state.owner, state.guest
    if owner == event.person:
        owner = next((seat.person for seat in seats if seat.person), None)
    return {"seats": seats, "owner": owner, "guest": None if guest and guest.person == event.person else guest}


def seat_asked(state: State, event: Event) -> Changes:
    return {"guest": Guest(event.person or "", event.text, number_of(state, event))}


def guest_accepted(state: State, event: Event) -> Changes:
    guest = state.guest
    return {"guest": guest and guest._replace(accepted=guest.accepted | {event.person or ""})}


def guest_declined(state: State, _event: Event) -> Changes:
    away = {state.guest.person} if state.guest else frozenset()
    return {"guest": None, "turned_away": state.turned_away | away}


def given(state: State, event: Event) -> Changes:
    def give(seat: Seat) -> Seat:
        return replace(vacate(state, seat, event), level=event.text, declined_by="")

    return {"seats": change_one(state, event, give)}


def opened(state: State, event: Event) -> Changes:
    return {"seats": change_one(state, event, lambda seat: replace(seat, level=None))}


def renamed(state: State, event: Event) -> Changes:
    return {"seats": change(state.seats, state.seats_of(event.person), lambda seat: seat.rename(event.text))}


def started(state: State, event: Event) -> Changes:
    terms = state.terms
    bits = mix(terms.seed, state.salts)
    deal = terms.opening.deal if terms.opening else None
    return {
        "status": Status.PLAYING,
        "play": Play(terms.game.start(terms.players, seed=bits, options=terms.options, deal=deal)),
        "acted": event.number,
        "seats": Seats(replace(seat, seen_by=frozenset((seat.person,) if seat.person else ())) for seat in state.seats),
    }


def moved(state: State, event: Event) -> Changes:
    undoer, undos = state.undos
    return {
        "play": playing(state).after(state.terms.game.code(event.text)),
        "clocks": state.clocks.act(),
        "agreed": frozenset(),
        "offered": frozenset(),
        "undo_request": None,
        "undo_askers": frozenset(),
        "undos": (undoer, undos) if undoer == event.seat else (None, 0),
        **acted(state, event),
    }


def undone(state: State, event: Event) -> Changes:
    seat, (undoer, undos), clocks = number_of(state, event), state.undos, state.clocks
    actions = actions_undone(event)
    for _ in range(actions):
        clocks = clocks.undo()
    return {
        "play": playing(state).undone(actions),
        "clocks": clocks,
        "undos": (seat, undos + 1 if undoer == seat else 1),
        "is_practice": state.is_practice or bool(event.text),
        "practice_undos": state.practice_undos + bool(event.text),
        "undo_request": None,
        **acted(state, event),
    }


def acted(state: State, event: Event) -> Changes:
    """Note the last command of a seat."""
    seat = number_of(state, event)
    mine = LastCommand(state.acted, event.number, event.kind, event.text)
    return {
        "acted": event.number,
        "last_commands": (*state.last_commands[:seat], mine, *state.last_commands[seat + 1 :]),
    }


def undo_asked(state: State, event: Event) -> Changes:
    person = event.person or ""
    request = UndoRequest(person, number_of(state, event), actions_undone(event), event.number, frozenset((person,)))
    return {"undo_request": request, "undo_askers": state.undo_askers | {person}}


def undo_accepted(state: State, event: Event) -> Changes:
    request = state.undo_request
    return {"undo_request": request and request._replace(accepted=request.accepted | {event.person or ""})}


def undo_declined(_state: State, _event: Event) -> Changes:
    return {"undo_request": None}


def resigned(state: State, event: Event) -> Changes:
    given_up = state.seats_of(event.person) if event.seat is None else [number_of(state, event)]
    return {"seats": change(state.seats, given_up, lambda seat: lose(state, seat))}


def stop_offered(state: State, event: Event) -> Changes:
    return {"offered": state.offered | {event.person or ""}, **stop_accepted(state, event)}


def stop_accepted(state: State, event: Event) -> Changes:
    return {"agreed": state.agreed | {event.person or ""}}


def stop_declined(_state: State, _event: Event) -> Changes:
    return {"agreed": frozenset()}


def flagged(state: State, event: Event) -> Changes:
    def end(seat: Seat) -> Seat:
        return lose(state, seat) if state.terms.plan.is_lost_at_zero else vacate(state, seat, event)

    return {"seats": change_one(state, event, end)}


def lapsed(state: State, event: Event) -> Changes:
    guest = state.guest
    return {
        "seats": change_one(state, event, let_go),
        "guest": None if guest and guest.seat == event.seat else guest,
    }


def resumed(state: State, event: Event) -> Changes:
    return {"clocks": state.clocks.resume(state.at, event.at)}


def rematched(_state: State, event: Event) -> Changes:
    return {"rematch": event.text}


def named(_state: State, event: Event) -> Changes:
    return {"title": event.text}


def expired(_state: State, _event: Event) -> Changes:
    return {"status": Status.OVER, "outcome": Outcome(Reason.EXPIRED, ())}


CHANGES: Final[Mapping[EventKind, Callable[[State, Event], Changes]]] = {
    EventKind.SAT: sat,
    EventKind.LEFT: left,
    EventKind.SEAT_ASKED: seat_asked,
    EventKind.GUEST_ACCEPTED: guest_accepted,
    EventKind.GUEST_DECLINED: guest_declined,
    EventKind.GIVEN: given,
    EventKind.OPENED: opened,
    EventKind.RENAMED: renamed,
    EventKind.STARTED: started,
    EventKind.MOVED: moved,
    EventKind.UNDONE: undone,
    EventKind.UNDO_ASKED: undo_asked,
    EventKind.UNDO_ACCEPTED: undo_accepted,
    EventKind.UNDO_DECLINED: undo_declined,
    EventKind.RESIGNED: resigned,
    EventKind.STOP_OFFERED: stop_offered,
    EventKind.STOP_ACCEPTED: stop_accepted,
    EventKind.STOP_DECLINED: stop_declined,
    EventKind.FLAGGED: flagged,
    EventKind.LAPSED: lapsed,
    EventKind.RESUMED: resumed,
    EventKind.REMATCHED: rematched,
    EventKind.NAMED: named,
    EventKind.EXPIRED: expired,
}


def find_outcome(state: State, event: Event) -> Outcome | None:
    """The outcome of the game, if it has ended."""
    if event.kind is EventKind.MOVED and state.to_move is not None:
        return None
    left = [number for number, seat in enumerate(state.seats) if not seat.has_lost]
    if state.to_move is None:
        return Outcome(Reason.FINISHED, find_winners(state, left))
    if len(left) < 2:
        return Outcome(Reason.TIME if event.kind is EventKind.FLAGGED else Reason.RESIGNED, tuple(left))
    members = state.members
    if not state.people and members <= {find_leaver(state, event)}:
        return Outcome(Reason.LEFT, ())
    return Outcome(Reason.AGREED, ()) if state.agreed and state.agreed >= members else None


def find_leaver(state: State, event: Event) -> str | None:
    """The person who left by an event: by choice, or because their time was up."""
    return event.person or (state.seats[event.seat].kept_for if event.seat is not None else None)


def find_winners(state: State, seats: list[int]) -> tuple[int, ...]:
    """The winners among these seats: by the rules of the game, or by its points if only others won."""
    position = playing(state).position
    winners = tuple(seat for seat in position.winners() or () if seat in seats)
    if winners:
        return winners
    scores = position.scores()
    most = max(scores[seat] for seat in seats)
    return tuple(seat for seat in seats if scores[seat] == most)


def lose(state: State, seat: Seat) -> Seat:
    return replace(let_go(seat), has_lost=True, level=state.terms.plan.substitute)


def vacate(state: State, seat: Seat, event: Event) -> Seat:
    """Empty a seat. In a game a house player takes over, or the clock runs on if zero means loss."""
    person, plan = seat.person, state.terms.plan
    seat = replace(seat.rename(""), person=None)
    if state.status is not Status.PLAYING:
        return replace(seat, salt=None) if state.status is Status.WAITING else seat
    if not seat.has_lost:
        seat = replace(seat, kept_for=person, kept_until=None if plan.is_lost_at_zero else event.at + KEPT)
    return seat if plan.is_lost_at_zero else replace(seat, level=plan.substitute)


def let_go(seat: Seat) -> Seat:
    """Release a kept seat."""
    return replace(seat, kept_for=None, kept_until=None, is_offered=False)


def note_holder(seat: Seat, number: int) -> Seat:
    """The seat with its new player noted, if that is somebody else than before."""
    name = seat.name if seat.level is None else ""
    if seat.holders and seat.holders[-1][1] == name:
        return seat
    return replace(seat, holders=(*seat.holders[1 - MOST_HOLDERS :], (number, name)))


def change(seats: Seats, numbers: Iterable[int], how: Callable[[Seat], Seat]) -> Seats:
    """The seats with some of them changed."""
    chosen = set(numbers)
    return Seats(how(seat) if number in chosen else seat for number, seat in enumerate(seats))


def change_one(state: State, event: Event, how: Callable[[Seat], Seat]) -> Seats:
    return change(state.seats, [number_of(state, event)], how)


def number_of(state: State, event: Event) -> int:
    """The number of an event's seat."""
    if event.seat is None or not 0 <= event.seat < len(state.seats):
        raise ValueError(f"event {event.number} names no seat of this table")
    return event.seat


def playing(state: State) -> Play:
    if state.play is None:
        raise ValueError("there is no game yet")
    return state.play
