"""Taking back: alone against the house at any time, among people if nothing was revealed or everybody agrees."""

from typing import Final

from estaminet.server.errors import Refusal
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.permissions import (
    Asker,
    is_repeated,
    next_event,
    require_game,
    require_latest,
    require_own_seats,
)
from estaminet.server.rules.play import WORLDS, Play
from estaminet.server.rules.state import State, UndoRequest

MOST_UNDOS: Final = 8
"""Undos of one person before somebody else has acted."""
MOST_PRACTICE_UNDOS: Final = 1000
"""Undos of one person in a game alone against the house."""


def decide_undo(state: State, asker: Asker, number: int) -> Event | None:
    if is_repeated(state, asker, number, EventKind.UNDONE, ""):
        return None
    play = require_game(state)
    require_own_seats(state, asker)
    if state.is_contest:
        raise Refusal("undo.refused", "In a contest nothing can be taken back: everybody plays the deal as it comes.")
    if state.plays_alone(asker.person):
        return decide_practice_undo(state, play, asker, number)
    require_latest(state, number)
    if not state.can_undo(asker.person) or not play.can_be_undone(worlds=WORLDS):
        raise Refusal(
            "undo.refused", "You can take back your own last action as long as nothing hidden has come to light."
        )
    if state.undos[0] == play.mover and state.undos[1] >= MOST_UNDOS:
        raise Refusal(
            "undo.refused", f"You have taken back {MOST_UNDOS} actions: now it is somebody else's turn to act."
        )
    check_time_after_undo(state, asker, 1)
    return next_event(state, asker.now, EventKind.UNDONE, seat=play.mover, person=asker.person)


def decide_practice_undo(state: State, play: Play, asker: Asker, number: int) -> Event:
    """Alone against the house: back to the person's last decision, past revelations and others' moves."""
    own = state.seats_of(asker.person)
    if number < max((last.number for seat in own if (last := state.last_commands[seat])), default=0):
        raise Refusal("move.stale", "You have acted since: look again.")
    actions = play.actions_since(own)
    if not actions:
        raise Refusal("undo.refused", "You have not acted yet.")
    if state.practice_undos >= MOST_PRACTICE_UNDOS:
        raise Refusal(
            "undo.refused",
            f"You have taken back {MOST_PRACTICE_UNDOS} times in this game: play on, or begin a new one.",
        )
    check_time_after_undo(state, asker, actions)
    is_plain = actions == 1 and play.can_be_undone(alone=True, worlds=WORLDS)
    text = "" if is_plain else str(actions)
    return next_event(state, asker.now, EventKind.UNDONE, seat=play.movers[-actions], person=asker.person, text=text)


def decide_ask_undo(state: State, asker: Asker, number: int) -> Event | None:
    """Among people: back to the person's last decision, if everybody to whom the game belongs agrees."""
    play = require_game(state)
    require_own_seats(state, asker)
    if state.undo_request and state.undo_request.person == asker.person:
        return None
    require_latest(state, number)
    if state.undo_request:
        raise Refusal("undo.asked", "Somebody else is asking to take back: answer them first.")
    if asker.person in state.undo_askers:
        raise Refusal("undo.asked", "You have asked to take back already: wait for the next move before you ask again.")
    if state.members <= {asker.person}:
        raise Refusal("undo.refused", "There is nobody you could ask.")
    own = state.seats_of(asker.person)
    actions = play.actions_since(own)
    if not actions:
        raise Refusal("undo.refused", "You have not acted yet.")
    check_time_after_undo(state, asker, actions)
    seat = play.movers[-actions]
    return next_event(state, asker.now, EventKind.UNDO_ASKED, seat=seat, person=asker.person, text=str(actions))


def decide_accept_undo(state: State, asker: Asker, number: int) -> Event | None:
    request = require_undo_request(state, asker)
    if number < request.number:
        raise Refusal("move.stale", f"This answers event {number}, before somebody asked: look again.")
    accepted = request.accepted | {asker.person}
    if accepted >= state.members:
        check_time_after_undo(state, asker, request.actions)
        text = str(request.actions)
        return next_event(state, asker.now, EventKind.UNDONE, seat=request.seat, person=asker.person, text=text)
    if asker.person in request.accepted:
        return None
    own = state.seats_of(asker.person)[0]
    return next_event(state, asker.now, EventKind.UNDO_ACCEPTED, seat=own, person=asker.person)


def decide_decline_undo(state: State, asker: Asker) -> Event | None:
    """Decline a request; the person who asked may withdraw it."""
    require_undo_request(state, asker)
    own = state.seats_of(asker.person)[0]
    return next_event(state, asker.now, EventKind.UNDO_DECLINED, seat=own, person=asker.person)


def require_undo_request(state: State, asker: Asker) -> UndoRequest:
    require_game(state)
    require_own_seats(state, asker)
    if state.undo_request is None:
        raise Refusal("undo.not_asked", "Nobody asks to take back.")
    return state.undo_request


def check_time_after_undo(state: State, asker: Asker, actions: int) -> None:
    clocks = state.clocks
    for _ in range(actions):
        clocks = clocks.undo()
    deadline = clocks.deadline
    if deadline is not None and asker.now >= deadline:
        raise Refusal("undo.refused", "Time would be up: the clock runs on from before what is taken back.")
